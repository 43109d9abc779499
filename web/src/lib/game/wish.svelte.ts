// A move that is chosen before its turn. It is only squares: whether it is a move is known when the opponent has moved.
import type { LegalMove, Side } from "../api/types";
import { typedPath, ways } from "../board/choose";
import type { Pieces } from "../board/geometry";

/** A clock with less than this left makes a game fast, in milliseconds. */
const FAST = 10 * 60_000;

/** Whether a game is fast enough for it: nobody chooses ahead without a hurry. */
export const isFast = (remaining: number | null): boolean => remaining !== null && remaining <= FAST;

export class Wish {
  /** The square of the piece, and where it is to go. */
  path = $state.raw<string[]>([]);
  #pieces: () => Pieces;
  #side: () => Side | undefined;

  constructor(pieces: () => Pieces, side: () => Side | undefined) {
    [this.#pieces, this.#side] = [pieces, side];
  }

  drop = (): void => {
    if (this.path.length > 0) this.path = [];
  };

  #isOwn(square: string): boolean {
    const letter = this.#pieces()[square];
    return letter !== undefined && (letter.toLowerCase() === "w" ? "white" : "black") === this.#side();
  }

  get movable(): Set<string> {
    return new Set(Object.keys(this.#pieces()).filter((square) => this.#isOwn(square)));
  }

  click = (square: string): void => {
    const [from] = this.path;
    if (this.path.length === 1 && from !== square) this.path = [from!, square];
    else if (from !== square && this.#isOwn(square)) this.path = [square];
    else this.drop();
  };

  dropOn = (from: string, to: string): void => {
    this.path = from === to ? [] : [from, to];
  };

  /** The turn has come: the legal move that was wished, if it is one. Asked once. */
  take(legal: readonly LegalMove[] | undefined): { path: string[] | undefined } | undefined {
    if (this.path.length < 2) return void this.drop();
    const path = typedPath(legal, this.path);
    this.drop();
    const isLegal = !legal || ways(legal).some((way) => way.path.join() === path.join());
    return { path: isLegal ? path : undefined };
  }
}
