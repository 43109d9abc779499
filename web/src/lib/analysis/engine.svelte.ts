// The engine's lines for the position that is looked at, as they deepen.
import { socketAddress } from "../api/client";
import type { AnalysisLine, FromAnalysis, PositionRequest, ToAnalysis } from "../api/types";

export class Engine {
  on = $state(false);
  depth = $state(0);
  done = $state(false);
  lines = $state.raw<AnalysisLine[]>([]);
  problem = $state<string>();
  #socket: WebSocket | undefined;
  #n = 0;
  #asked: PositionRequest | undefined;

  /** Thinks about this position from now on. */
  ask(position: PositionRequest): void {
    this.#asked = position;
    this.lines = [];
    this.depth = 0;
    this.done = false;
    if (this.on) this.#send();
  }

  start(): void {
    this.on = true;
    this.#send();
  }

  stop(): void {
    this.on = false;
    this.#say({ type: "stop" });
  }

  close(): void {
    this.on = false;
    this.#socket?.close();
  }

  #say(message: ToAnalysis): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #send(): void {
    if (!this.#asked) return;
    const message: ToAnalysis = { type: "analyse", n: ++this.#n, position: this.#asked, lines: 3 };
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) {
      if (this.#socket.readyState === WebSocket.OPEN) this.#say(message);
      return;
    }
    const socket = new WebSocket(socketAddress("/analysis/socket"));
    this.#socket = socket;
    // What was asked last counts, whatever was asked while it opened.
    socket.onopen = () => this.#say({ type: "analyse", n: ++this.#n, position: this.#asked!, lines: 3 });
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data) as FromAnalysis);
  }

  #hear(message: FromAnalysis): void {
    if (message.n !== this.#n) return;
    this.problem = message.type === "refused" ? message.problem.text : undefined;
    if (message.type !== "lines") return;
    this.lines = message.lines;
    this.depth = message.depth;
    this.done = message.done;
  }
}
