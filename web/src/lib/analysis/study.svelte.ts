// What the analysis page is about: a game or a position, its moves with variations, and the one that is looked at.
import { announce } from "../announce.svelte";
import { get, post, sentence } from "../api/client";
import type { Explanation, GameView, Imported, PositionRequest, PositionView, Tag } from "../api/types";
import { Hand } from "../board/Hand.svelte";
import type { Walk } from "../keys";
import { play } from "../sound";
import { say } from "../words.svelte";
import { Engine } from "./engine.svelte";
import { boardAddress, gameAddress, movesTo, readLink } from "./link";
import { Notes } from "./notes";
import { Tables } from "./tables.svelte";
import { add, end, type Node, origin, path, root } from "./tree";

/** How long the page stands before its address follows: browsers take only a limited number of changes. */
const PAUSE = 300;

export class Study {
  game = $state.raw<GameView>();
  rules = $state("");
  fen = $state<string>();
  tags = $state.raw<Tag[]>([]);
  tree = $state.raw<Node>(root());
  current = $state.raw<Node>(this.tree);
  /** Changes whenever the tree does: its nodes are plain objects. */
  version = $state(0);
  secondBegins = $state(false);
  position = $state.raw<PositionView>();
  notice = $state<string>();
  /** The article behind the notice. */
  citation = $state<string>();
  pointed = $state.raw<string[]>([]);
  readonly engine = new Engine();
  readonly tables = new Tables();
  #notes: Notes | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Only the answer to the last question counts: keys are faster than answers. */
  #asked = 0;

  readonly hand = new Hand({
    board: () => this.position?.board,
    legal: () => this.position?.legal,
    pieces: () => this.position?.pieces ?? {},
    sides: () => (this.position ? [this.position.toMove] : []),
    showsGlow: () => true,
    move: (squares) => void this.#move(squares),
    several: () => this.tell(say("web-several-ways")),
  });

  /** The players, as far as the tags say them. */
  readonly players = $derived.by(() => {
    const [white, black] = [this.tag("White"), this.tag("Black")];
    return white || black ? `${white ?? "?"} – ${black ?? "?"}` : undefined;
  });
  readonly ply = $derived(path(this.current).length);
  readonly comment = $derived((void this.version, this.current.comment ?? ""));
  readonly glyphs = $derived((void this.version, this.current.glyphs ?? []));

  /** What a tag says; nothing for a question mark. */
  tag(name: string): string | undefined {
    const value = this.tags.find((tag) => tag.name === name)?.value;
    return value === "?" ? undefined : value;
  }

  /** Opens a game of the club where its address says, or else at its end. */
  async openGame(id: string): Promise<void> {
    this.game = await get<GameView>(`/games/${id}`);
    this.rules = this.game.agreed.rules;
    await this.#begin(readLink(location.search).moves);
  }

  /** Opens a position with the moves of the address. What is wrong with them is an error with its sentence. */
  async openBoard(rules: string, fen: string | undefined, moves: readonly string[] = []): Promise<void> {
    [this.rules, this.fen] = [rules, fen];
    await this.#begin(moves);
  }

  async #begin(moves: readonly string[]): Promise<void> {
    const { rules, fen, game } = this;
    this.#notes = new Notes({ rules, fen, game, refused: (why) => this.tell(why) });
    const tree = await this.#notes.load();
    const { begun } = this.#notes;
    if (begun) [this.fen, this.secondBegins, this.tags] = [begun.start, begun.secondBegins, begun.tags];
    const node = moves.length > 0 ? tree : end(tree);
    const found = await post<PositionView>("/position", this.#request(node, moves));
    this.tree = tree;
    this.#stand(moves.length > 0 ? found.moves.reduce(add, tree) : node, found);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.engine.close();
    this.tables.close();
  }

  /** What the server is asked about a node, or about moves after it. */
  #request(node: Node, more: readonly string[] = []): PositionRequest {
    const from = origin(node);
    const fen = from.move?.fen ?? this.fen;
    const moves = path(node).slice(path(from).length).map((step) => step.move!.text);
    // Only a game can have come to a position in which no game begins, by a violation that was let stand.
    const free = this.game ? { free: true } : {};
    return { rules: this.rules, ...(fen ? { fen } : {}), moves: [...moves, ...more], ...free };
  }

  /** Looks at a node. */
  show = async (node: Node): Promise<void> => {
    const asked = ++this.#asked;
    // The list and the next key go on from here, also while the answer is on its way.
    this.current = node;
    try {
      const found = await post<PositionView>("/position", this.#request(node));
      if (asked === this.#asked) this.#stand(node, found);
    } catch (error) {
      if (asked === this.#asked) this.tell(sentence(error));
    }
  };

  /** Everything on the page is about this node from now on; what is typed next belongs to it. */
  #stand(node: Node, found: PositionView): void {
    [this.notice, this.citation, this.pointed] = [undefined, undefined, []];
    [this.current, this.position] = [node, found];
    if (!this.game) this.secondBegins = found.secondBegins;
    this.hand.drop();
    this.version++;
    const wanted = this.#request(node);
    this.engine.ask(wanted);
    this.tables.ask(wanted, found.ending ? Infinity : Object.keys(found.pieces).length);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#writeAddress(), PAUSE);
  }

  /** The address of what is shown; of the last one that has an address where a position was set up on the way. */
  get address(): string {
    const moves = movesTo(this.current) ?? [];
    if (!this.game) return boardAddress(this.rules, this.fen, moves);
    return gameAddress(this.game.id, this.current === end(this.tree) ? [] : moves);
  }

  #writeAddress(): void {
    try {
      history.replaceState(history.state, "", this.address);
    } catch {
      // Too many changes in a short time; the next one says it.
    }
  }

  async #move(squares: string[]): Promise<void> {
    const same = (way: string[]) => way.join() === squares.join();
    const legal = this.position!.legal.find((move) => same(move.path) || move.otherPaths?.some(same));
    if (legal) return this.follow([legal.text]);
    try {
      const why = await post<Explanation>("/position/explain", { position: this.#request(this.current), path: squares });
      play("refused");
      this.tell(why.text, why.squares, why.citation);
    } catch (error) {
      this.tell(sentence(error));
    }
  }

  /** Goes along these moves from here, adding what is new. */
  follow = async (more: string[]): Promise<void> => {
    const asked = ++this.#asked;
    const from = origin(this.current);
    try {
      const found = await post<PositionView>("/position", this.#request(this.current, more));
      if (asked !== this.#asked) return;
      this.#stand(found.moves.reduce(add, from), found);
      this.changed();
      const last = found.moves[found.moves.length - 1];
      if (last) play(last.captures?.length ? "capture" : "move");
      announce(last?.text ?? "");
    } catch (error) {
      if (asked === this.#asked) this.tell(sentence(error));
    }
  };

  /** Walks through the moves. */
  walk(where: Exclude<Walk, "flip">): void {
    const { parent, children } = this.current;
    const next = { first: this.tree, back: parent, forward: children[0], last: end(this.current) }[where];
    if (next && next !== this.current) void this.show(next);
  }

  /** Goes to the variation before or after this one. */
  sideways(by: 1 | -1): void {
    const siblings = this.current.parent?.children ?? [];
    const next = siblings[siblings.indexOf(this.current) + by];
    if (next) void this.show(next);
  }

  /** The node of the main line after this many half-moves. */
  onMain(ply: number): Node {
    let node = this.tree;
    for (let n = 0; n < ply && node.children[0]; n++) node = node.children[0];
    return node;
  }

  /** Something was added to the tree, or taken away. */
  changed(): void {
    this.version++;
    void this.#notes?.save(this.tree);
  }

  tell(why: string, squares: string[] = [], citation?: string): void {
    [this.notice, this.pointed, this.citation] = [why, squares, citation];
    announce(why);
  }

  /** The game with everything that was added here, and a name for its file. */
  pdn(): Promise<{ pdn: string; name: string }> {
    return this.#notes!.pdn(this.tree, [{ name: "Event", value: say("web-analysis") }]);
  }

  /** A board that is not a game yet becomes one of mine, with its variations and comments. Gives its id. */
  async save(): Promise<string> {
    const made = await post<Imported>("/me/games", { text: (await this.pdn()).pdn });
    const [id] = made.games;
    if (!id) throw new Error(made.problems.join(" "));
    return id;
  }
}
