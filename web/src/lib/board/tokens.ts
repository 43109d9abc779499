// The pieces on the screen as things that stay the same while they move, and the ways they take from one position to the next.
import type { BoardView, PieceLetter } from "../api/types";
import { between, type Drawn, type Pieces } from "./geometry";

/** A piece on the screen. */
export type Token = { id: number; at: string; letter: PieceLetter };
/** A piece that leaves the board, and after which step of the move. */
export type Leaving = { id: number; at: string; letter: PieceLetter; step: number };
/** A piece that goes along these squares. */
export type Journey = { id: number; path: string[] };
export type Change = { tokens: Token[]; leaving: Leaving[]; journey: Journey | undefined };

const isWhite = (letter: PieceLetter) => letter === "w" || letter === "W";
let lastId = 0;

/** Puts new pieces on the screen. */
export function place(pieces: Pieces): Token[] {
  return Object.entries(pieces).map(([at, letter]) => ({ id: ++lastId, at, letter }));
}

/**
 * From one position to the next. A piece that moved stays the same token and gets a journey, along the move's own path
 * where the move is known. When more than one piece has moved, nobody can see which went where: then they just stand there.
 */
export function follow(before: readonly Token[], pieces: Pieces, move: Drawn | undefined, board: BoardView): Change {
  const standing = (token: Token) => pieces[token.at] !== undefined && isWhite(pieces[token.at]!) === isWhite(token.letter);
  const stays = before.filter(standing).map((token) => ({ ...token, letter: pieces[token.at]! }));
  const gone = before.filter((token) => !standing(token));
  const known = new Set(stays.map((token) => token.at));
  const come = Object.entries(pieces).filter(([at]) => !known.has(at));

  const round = move && cycle(stays, come.length, gone.length, move);
  const pair = round ? undefined : moved(gone, come, move);
  const fresh = place(Object.fromEntries(come.filter(([at]) => at !== pair?.to)));
  const mover = pair && { ...pair.token, at: pair.to, letter: pieces[pair.to]! };
  const journey = round ?? (pair && { id: pair.token.id, path: way(pair.token.at, pair.to, move) });
  const left = gone.filter((token) => token !== pair?.token);
  const leaving = journey ? left.map((token) => ({ ...token, step: stepOf(board, token.at, journey.path) })) : [];
  return { tokens: [...stays, ...(mover ? [mover] : []), ...fresh], leaving, journey };
}

/** The one piece that went from a square that is empty now to one that was. */
function moved(gone: readonly Token[], come: readonly [string, PieceLetter][], move: Drawn | undefined) {
  const end = move?.path[move.path.length - 1];
  const known = come.find(([at]) => at === end);
  if (known && move) {
    const token = gone.find((one) => move.path.includes(one.at) && isWhite(one.letter) === isWhite(known[1]));
    if (token) return { token, to: known[0] };
  }
  // Taken back, or shown without its move: one of a colour has gone, and one of it has come.
  const alike = (letter: PieceLetter) => gone.filter((token) => isWhite(token.letter) === isWhite(letter));
  const pairs = come.filter(([, letter]) => alike(letter).length === 1 && come.filter(([, other]) => isWhite(other) === isWhite(letter)).length === 1);
  const [only] = pairs;
  return only && pairs.length === 1 ? { token: alike(only[1])[0]!, to: only[0] } : undefined;
}

/** A capture that ends where it began. */
function cycle(stays: readonly Token[], come: number, gone: number, move: Drawn): Journey | undefined {
  const [first, last] = [move.path[0], move.path[move.path.length - 1]];
  const token = stays.find((one) => one.at === first);
  const isCycle = first === last && move.path.length > 2 && come === 0 && gone === move.captures?.length;
  return isCycle && token ? { id: token.id, path: [...move.path] } : undefined;
}

/** The squares from here to there: what is left of the move's path, or the straight way. */
function way(from: string, to: string, move: Drawn | undefined): string[] {
  const at = move?.path[move.path.length - 1] === to ? move.path.indexOf(from) : -1;
  return at >= 0 ? move!.path.slice(at) : [from, to];
}

/** The step of a path that passes a square; 0 where none does, so that what was passed before goes at once. */
function stepOf(board: BoardView, square: string, path: readonly string[]): number {
  for (let step = 1; step < path.length; step++) if (between(board, path[step - 1]!, path[step]!).includes(square)) return step;
  return 0;
}
