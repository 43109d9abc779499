// One contest as this visitor sees it, kept current over its socket. What people do goes by requests.
import { get, post, sentence, socketAddress, Failed } from "../api/client";
import type { ContestAct, ContestBoardView, ContestView, EntrantView, FromContest, HostClockView } from "../api/types";
import { SIGNED_OUT, relearn } from "../me.svelte";
import { say } from "../words.svelte";

/** How long until the next attempt to connect, in milliseconds. */
const RETRY = 1500;

export class LiveContest {
  view = $state.raw<ContestView>();
  /** When the state came: the host's clock counts from there. */
  arrived = $state(0);
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  skew = $state(0);
  /** The connection is being made again. */
  lost = $state(false);
  /** Why there is no contest to show. */
  failure = $state<string>();
  /** What went wrong last. */
  problem = $state<string>();
  /** An act is on its way. */
  busy = $state(false);

  #id: string;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(id: string) {
    this.#id = id;
  }

  /** Looks whether there is such a contest, enters a private one by its secret, and connects. */
  async open(secret: string | undefined): Promise<void> {
    const path = `/contests/${this.#id}`;
    try {
      if (secret) await post(`${path}/enter`, { secret });
      this.#take(await get<ContestView>(path));
    } catch (error) {
      if (error instanceof Failed && error.problem.code !== "offline") {
        this.failure = sentence(error);
        return;
      }
      this.problem = sentence(error);
    }
    if (!this.#closed) this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Does something; whether it was done. Two clicks are one act. */
  async act(act: ContestAct): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      this.#take(await post<ContestView>(`/contests/${this.#id}/acts`, act));
      this.problem = undefined;
      return true;
    } catch (error) {
      this.problem = sentence(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  entrant(number: number | undefined): EntrantView | undefined {
    return this.view?.entrants.find((entrant) => entrant.number === number);
  }

  #take(view: ContestView): void {
    // An answer may come after a frame that knows more.
    if (this.view && this.view.seq > view.seq) return;
    this.view = view;
    this.arrived = performance.now();
    this.skew = view.now - Date.now();
  }

  #takeBoards(boards: readonly ContestBoardView[], hostClock: HostClockView | undefined): void {
    if (!this.view) return;
    const changed = new Map(boards.map((board) => [board.id, board]));
    this.view = { ...this.view, boards: this.view.boards.map((board) => changed.get(board.id) ?? board), ...(hostClock ? { hostClock } : {}) };
    if (hostClock) this.arrived = performance.now();
  }

  #connect(): void {
    const socket = new WebSocket(socketAddress(`/contests/${this.#id}/socket`));
    this.#socket = socket;
    socket.onmessage = (message) => {
      const frame = JSON.parse(message.data) as FromContest;
      this.lost = false;
      if (frame.type === "contest") this.#take(frame.contest);
      else if (frame.type === "boards") this.#takeBoards(frame.boards, frame.hostClock);
      else this.problem = frame.problem.text;
    };
    socket.onclose = ({ reason }) => {
      if (this.#closed) return;
      if (reason === SIGNED_OUT) relearn();
      this.lost = true;
      this.problem = say("web-connecting");
      this.#timer = setTimeout(() => this.#connect(), RETRY);
    };
    socket.onopen = () => {
      if (this.problem === say("web-connecting")) this.problem = undefined;
    };
  }
}
