// The ways of everybody through the club, the same in every browser that people have.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CreateGame, GameMade, GameView } from "../../src/lib/api/types";
import { House } from "../browser/house";
import { type Key, until, Window, type Wire, type Wishes } from "./webdriver";

/** What the system of the visitor says: nothing of it is the page's own choice. */
const WISHES: Wishes = { language: "uk", dark: true };
const MOVES = 4;

const cell = (name: string) => `[data-cell="${name}"]`;
const GAME = ".game[data-ply]";

const ply = async (window: Window) => Number(await window.attribute(GAME, "data-ply"));
const reached = (window: Window, wanted: number) => until(`${wanted} half-moves`, async () => (await ply(window)) >= wanted);

/** Makes a game as a page would, and goes there. */
async function play(window: Window, wanted: Omit<CreateGame, "rules" | "opponent">): Promise<void> {
  await window.open("/");
  const made = await window.run(
    async (body) => (await fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body })).json() as Promise<GameMade>,
    JSON.stringify({ rules: "russian", opponent: { kind: "sameScreen" }, clocks: { white: "none", black: "none" }, ...wanted }),
  );
  await window.open(`/game/${made.id}`);
  await window.find(`${GAME}[data-turn=mine]`);
}

/** Makes a move that the server allows, by clicking on its squares. */
async function anyMove(window: Window): Promise<void> {
  const before = await ply(window);
  const path = await window.run(async () => {
    const game = (await (await fetch(`/api/games/${location.pathname.split("/").pop()}`)).json()) as GameView;
    return game.state.legal![0]!.path;
  });
  for (const square of path) await window.click(cell(square));
  await reached(window, before + 1);
}

/** The core flows in one browser; where it is not installed, a line says so. */
export function flows(name: string, found: unknown, launch: (wishes: Wishes) => Promise<Wire>): void {
  if (!found) console.log(`${name} is not installed: its tests are skipped (make engines installs it)`);
  describe.skipIf(!found)(name, () => {
    const house = new House();
    let window: Window;
    beforeAll(async () => {
      await house.open();
      window = new Window(name, await launch(WISHES), house.url);
      await window.resize(1280, 900);
    });
    afterAll(async () => {
      await window?.close();
      await house.forget();
    });
    afterEach(async () => {
      expect(await window.mistakes()).toEqual([]);
      await window.forget();
    });

    test("several moves against the computer with the mouse, begun from the start page", async () => {
      await window.open("/");
      await window.click("[data-opponent=computer]");
      await window.click("[data-level='1']");
      await window.find(`${GAME}[data-turn=mine]`);
      for (let n = 0; n < MOVES; n++) {
        const before = await ply(window);
        await anyMove(window);
        await reached(window, before + 2);
        await window.find(`${GAME}[data-turn=mine]`);
      }
      await window.picture("game");
    });

    test("a capture by dragging, one refused with its reason, and a tap", async () => {
      await play(window, { fen: "W:Wc3,a1:Bd4,h8,b8" });
      await window.drag(cell("a1"), cell("b2"));
      await window.find("[data-told].bad");
      expect(await ply(window)).toBe(0);
      await window.drag(cell("c3"), cell("e5"));
      await reached(window, 1);
      await window.find("[data-piece=e5]");
      expect(await window.attribute("[data-piece=d4]", "data-piece")).toBeNull();
      await window.click(cell("b8"), "touch");
      await window.click(cell("c7"), "touch");
      await reached(window, 2);
    });

    test("a move with the keyboard alone", async () => {
      await play(window, {});
      await window.run((name) => document.querySelector<HTMLElement>(name)!.focus(), cell("c3"));
      const way: Key[] = ["Enter", "ArrowUp", "ArrowRight", "Enter"];
      for (const key of way) await window.press(key);
      await reached(window, 1);
      await window.find("[data-piece=d4]");
    });

    test("analysis: a move on the board, the engine's lines, and steps back and forth", async () => {
      await window.open("/analysis?rules=russian");
      await window.click(cell("c3"));
      await window.click(cell("d4"));
      await until("the move in the list", async () => (await window.text(".tree")).includes("c3-d4"));
      const fen = () => window.run(() => document.querySelector<HTMLInputElement>("[data-fen]")!.value);
      const after = await until("Black to move", async () => ((await fen()).startsWith("B:") ? fen() : undefined));
      if (!(await window.run(() => document.querySelector<HTMLInputElement>("[data-engine]")!.checked))) await window.click("[data-engine]");
      await window.find("[data-lines] li");
      await window.picture("analysis");
      await window.click("[data-step=back]");
      await until("the start", async () => (await fen()).startsWith("W:"));
      await window.click("[data-step=back] + button");
      await until("the move again", async () => (await fen()) === after);
    });

    test("two at one board with free hands: a move is made when the clock is pressed", async () => {
      await play(window, { manner: "at-board" });
      const seq = () => window.attribute(GAME, "data-seq").then(Number);
      const does = async (selector: string) => {
        const before = await seq();
        await window.click(selector);
        await until(`${selector} to count`, async () => (await seq()) > before);
      };
      for (const [from, to] of [["c3", "d4"], ["f6", "e5"]] as const) {
        const before = await ply(window);
        await does(cell(from));
        await does(cell(to));
        await does("[data-press]");
        await reached(window, before + 1);
      }
      // Nobody says that White must take now: hands are free.
      expect(await window.run(() => document.querySelectorAll(".cell.glow, .cell.target").length)).toBe(0);
      await window.picture("at-board");
    });

    test("the page speaks the visitor's language, follows the system's light, and stays as it was chosen", async () => {
      await window.open("/");
      await window.find("[data-opponent=computer]");
      // WebKit knows only the languages that are installed with the system, and may say "C".
      const wanted = await window.run(() => navigator.language.slice(0, 2));
      expect(await window.attribute("html", "lang")).toBe(["ru", "uk"].includes(wanted) ? wanted : "en");
      const brightness = () =>
        window.run(() => {
          const [red, green, blue, alpha = 1] = getComputedStyle(document.documentElement).backgroundColor.match(/[\d.]+/g)!.map(Number);
          return alpha === 1 ? (0.2126 * red! + 0.7152 * green! + 0.0722 * blue!) / 255 : undefined;
        });
      expect(await window.run(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(WISHES.dark);
      expect(await brightness()).toBeLessThan(0.2);
      await window.picture("start");
      await window.click("[data-settings]");
      await window.click("input[name=language][value=ru]");
      await until("Russian", async () => (await window.attribute("html", "lang")) === "ru");
      await window.open("/rules/russian");
      await window.find("article figure");
      expect(await window.attribute("html", "lang")).toBe("ru");
    });
  });
}
