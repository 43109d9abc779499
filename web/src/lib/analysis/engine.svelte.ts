// The engine's lines for the position that is looked at, as they deepen. How it is set is remembered on this device.
import { socketAddress } from "../api/client";
import type { AnalysisLine, FromAnalysis, PositionRequest, ToAnalysis } from "../api/types";
import { keep, kept } from "../keep";

/** The numbers of lines, and the depths after which a search ends; 0 is no depth but a minute. */
export const LINES = [1, 2, 3, 4, 5] as const;
export const DEPTHS = [12, 16, 20, 24, 28, 0] as const;
/** How long a position is looked at before the engine is asked: those who step through moves ask for none of them. */
const PAUSE = 150;

function remembered(name: string, among: readonly number[], usual: number): number {
  const number = Number(kept(name) ?? usual);
  return among.includes(number) ? number : usual;
}

export class Engine {
  on = $state(kept("engine") === "on");
  count = $state(remembered("engine.lines", LINES, 3));
  most = $state(remembered("engine.depth", DEPTHS, 0));
  depth = $state(0);
  done = $state(false);
  lines = $state.raw<AnalysisLine[]>([]);
  /** The best line of the position before, until there is one of this: a bar that jumps to the middle says nothing. */
  best = $state.raw<AnalysisLine>();
  problem = $state<string>();
  #socket: WebSocket | undefined;
  #n = 0;
  #asked: PositionRequest | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Thinks about this position from now on. */
  ask(position: PositionRequest): void {
    this.#asked = position;
    this.#forget();
    if (!this.on) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(), PAUSE);
  }

  /** Switches it on or off, now and at the next visit. */
  turn(on: boolean): void {
    keep("engine", on ? "on" : "off");
    this.on = on;
    if (on) return this.#send();
    clearTimeout(this.#timer);
    this.#say({ type: "stop" });
    this.#forget();
    this.best = undefined;
  }

  /** Sets how many lines it finds and how deep it looks, now and at the next visit. */
  set(count: number, most: number): void {
    [this.count, this.most] = [count, most];
    keep("engine.lines", String(count));
    keep("engine.depth", String(most));
    this.#forget();
    if (this.on) this.#send();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #forget(): void {
    // What comes for an older question does not count any more.
    this.#n++;
    [this.lines, this.depth, this.done, this.problem] = [[], 0, false, undefined];
  }

  #say(message: ToAnalysis): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #question(): ToAnalysis {
    const depth = this.most > 0 ? { depth: this.most } : {};
    return { type: "analyse", n: ++this.#n, position: this.#asked!, lines: this.count, ...depth };
  }

  #send(): void {
    if (!this.#asked) return;
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) {
      if (this.#socket.readyState === WebSocket.OPEN) this.#say(this.#question());
      return;
    }
    const socket = new WebSocket(socketAddress("/analysis/socket"));
    this.#socket = socket;
    // What was asked last counts, whatever was asked while it opened.
    socket.onopen = () => this.on && this.#say(this.#question());
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data) as FromAnalysis);
  }

  #hear(message: FromAnalysis): void {
    if (message.n !== this.#n || !this.on) return;
    this.problem = message.type === "refused" ? message.problem.text : undefined;
    if (message.type !== "lines") return;
    [this.lines, this.depth, this.done] = [message.lines, message.depth, message.done];
    this.best = message.lines[0];
  }
}
