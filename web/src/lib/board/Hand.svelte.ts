// The hand of a player in a strict game: squares are clicked, or a piece is dragged, until they are a move.
import type { BoardView, LegalMove, Side } from "../api/types";
import { click, movable, mustCapture, targets, ways } from "./choose";
import { between, type Pieces } from "./geometry";

type What = {
  board: () => BoardView | undefined;
  /** The legal moves; nothing for those who are shown none. */
  legal: () => readonly LegalMove[] | undefined;
  pieces: () => Pieces;
  /** The sides that this hand moves now. */
  sides: () => readonly Side[];
  /** Whether what must capture is shown. */
  showsGlow: () => boolean;
  move: (path: string[]) => void;
  /** Several captures end on that square. */
  several: () => void;
};

export class Hand {
  chosen = $state.raw<string[]>([]);
  #what: What;

  constructor(what: What) {
    this.#what = what;
  }

  drop = (): void => {
    this.chosen = [];
  };

  isOwn(square: string): boolean {
    const letter = this.#what.pieces()[square];
    if (!letter || this.#what.sides().length === 0) return false;
    // In some games the opponent's pieces are moved too: the legal moves tell.
    if (movable(this.#what.legal() ?? []).has(square)) return true;
    return this.#what.sides().includes(letter.toLowerCase() === "w" ? "white" : "black");
  }

  click = (square: string): void => {
    const step = click(this.#what.legal(), this.chosen, square, this.isOwn(square));
    this.chosen = step.kind === "chosen" || step.kind === "several" ? step.path : [];
    if (step.kind === "several") this.#what.several();
    if (step.kind === "move" || step.kind === "ask") this.#what.move(step.path);
  };

  /** The square on which the piece of the choice stands now: a capture may be half done. */
  get #end(): string | undefined {
    return this.chosen[this.chosen.length - 1];
  }

  grab = (square: string): void => {
    if (this.#end !== square) this.chosen = [square];
  };

  dropOn = (from: string, to: string): void => {
    if (this.#end !== from) this.chosen = [from];
    this.click(to);
  };

  /** The board with the piece of a capture that is half done where it has come to. */
  get pieces(): Pieces {
    const pieces = this.#what.pieces();
    if (this.chosen.length < 2) return pieces;
    const { [this.chosen[0]!]: mover, ...rest } = pieces;
    return mover ? { ...rest, [this.#end!]: mover } : pieces;
  }

  /** What a capture that is half done has passed already; it leaves the board when the move is made. */
  get passed(): Set<string> {
    const board = this.#what.board();
    const steps = this.chosen.slice(1).flatMap((square, at) => (board ? between(board, this.chosen[at]!, square) : []));
    const going = ways(this.#what.legal() ?? []).filter(({ path }) => this.chosen.every((square, at) => path[at] === square));
    const taken = new Set(going.flatMap(({ number }) => this.#what.legal()?.[number]?.captures ?? []));
    return new Set(steps.filter((square) => taken.has(square)));
  }

  /** What can be taken by the hand: own pieces, or the one that is on its way. */
  get movable(): Set<string> {
    if (this.chosen.length > 1) return new Set([this.#end!]);
    return new Set(Object.keys(this.#what.pieces()).filter((square) => this.isOwn(square)));
  }

  /** The pieces that have a move; nothing where the moves are not shown. */
  get able(): Set<string> | undefined {
    const legal = this.#what.legal();
    return legal && this.#what.sides().length > 0 ? movable(legal) : undefined;
  }

  get glow(): Set<string> {
    const legal = this.#what.legal();
    return legal && this.#what.showsGlow() && this.chosen.length === 0 ? mustCapture(legal) : new Set();
  }

  get targets(): Set<string> {
    return targets(this.#what.legal() ?? [], this.chosen);
  }
}
