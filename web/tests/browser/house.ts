// A real server with an empty house, and a real browser in front of it.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Pictures of every page, kept as build output. */
export const PICTURES = join(root, "web/screenshots");
mkdirSync(PICTURES, { recursive: true });

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** The program: what DAMKA names, or what `make` built. */
function program(): string {
  const named = process.env.DAMKA ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/damka");
  if (!existsSync(named)) throw new Error(`${named} is not built; run make web-browser, or name the program in DAMKA`);
  return named;
}

export class House {
  url = "";
  readonly folder = mkdtempSync(join(tmpdir(), "damka-page-"));
  #process: ChildProcess | undefined;
  #port = "0";
  #more: readonly string[];

  constructor(more: readonly string[] = []) {
    this.#more = more;
  }

  /** Opens the club; a second time on the same port with the same games. */
  async open(): Promise<void> {
    const started = spawn(program(), ["serve", "--no-open", "--unlimited", "--lang", "en", "--port", this.#port, "--data", this.folder, ...this.#more], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process = started;
    for await (const line of createInterface({ input: started.stdout! })) {
      const port = /http:\/\/localhost:(\d+)/.exec(line)?.[1];
      if (!port) continue;
      this.#port = port;
      this.url = `http://localhost:${port}`;
      started.stdout!.resume();
      return;
    }
    throw new Error("the server did not say where it is open");
  }

  /** Closes the club, as Ctrl+C does. */
  async close(): Promise<void> {
    const process_ = this.#process;
    if (!process_ || process_.exitCode !== null) return;
    const gone = new Promise((resolve) => process_.once("exit", resolve));
    process_.kill("SIGTERM");
    await gone;
  }

  forget(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Chromium without a screen and without a network beyond this machine. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** Somebody new, in a window of their own. Errors on their page fail the test. */
export async function visitor(browser: Browser, house: House, options: BrowserContextOptions & { theme?: string } = {}): Promise<Page> {
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
  return page;
}

/** What went wrong on the pages of this visitor. */
export function errors(page: Page): string[] {
  return complaints.get(page.context()) ?? [];
}

export const picture = (page: Page, name: string, fullPage = true) => page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
