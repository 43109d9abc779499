// From clicked squares to a move, given the legal moves. No rules: it only compares squares with the server's paths.
import type { LegalMove } from "../api/types";
import { last } from "../last";

/** What clicking a square leads to. */
export type Step =
  /** These squares are chosen now; none when the choice is given up. */
  | { kind: "chosen"; path: string[] }
  /** This is a whole move. */
  | { kind: "move"; path: string[] }
  /** Several captures end there: the squares on the way must tell which. */
  | { kind: "several"; path: string[] }
  /** The server should say why this is no move. */
  | { kind: "ask"; path: string[] };

/** Every known way of every move, with the number of its move. */
export function ways(legal: readonly LegalMove[]) {
  return legal.flatMap((move, number) => [move.path, ...(move.otherPaths ?? [])].map((path) => ({ path, number })));
}

const begins = (path: readonly string[], chosen: readonly string[]) => chosen.every((square, at) => path[at] === square);

/** The squares of pieces that can move. */
export function movable(legal: readonly LegalMove[]): Set<string> {
  return new Set(legal.flatMap((move) => move.path.slice(0, 1)));
}

/** The squares of pieces that must capture. */
export function mustCapture(legal: readonly LegalMove[]): Set<string> {
  return movable(legal.filter((move) => move.captures?.length));
}

/** Where the chosen piece may go: the next squares of its ways and their ends. */
export function targets(legal: readonly LegalMove[], chosen: readonly string[]): Set<string> {
  const found = new Set<string>();
  if (chosen.length === 0) return found;
  for (const { path } of ways(legal)) {
    if (path.length <= chosen.length || !begins(path, chosen)) continue;
    found.add(path[chosen.length]!);
    found.add(last(path)!);
  }
  return found;
}

/**
 * A square was clicked. Without legal moves (a seat that is shown none) the second square makes the move; a capture
 * with several jumps is typed.
 */
export function click(
  legal: readonly LegalMove[] | undefined,
  chosen: readonly string[],
  square: string,
  isOwn: boolean,
): Step {
  const from = chosen[0];
  if (from === undefined) return isOwn ? { kind: "chosen", path: [square] } : { kind: "chosen", path: [] };
  if (chosen.length === 1 && square === from) return { kind: "chosen", path: [] };
  const next = [...chosen, square];
  if (!legal) return isOwn ? { kind: "chosen", path: [square] } : { kind: "move", path: next };

  const open = ways(legal).filter(({ path }) => path.length > chosen.length && begins(path, chosen));
  const whole = open.filter(({ path }) => path.length === next.length && last(path) === square);
  if (whole.length > 0) return { kind: "move", path: whole[0]!.path };
  const ending = open.filter(({ path }) => last(path) === square);
  const sameMove = new Set(ending.map(({ number }) => number)).size === 1;
  const onward = open.filter(({ path }) => path[chosen.length] === square);
  // The end of exactly one move is enough; where several end there, or it may be on the way, it is told by its path.
  if (sameMove && onward.every((way) => ending.some((end) => end.number === way.number)))
    return { kind: "move", path: ending[0]!.path };
  if (onward.length > 0) return { kind: "chosen", path: next };
  if (sameMove) return { kind: "move", path: ending[0]!.path };
  if (ending.length > 0) return { kind: "several", path: [...chosen] };
  if (isOwn && chosen.length === 1 && movable(legal).has(square)) return { kind: "chosen", path: [square] };
  // A capture that is half done is given up by a click on the piece itself, or on the square it came from.
  if (square === from || square === chosen[chosen.length - 1]) return { kind: "chosen", path: [] };
  return { kind: "ask", path: next };
}

/** The squares named in a typed move, such as `c3-d4`, `c3:e5:g7`, `c3d4` or `32 28`. */
export function typed(text: string, algebraic: boolean): string[] {
  return text.toLowerCase().match(algebraic ? /[a-z]\d+/g : /\d+/g) ?? [];
}

/** The legal move that was typed, by its path or by its ends; the squares themselves where none fits. */
export function typedPath(legal: readonly LegalMove[] | undefined, squares: string[]): string[] {
  const all = legal ? ways(legal) : [];
  const whole = all.find(({ path }) => path.length === squares.length && begins(path, squares));
  if (whole) return whole.path;
  const ends = all.filter(
    ({ path }) =>
      path[0] === squares[0] && last(path) === last(squares) && squares.every((square) => path.includes(square)),
  );
  return new Set(ends.map(({ number }) => number)).size === 1 ? ends[0]!.path : squares;
}
