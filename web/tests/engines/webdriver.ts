// A browser's window as a person uses it, over WebDriver: Firefox and WebKit understand the same commands, each over a
// wire of its own.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PICTURES } from "../browser/house";

/** The commands that are used here, by the names of the standard: as a request, and as Firefox calls them on its own wire. */
export const COMMANDS = {
  newSession: { method: "POST", path: "", name: "WebDriver:NewSession" },
  deleteSession: { method: "DELETE", path: "", name: "WebDriver:DeleteSession" },
  navigateTo: { method: "POST", path: "/url", name: "WebDriver:Navigate" },
  setWindowRect: { method: "POST", path: "/window/rect", name: "WebDriver:SetWindowRect" },
  executeScript: { method: "POST", path: "/execute/sync", name: "WebDriver:ExecuteScript" },
  performActions: { method: "POST", path: "/actions", name: "WebDriver:PerformActions" },
  deleteAllCookies: { method: "DELETE", path: "/cookie", name: "WebDriver:DeleteAllCookies" },
  takeScreenshot: { method: "GET", path: "/screenshot", name: "WebDriver:TakeScreenshot" },
} as const;

export type Command = keyof typeof COMMANDS;

/** A browser that is running. */
export interface Wire {
  /** Sends a command and gives its answer; what the browser refuses is thrown. */
  send(command: Command, body?: object): Promise<unknown>;
  /** Ends the browser. */
  close(): Promise<void>;
}

/** How a browser is started: what its user has told the system. */
export type Wishes = { language: string; dark: boolean };

/** Longer than anything takes on a busy machine, so that a test that waits in vain fails. */
const PATIENCE_MS = 20_000;
const POLL_MS = 30;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until the answer is yes. */
export async function until<T>(what: string, ask: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; await pause(POLL_MS)) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
  }
}

type Point = { x: number; y: number };
type Pointer = "mouse" | "touch";

/** The keys that are pressed here, as WebDriver writes them. */
const KEYS = { Enter: "\uE007", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowLeft: "\uE012", ArrowDown: "\uE015", Home: "\uE011", End: "\uE010" } as const;
export type Key = keyof typeof KEYS;

export class Window {
  readonly name: string;
  readonly #wire: Wire;
  readonly #base: string;

  constructor(name: string, wire: Wire, base: string) {
    [this.name, this.#wire, this.#base] = [name, wire, base];
  }

  resize(width: number, height: number): Promise<unknown> {
    return this.#wire.send("setWindowRect", { width, height });
  }

  /** Opens a place of the club, and listens for the page's mistakes from then on. */
  async open(path: string): Promise<void> {
    await this.#wire.send("navigateTo", { url: this.#base + path });
    await this.run(() => {
      const mistakes: string[] = [];
      Object.assign(window, { mistakes });
      addEventListener("error", (event) => mistakes.push(event.message));
      addEventListener("unhandledrejection", (event) => mistakes.push(String(event.reason)));
    });
  }

  /** What has gone wrong on this page. */
  mistakes(): Promise<string[]> {
    return this.run(() => (window as unknown as { mistakes: string[] }).mistakes);
  }

  /** Runs a function on the page; what it promises is waited for. */
  async run<A extends unknown[], T>(work: (...given: A) => T, ...args: A): Promise<Awaited<T>> {
    return (await this.#wire.send("executeScript", { script: `return (${work}).apply(null, arguments)`, args })) as Awaited<T>;
  }

  /** Waits until something is on the page. */
  async find(selector: string): Promise<void> {
    await until(`${selector} in ${this.name}`, () => this.run((wanted) => document.querySelector(wanted) !== null, selector));
  }

  text(selector: string): Promise<string> {
    return this.run((wanted) => document.querySelector<HTMLElement>(wanted)?.innerText ?? "", selector);
  }

  attribute(selector: string, name: string): Promise<string | null> {
    return this.run((wanted, name) => document.querySelector(wanted)?.getAttribute(name) ?? null, selector, name);
  }

  /** Where the middle of something is, once it is there and stands still; it is scrolled to where a person would see it. */
  async #middle(selector: string): Promise<Point> {
    await this.find(selector);
    let last = "";
    return until(`${selector} standing still`, async () => {
      const point = await this.run((wanted) => {
        const found = document.querySelector(wanted)!;
        const seen = (box: DOMRect) => box.top >= 0 && box.bottom <= innerHeight;
        if (!seen(found.getBoundingClientRect())) found.scrollIntoView({ block: "center", behavior: "auto" });
        const box = found.getBoundingClientRect();
        return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
      }, selector);
      const still = JSON.stringify(point) === last;
      last = JSON.stringify(point);
      return still ? point : undefined;
    }) as Promise<Point>;
  }

  #point(pointerType: Pointer, actions: object[]): Promise<unknown> {
    return this.#wire.send("performActions", { actions: [{ type: "pointer", id: pointerType, parameters: { pointerType }, actions }] });
  }

  /** Clicks or taps on the middle of something. */
  async click(selector: string, pointer: Pointer = "mouse"): Promise<void> {
    const { x, y } = await this.#middle(selector);
    await this.#point(pointer, [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }]);
  }

  /** Drags from the middle of one thing to the middle of another, in steps as a hand does. */
  async drag(from: string, to: string, pointer: Pointer = "mouse"): Promise<void> {
    const [start, end] = [await this.#middle(from), await this.#middle(to)];
    const way = [0.25, 0.5, 0.75, 1].map((part) => ({ x: Math.round(start.x + (end.x - start.x) * part), y: Math.round(start.y + (end.y - start.y) * part) }));
    await this.#point(pointer, [
      { type: "pointerMove", ...start },
      { type: "pointerDown", button: 0 },
      ...way.map((point) => ({ type: "pointerMove", duration: 20, ...point })),
      { type: "pointerUp", button: 0 },
    ]);
  }

  async press(...keys: Key[]): Promise<void> {
    const strokes = keys.flatMap((key) => [{ type: "keyDown", value: KEYS[key] }, { type: "keyUp", value: KEYS[key] }]);
    await this.#wire.send("performActions", { actions: [{ type: "key", id: "keyboard", actions: strokes }] });
  }

  /** Leaves a picture of what is seen beside those of the other tests. */
  async picture(name: string): Promise<void> {
    const png = (await this.#wire.send("takeScreenshot", { full: false })) as string;
    writeFileSync(join(PICTURES, `${this.name}-${name}.png`), Buffer.from(png, "base64"));
  }

  /** The next who comes is somebody new. */
  async forget(): Promise<void> {
    await this.run(() => localStorage.clear());
    await this.#wire.send("deleteAllCookies", {});
  }

  close(): Promise<void> {
    return this.#wire.close();
  }
}
