// Firefox over Marionette, the wire that it has built in: JSON with its length before it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed, start } from "./processes";
import { type Command, COMMANDS, until, type Wire, type Wishes } from "./webdriver";

export const firefox = () => process.env.FIREFOX || installed("firefox-esr") || installed("firefox");

/** What a user has set, and nothing that asks the world for news. */
const preferences = ({ language, dark }: Wishes) => ({
  "marionette.port": 0,
  "intl.accept_languages": language,
  "ui.systemUsesDarkTheme": dark ? 1 : 0,
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
});

type Answer = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** One conversation: every question has a number, which its answer repeats. */
class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Answer>();
  #asked = 0;
  #read = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (piece) => this.#more(piece));
    socket.on("close", () => this.#waiting.forEach(({ reject }) => reject(new Error("Firefox has gone"))));
  }

  ask(name: string, body: object): Promise<unknown> {
    const number = ++this.#asked;
    const message = JSON.stringify([0, number, name, body]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
  }

  #more(piece: Buffer): void {
    this.#read = Buffer.concat([this.#read, piece]);
    for (let colon = this.#read.indexOf(":"); colon >= 0; colon = this.#read.indexOf(":")) {
      const end = colon + 1 + Number(this.#read.subarray(0, colon));
      if (this.#read.length < end) return;
      this.#hear(JSON.parse(this.#read.subarray(colon + 1, end).toString()));
      this.#read = this.#read.subarray(end);
    }
  }

  /** The first message is a greeting and no list. */
  #hear(message: unknown): void {
    if (!Array.isArray(message)) return;
    const [, number, error, result] = message as [number, number, { error: string; message: string } | null, { value?: unknown }];
    const answer = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (error) answer?.reject(new Error(`${error.error}: ${error.message}`));
    else answer?.resolve(result.value);
  }
}

export async function launchFirefox(wishes: Wishes): Promise<Wire> {
  const profile = mkdtempSync(join(tmpdir(), "damka-firefox-"));
  const lines = Object.entries(preferences(wishes)).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const { end } = start(firefox()!, ["--headless", "--marionette", "--no-remote", "--profile", profile, "about:blank"]);
  // Firefox writes down where it listens.
  const listening = async () => {
    try {
      return Number(readFileSync(join(profile, "MarionetteActivePort"), "utf8"));
    } catch {
      return 0;
    }
  };
  const socket = connect(await until("Firefox listening", listening), "127.0.0.1");
  const marionette = new Marionette(socket);
  const send = (command: Command, body: object = {}) => marionette.ask(COMMANDS[command].name, body);
  await send("newSession");
  const close = async () => {
    socket.destroy();
    await end();
    rmSync(profile, { recursive: true, force: true });
  };
  return { send, close };
}
