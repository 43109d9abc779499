// The hand of a player in a strict game: squares are clicked until they are a move.
import type { LegalMove, Side } from "../api/types";
import { click, movable, mustCapture, targets } from "./choose";
import type { Pieces } from "./geometry";

type What = {
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

  drop(): void {
    this.chosen = [];
  }

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

  grab = (square: string): void => {
    if (this.chosen[0] !== square) this.chosen = [square];
  };

  dropOn = (from: string, to: string): void => {
    if (this.chosen[0] !== from) this.chosen = [from];
    this.click(to);
  };

  get movable(): Set<string> {
    const own = Object.keys(this.#what.pieces()).filter((square) => this.isOwn(square));
    return new Set(own);
  }

  get glow(): Set<string> {
    const legal = this.#what.legal();
    return legal && this.#what.showsGlow() && this.chosen.length === 0 ? mustCapture(legal) : new Set();
  }

  get targets(): Set<string> {
    return targets(this.#what.legal() ?? [], this.chosen);
  }
}
