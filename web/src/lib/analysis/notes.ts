// What somebody adds to a game: variations, comments and signs. Those of a game that is over stay in the club, for their
// writer alone and on every device; those of a bare position, or of a game that is still played, on this device.
import { get, getText, post, put, sentence } from "../api/client";
import type { GameView, Notes as Kept, PositionView } from "../api/types";
import { keep, kept } from "../keep";
import { movetext, type Node, pack, readMovetext, realise, unpack } from "./tree";

type What = { rules: string; fen: string | undefined; game: GameView | undefined; refused: (why: string) => void };

export class Notes {
  #what: What;
  #tags: string | undefined;
  #next: Node | undefined;
  #busy = false;

  constructor(what: What) {
    this.#what = what;
  }

  get #here(): string {
    const { rules, fen, game } = this.#what;
    return `notes.${game?.id ?? `${rules} ${fen ?? ""}`}`;
  }

  /** What was added before. */
  async load(): Promise<Node | undefined> {
    const { rules, fen, game } = this.#what;
    const written = game?.status === "over" ? (await get<Kept>(`/games/${game.id}/notes`)).pdn : "";
    if (!written) return unpack(kept(this.#here));
    const moves = written.split("\n").filter((line) => !line.startsWith("[")).join("\n");
    return realise(readMovetext(moves), async (line) => (await post<PositionView>("/position", { rules, ...(fen ? { fen } : {}), moves: line, free: true })).moves);
  }

  /** The game's own tags and result, around moves. */
  async pdn(tree: Node): Promise<string> {
    const { game, fen } = this.#what;
    const own = this.#tags ?? (await getText(`/games/${game!.id}/export`, { format: "pdn" })).split("\n").filter((line) => line.startsWith("[")).join("\n");
    this.#tags = own;
    const result = /\[Result "(.*)"\]/.exec(own)?.[1] ?? "*";
    return `${own}\n\n${movetext(tree, fen?.startsWith("B") ?? false)} ${result}\n`;
  }

  /** Keeps what is there now. One request at a time; what changed meanwhile goes with the next. */
  async save(tree: Node): Promise<void> {
    if (this.#what.game?.status !== "over") return keep(this.#here, pack(tree));
    this.#next = tree;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#next) {
      const now: Node = this.#next;
      this.#next = undefined;
      try {
        await put<Kept>(`/games/${this.#what.game.id}/notes`, { pdn: await this.pdn(now) });
      } catch (error) {
        // Nothing is lost: it stays on this device.
        keep(this.#here, pack(now));
        this.#what.refused(sentence(error));
      }
    }
    this.#busy = false;
  }
}
