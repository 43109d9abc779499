// What a person adds to a game: variations, comments and signs. The club keeps notes about a game that is over, or that
// their writer plays over days: for the writer alone, on every device. All others stay on this device.
import { get, post, put, sentence } from "../api/client";
import type { GameView, Notes as Kept, Pdn, Tag, TreeRequest, TreeView } from "../api/types";
import { keep, kept } from "../keep";
import { graft, moves, type Node, pack, root, unpack } from "./tree";

type What = { rules: string; fen: string | undefined; game: GameView | undefined; refused: (why: string) => void };

/** Whether the club keeps notes about this game; the server's `sight.rs` has the same rule. */
function isKeptInClub({ status, agreed, you }: GameView): boolean {
  const plays = you.seats.some((seat) => seat !== "arbiter");
  return status === "over" || (status === "live" && plays && agreed.pace === "days");
}

export class Notes {
  /** How the game really began, which the server says; nothing for a bare position. */
  begun: Pick<TreeView, "start" | "secondBegins" | "tags"> | undefined;
  #what: What;
  #next: Node | undefined;
  #busy = false;

  constructor(what: What) {
    this.#what = what;
  }

  get #here(): string {
    const { rules, fen, game } = this.#what;
    return `notes.${game?.id ?? `${rules} ${fen ?? ""}`}`;
  }

  /** The moves of the game, and what was added before. */
  async load(): Promise<Node> {
    const { game } = this.#what;
    if (!game) return unpack(kept(this.#here)) ?? root();
    const view = await get<TreeView>(`/games/${game.id}/tree`);
    this.begun = view;
    const here = view.changed === undefined ? unpack(kept(this.#here)) : undefined;
    return graft(here ?? root(), view);
  }

  /** The moves as PDN, with a name for the file; a game of the club has its own tags. */
  async pdn(tree: Node, tags: Tag[]): Promise<Pdn> {
    const { game, rules, fen } = this.#what;
    const request: TreeRequest = { rules, ...(fen ? { fen } : {}), tags, moves: moves(tree) };
    return game ? post<Pdn>(`/games/${game.id}/tree/pdn`, request.moves) : post<Pdn>("/tree/pdn", request);
  }

  /** Keeps what is there now. One request at a time; what changed meanwhile goes with the next. */
  async save(tree: Node): Promise<void> {
    const { game } = this.#what;
    if (!game || !isKeptInClub(game)) return keep(this.#here, pack(tree));
    this.#next = tree;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#next) {
      const now: Node = this.#next;
      this.#next = undefined;
      try {
        await put<Kept>(`/games/${game.id}/tree`, moves(now));
      } catch (error) {
        // Nothing is lost: it stays on this device.
        keep(this.#here, pack(now));
        this.#what.refused(sentence(error));
      }
    }
    this.#busy = false;
  }
}
