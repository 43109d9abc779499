// A real server with an empty house, and a real browser in front of it.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Download, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Pictures of every page, kept as build output. */
export const PICTURES = join(root, "web/screenshots");
mkdirSync(PICTURES, { recursive: true });

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** The program: what DAMKA names, or what `make` built. */
export function program(): string {
  const named = process.env.DAMKA ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/damka");
  if (!existsSync(named)) throw new Error(`${named} is not built; run make web-browser, or name the program in DAMKA`);
  return named;
}

export class House {
  url = "";
  folder = "";
  #process: ChildProcess | undefined;
  #port = "0";
  #told: string[] = [];
  #more: readonly string[];

  constructor(more: readonly string[] = []) {
    this.#more = more;
  }

  /** Opens the club; a second time on the same port with the same games. */
  async open(): Promise<void> {
    this.folder ||= mkdtempSync(join(tmpdir(), "damka-page-"));
    const started = spawn(program(), ["serve", "--no-open", "--unlimited", "--reply-pause", "0", "--lang", "en", "--port", this.#port, "--data", this.folder, ...this.#more], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process = started;
    for await (const line of createInterface({ input: started.stdout! })) {
      this.#told.push(line);
      const port = /open at http:\/\/localhost:(\d+)/.exec(line)?.[1];
      if (port) [this.#port, this.url] = [port, `http://localhost:${port}`];
      // The last line that it prints when it opens.
      if (!line.includes("Ctrl+C")) continue;
      started.stdout!.resume();
      return;
    }
    throw new Error("the server did not say where it is open");
  }

  /** What the server printed when it opened. */
  told(): string {
    return this.#told.join("\n");
  }

  /** Closes the club, as Ctrl+C does. */
  close(): Promise<void> {
    return this.#end("SIGTERM");
  }

  /** The server is gone in the middle of something, as when the power fails. */
  crash(): Promise<void> {
    return this.#end("SIGKILL");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const process_ = this.#process;
    if (!process_ || process_.exitCode !== null || process_.signalCode !== null) return;
    const gone = new Promise((resolve) => process_.once("exit", resolve));
    process_.kill(signal);
    await gone;
  }

  /** Closes the club for good; the next one is empty. */
  async forget(): Promise<void> {
    await this.close();
    rmSync(this.folder, { recursive: true, force: true });
    [this.folder, this.#port] = ["", "0"];
  }
}

type VisitorOptions = BrowserContextOptions & { theme?: string };

/** What the tests of a file stand on. */
export type Club = {
  house: House;
  /** Somebody new, in a window of their own, who goes when the test is over. */
  visitor: (options?: VisitorOptions) => Promise<Page>;
};

/** A club for the tests of one file, or an empty one for each of them, and the browser in front of it. */
export function club({ more = [], each = false }: { more?: readonly string[]; each?: boolean } = {}): Club {
  const house = new House(more);
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(inject("chromium"));
  });
  (each ? beforeEach : beforeAll)(() => house.open());
  // A window that stays open goes on drawing and ticking, and slows down whoever comes next.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  (each ? afterEach : afterAll)(() => house.forget());
  afterAll(() => browser?.close());
  return { house, visitor: (options) => visitor(browser, house, options) };
}

async function visitor(browser: Browser, house: House, options: VisitorOptions = {}): Promise<Page> {
  const { theme, ...rest } = options;
  const context = await browser.newContext({ baseURL: house.url, viewport: DESKTOP, locale: "en-GB", reducedMotion: "reduce", ...rest });
  context.setDefaultTimeout(10_000);
  if (theme) await context.addInitScript((name) => localStorage.setItem("damka.theme", name), theme);
  return watch(await context.newPage());
}

const complaints = new WeakMap<BrowserContext, string[]>();

function watch(page: Page): Page {
  const found: string[] = complaints.get(page.context()) ?? [];
  complaints.set(page.context(), found);
  page.on("pageerror", (error) => found.push(String(error)));
  // What the page's policy forbids is reported only to the console.
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) found.push(message.text());
  });
  return page;
}

/** What went wrong on the pages of this visitor. */
export function errors(page: Page): string[] {
  return complaints.get(page.context()) ?? [];
}

/** What a page gave to be saved. */
export async function saved(download: Download): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await download.createReadStream()) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export const picture = (page: Page, name: string, fullPage = true) => page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
