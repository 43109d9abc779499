// One game as this visitor sees it, kept current over its socket.
import { announce } from "../announce.svelte";
import { get, post, sentence, socketAddress, Failed } from "../api/client";
import type { ActRequest, EventView, FromGame, GameView, PlayerView, Problem, Role, SaidView, Side, ToGame } from "../api/types";
import { SIGNED_OUT, relearn } from "../me.svelte";
import { settings } from "../settings.svelte";
import { play } from "../sound";
import { say } from "../words.svelte";
import { Bubbles } from "./bubbles.svelte";
import { takeEarly } from "./early";
import { hasTeams } from "./team";
import { isMuted, mute, saidText, speaker, withSaid } from "./talk";

/** How long until the next attempt to connect, in milliseconds. */
const RETRY = [300, 1000, 2000, 4000];
/** A connection that is silent for so long is dead. */
const SILENCE = 30_000;
/** The lowest number that a page may choose for itself; those below are the server's own. */
const FIRST_CLIENT = 1000;
/** This instance of the page. It stays the same at every connection, so that an act that is sent twice counts once. */
const CLIENT = FIRST_CLIENT + Math.floor(Math.random() * (2 ** 53 - FIRST_CLIENT));
/** The number of the last act, for the whole page: a game that is left and opened again must not use a number twice. */
let lastAct = 0;

type Pending = { n: number; seat?: Role; act: ActRequest };

/** Whether the opponent asks for another game and this visitor has not answered. */
export function wantsRematch(view: GameView): boolean {
  const mine = view.you.seats.filter((seat) => seat !== "arbiter");
  return mine.length === 1 && Boolean(view.rematchWanted?.length) && !view.rematchWanted?.includes(mine[0]!);
}

export class Session {
  view = $state.raw<GameView>();
  /** When the state came: the clocks count from there. */
  arrived = $state(0);
  /** The connection is being made again; while it is made for the first time there is nothing to say. */
  lost = $state(false);
  /** Why there is no game to show. */
  failure = $state<string>();
  /** A sentence about the last thing that happened, with squares to point at. */
  notice = $state.raw<{ text: string; squares: string[]; bad: boolean; citation?: string | undefined }>();
  /** The game goes on only when this is over. */
  halted = $state<string>();
  /** The next game, if it was made while this page looked on: the page goes there. A page opened later finds it in the view. */
  rematch = $state<string>();
  waitingFor = $state(0);
  /** What was said a moment ago, beside the speaker's name. */
  bubbles = new Bubbles();
  /** The secret of an invitation to a game of teams: its bearer chooses a side. */
  invitation = $state<string>();
  /** Nothing that is said in this game is shown. */
  muted = $state(false);
  /** The move that is on its way to the server. */
  moving = $state.raw<{ n: number; path: string[] }>();

  #id: string;
  #socket: WebSocket | undefined;
  #pending = new Map<number, Pending>();
  #attempt = 0;
  #closed = false;
  #heard = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(id: string) {
    this.#id = id;
    this.muted = isMuted(id);
  }

  /** Looks whether there is such a game, takes the seat of an invitation, and connects. */
  async open(invitation: string | undefined, watch: string | undefined, side?: Side): Promise<void> {
    try {
      this.#take(await this.#look(invitation ?? watch));
      if (invitation && !side && this.view?.status === "waiting" && hasTeams(this.view) && this.view.you.seats.length === 0) this.invitation = invitation;
      else if (invitation) await this.sit(invitation, side);
    } catch (error) {
      if (error instanceof Failed && error.problem.code !== "offline" && !this.view) {
        this.failure = sentence(error);
        return;
      }
      this.tell(sentence(error), true);
    }
    if (!this.#closed) this.#connect();
    this.#watch = setInterval(() => this.#beat(), 10_000);
  }

  /** The game; a private one is visible to a visitor with a secret. */
  async #look(secret: string | undefined): Promise<GameView> {
    const path = `/games/${this.#id}`;
    try {
      return await (takeEarly(this.#id) ?? get<GameView>(path));
    } catch (error) {
      if (!secret || !(error instanceof Failed) || error.problem.code !== "no-game") throw error;
    }
    await post(`${path}/enter`, { secret });
    return get<GameView>(path);
  }

  close(): void {
    this.#closed = true;
    this.bubbles.clear();
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#socket?.close();
  }

  /** Whether this visitor may choose a side. */
  get canJoin(): boolean {
    return this.invitation !== undefined;
  }

  /** Comes to a side of a game of teams. */
  async join(side: Side): Promise<void> {
    await this.sit(this.invitation, side);
    this.invitation = undefined;
  }

  async sit(invitation?: string, side?: Side): Promise<void> {
    await post(`/games/${this.#id}/seat`, { ...(invitation ? { invitation } : {}), ...(side ? { side } : {}) });
    this.#take(await get<GameView>(`/games/${this.#id}`));
  }

  /** Does something; the answer comes as an event, a confirmation or a refusal. */
  act(act: ActRequest, seat?: Role): void {
    const pending: Pending = { n: ++lastAct, act, ...(seat ? { seat } : {}) };
    this.#pending.set(pending.n, pending);
    this.waitingFor = this.#pending.size;
    if (act.kind === "move") this.moving = { n: pending.n, path: act.path };
    this.notice = undefined;
    this.#send(pending);
  }

  /** Takes back a move that could not be sent yet. If the server has it after all, the next state shows it made. */
  takeBackMoving(): void {
    if (this.lost) this.#settle(this.moving?.n);
  }

  mute(on: boolean): void {
    this.muted = on;
    mute(this.#id, on);
    if (on) this.bubbles.clear();
  }

  tell(text: string, bad = false, squares: string[] = [], citation?: string): void {
    this.notice = { text, squares, bad, citation };
    announce(text);
  }

  #send(pending: Pending): void {
    const message: ToGame = { type: "act", ...pending };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    // Moves come as sentences too: whoever listens hears “c3 to d4”, not signs.
    const query = { spoken: "true", client: String(CLIENT) };
    const socket = new WebSocket(socketAddress(`/games/${this.#id}/socket`, query));
    this.#socket = socket;
    this.#heard = performance.now();
    socket.onmessage = (message) => {
      this.#heard = performance.now();
      this.#hear(JSON.parse(message.data) as FromGame);
    };
    socket.onclose = ({ reason }) => {
      if (this.#socket !== socket || this.#closed) return;
      if (reason === SIGNED_OUT) relearn();
      if (!this.lost) announce(say("web-connection-lost"));
      this.lost = true;
      this.#timer = setTimeout(() => this.#connect(), RETRY[Math.min(this.#attempt++, RETRY.length - 1)]);
    };
  }

  #beat(): void {
    if (!this.#socket || this.#closed) return;
    if (performance.now() - this.#heard > SILENCE) this.#socket.close();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: "ping", n: 0 } satisfies ToGame));
  }

  #take(view: GameView): void {
    this.view = view;
    this.arrived = performance.now();
  }

  #hear(message: FromGame): void {
    switch (message.type) {
      case "game": {
        const back = this.lost;
        this.#attempt = 0;
        this.lost = false;
        const ended = this.view && !this.view.state.ending && message.game.state.ending;
        const begun = this.view?.status === "waiting" && message.game.status === "live";
        this.#take(message.game);
        // What was sent and not answered is sent again: it counts once.
        for (const pending of this.#pending.values()) this.#send(pending);
        if (begun) this.tell(say("web-opponent-came"));
        else if (ended) this.#ended(message.game.state.ending!.text);
        else if (back) announce(say("web-connection-back"));
        break;
      }
      case "event":
        this.#settle(message.n);
        this.#event(message.event);
        break;
      case "said":
        this.#settle(message.n);
        if (this.view) this.#listen(withSaid(this.view, message.said), message.said);
        break;
      case "confirmed":
        this.#settle(message.n);
        break;
      case "refused":
        this.#settle(message.n);
        this.#refuse(message.problem, message.squares ?? []);
        break;
      case "players":
        if (this.view) this.view = { ...this.view, players: message.players };
        break;
      case "presence":
        if (this.view) {
          const { white, black } = this.view.players;
          const present = (player: PlayerView, here: boolean, places: number[] | undefined): PlayerView => {
            const members = player.team?.members.map((member) => ({ ...member, here: places?.includes(member.place) ?? false }));
            return { ...player, here, ...(player.team && members ? { team: { ...player.team, members } } : {}) };
          };
          const players = { white: present(white, message.white, message.members?.white), black: present(black, message.black, message.members?.black) };
          this.view = { ...this.view, players, watchers: message.watchers };
        }
        break;
      case "rematch":
        this.#rematch(message.wanted, message.game);
        break;
      case "halted":
        this.halted = message.problem?.text;
        if (message.problem) announce(message.problem.text);
        break;
      case "bye":
        if (message.problem.code === "no-game") {
          this.failure = message.problem.text;
          this.close();
        } else this.tell(message.problem.text, true);
        break;
      case "pong":
    }
  }

  #settle(n: number | undefined): void {
    if (n !== undefined) this.#pending.delete(n);
    if (n === this.moving?.n) this.moving = undefined;
    this.waitingFor = this.#pending.size;
  }

  #refuse(problem: Problem, squares: string[]): void {
    play("refused");
    this.tell(problem.text, true, squares, problem.citation);
  }

  #listen(view: GameView, said: SaidView): void {
    this.view = view;
    if (this.muted || !settings.hears) return;
    this.bubbles.show(said);
    announce(say("web-talk-heard", { name: speaker(view, said), text: saidText(said) }));
  }

  #rematch(wanted: Side[], game: string | null): void {
    if (!this.view) return;
    this.view = { ...this.view, rematchWanted: wanted, ...(game ? { rematch: game } : {}) };
    if (game) this.rematch = game;
    else if (wantsRematch(this.view)) announce(say("web-rematch-wanted"));
  }

  #event(event: EventView): void {
    const view = this.view;
    if (!view) return;
    const kept = event.takenBack ? view.moves.slice(0, -event.takenBack) : view.moves;
    const moves = event.move ? [...kept, event.move] : kept;
    this.#take({ ...view, moves, state: event.state, status: event.state.ending ? "over" : view.status });
    // Asking for another game is an event too; the end was told before, and what was said since stays.
    const wasOver = view.state.ending !== undefined;
    if (!wasOver) this.notice = undefined;
    const said = [...(event.texts ?? [])];
    if (event.move) {
      said.unshift(event.move.spoken || event.move.text);
      play(event.move.promotes ? "crown" : event.move.captures?.length ? "capture" : "move");
    }
    // Said with the move that led to it, and not again with every offer.
    if (event.move && event.state.situation && event.state.legal) said.push(event.state.situation);
    // That the opponent has left is told by a panel of its own, with what follows from it.
    const hasLeft = event.state.claimGoneIn !== undefined && view.state.claimGoneIn === undefined;
    if (event.texts?.length && !hasLeft) this.notice = { text: event.texts.join(" "), squares: [], bad: false, citation: event.citation };
    if (event.state.ending && !wasOver) this.#ended([...said, event.state.ending.text].join(" "));
    else if (said.length > 0) announce(said.join(" "));
  }

  #ended(text: string): void {
    play("end");
    announce(text);
  }
}
