// The hand of a player at the board: it may do what hands can do, right or wrong.
import type { HandView, PieceLetter, Side } from "../api/types";
import type { Pieces } from "../board/geometry";
import type { Session } from "./session.svelte";

type What = { session: Session; pieces: () => Pieces; side: () => Side | undefined };
type Held = { at: string; letter: PieceLetter; air: boolean };

export class FreeHand {
  /** The piece under the hand: in the air until it is set down. */
  held = $state.raw<Held>();
  #what: What;

  constructor(what: What) {
    this.#what = what;
  }

  /** The hand is as the server knows it: after a reload, after a refusal, or when the board was set back. */
  take(hand: HandView | undefined): void {
    const isMine = hand !== undefined && hand.by === this.#what.side();
    this.held = isMine ? { at: hand.cell, letter: hand.piece, air: hand.air } : undefined;
  }

  /** The board with the piece that is in a hand, mine or the other's, above the square it came from. */
  get pieces(): Pieces {
    const pieces = this.#what.pieces();
    const other = this.#what.session.view?.state.hand;
    const shown = other?.air && other.by !== this.#what.side() ? { ...pieces, [other.cell]: other.piece } : pieces;
    return this.held?.air ? { ...shown, [this.held.at]: this.held.letter } : shown;
  }

  get marked(): string[] {
    const other = this.#what.session.view?.state.hand;
    return this.held ? [this.held.at] : other && other.by !== this.#what.side() ? [other.cell] : [];
  }

  get movable(): Set<string> {
    return new Set(this.#what.side() ? Object.keys(this.pieces) : []);
  }

  #act(act: Parameters<Session["act"]>[0]): void {
    this.#what.session.act(act, this.#what.side());
  }

  #lift(cell: string): void {
    const letter = this.#what.pieces()[cell];
    if (!letter) return;
    this.release();
    this.#act({ kind: "lift", cell });
    this.held = { at: cell, letter, air: true };
  }

  #place(cell: string): void {
    if (!this.held) return;
    this.#act({ kind: "place", cell });
    this.held = { ...this.held, at: cell, air: false };
  }

  /** The hand leaves the piece; one in the air is put back first. */
  release = (): void => {
    if (!this.held) return;
    if (this.held.air) this.#act({ kind: "place", cell: this.held.at });
    this.#act({ kind: "release" });
    this.held = undefined;
  };

  press = (): void => {
    this.release();
    this.#act({ kind: "press" });
  };

  crown = (): void => {
    const at = this.held?.at;
    this.release();
    if (at) this.#act({ kind: "crown", cell: at });
  };

  click = (cell: string): void => {
    const letter = this.pieces[cell];
    const isOwn = letter?.toLowerCase() === (this.#what.side() === "white" ? "w" : "b");
    if (this.held && (!letter || cell === this.held.at)) {
      const putBack = this.held.air && cell === this.held.at;
      this.#place(cell);
      if (putBack) this.release();
    } else if (letter && isOwn) this.#lift(cell);
    else if (letter) {
      // The hand leaves the capturing piece before what it took is taken off.
      this.release();
      this.#act({ kind: "remove", cell });
    }
  };

  dropOn = (from: string, to: string): void => {
    if (this.held?.at !== from) this.#lift(from);
    this.#place(to);
  };
}
