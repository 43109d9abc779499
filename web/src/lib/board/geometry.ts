// Where cells are drawn. No rules: the server says which cells there are.
import type { BoardView, CellView, PieceLetter } from "../api/types";

export type Pieces = Record<string, PieceLetter>;
/** A cell with its place on the screen, from 0 at the top left. */
export type Placed = CellView & { x: number; y: number; dark: boolean };

/** The cells in rows from the top of the screen; flipped, Black sits at the bottom. */
export function rows(board: BoardView, flipped: boolean): Placed[][] {
  const last = board.width - 1;
  const everywhere = board.cells.every((cell) => cell.played);
  const drawn: Placed[][] = Array.from({ length: board.width }, () => []);
  for (const cell of board.cells) {
    const x = flipped ? last - cell.column : cell.column;
    const y = flipped ? cell.row : last - cell.row;
    // Where every cell is played, the corner at White's left is dark.
    const dark = everywhere ? (cell.column + cell.row) % 2 === 0 : cell.played === board.dark;
    drawn[y]![x] = { ...cell, x, y, dark };
  }
  return drawn;
}

/** The name of the cell one step away on the screen, or the same cell at the edge. */
export function step(placed: Placed[][], from: string, dx: number, dy: number): string {
  const cell = placed.flat().find((cell) => cell.name === from);
  return (cell && placed[cell.y + dy]?.[cell.x + dx]?.name) ?? from;
}

/** The name of the cell at a point of the board, where the whole board is 1 wide and 1 high. */
export function cellAt(placed: Placed[][], x: number, y: number): string | undefined {
  const width = placed.length;
  return placed[Math.floor(y * width)]?.[Math.floor(x * width)]?.name;
}

/** The pieces of a placement: what stands on each cell, one letter a cell. */
export function piecesOf(board: BoardView, placement: string): Pieces {
  const standing = board.cells.map((cell, at) => [cell.name, placement[at] ?? "-"] as const);
  return Object.fromEntries(standing.filter(([, letter]) => letter !== "-")) as Pieces;
}

/** How many pieces each side has. */
export function count(pieces: Pieces): { white: number; black: number } {
  const letters = Object.values(pieces);
  const white = letters.filter((letter) => letter === "w" || letter === "W").length;
  return { white, black: letters.length - white };
}

/** The cells that a straight step from one cell to another passes, in order; none where the step is not straight. */
export function between(board: BoardView, from: string, to: string): string[] {
  const cell = (name: string) => board.cells.find((cell) => cell.name === name);
  const [start, end] = [cell(from), cell(to)];
  if (!start || !end) return [];
  const [dx, dy] = [end.column - start.column, end.row - start.row];
  const length = Math.max(Math.abs(dx), Math.abs(dy));
  if (dx % length !== 0 || dy % length !== 0) return [];
  return Array.from({ length: length - 1 }, (_, at) => {
    const [column, row] = [start.column + (dx / length) * (at + 1), start.row + (dy / length) * (at + 1)];
    return board.cells.find((cell) => cell.column === column && cell.row === row)!.name;
  });
}

/** A move to be drawn: what it touches, takes and crowns. */
export type Drawn = { path: readonly string[]; captures?: readonly string[]; promotes?: boolean };

/** The pieces when a move is made, as the server described it. */
export function afterMove(pieces: Pieces, { path, captures = [], promotes = false }: Drawn): Pieces {
  const [from, to] = [path[0], path[path.length - 1]];
  const mover = from === undefined ? undefined : pieces[from];
  if (!mover) return pieces;
  const gone = new Set([from, ...captures]);
  const rest = Object.entries(pieces).filter(([name]) => !gone.has(name));
  return { ...Object.fromEntries(rest), [to!]: promotes ? (mover.toUpperCase() as PieceLetter) : mover };
}
