// What moves are worth by the endgame tables, as the board and the list show it. It only compares what the server said.
import type { LegalMove, TableMove } from "../api/types";
import { last } from "../last";

/** Not by colour alone: every kind has a sign of its own. */
export type Worth = { kind: "won" | "drawn" | "lost"; sign: string; text: string };

/** How a move is marked; nothing where the tables do not know it. A win that a draw rule takes is a draw. */
export function worth(move: TableMove): Worth | undefined {
  const kind = move.drawnByRule ? "drawn" : move.result;
  if (!kind) return undefined;
  const sign = { won: `+${move.plies ?? ""}`, drawn: "=", lost: `−${move.plies ?? ""}` }[kind];
  return { kind, sign, text: move.text };
}

/** The squares where the chosen piece may go, each with the best that it can come to there. */
export function worthOfTargets(legal: readonly LegalMove[], chosen: readonly string[], moves: readonly TableMove[]): Map<string, Worth> {
  const found = new Map<string, Worth>();
  if (chosen.length === 0) return found;
  // The best comes first, so the first move to a square counts.
  for (const judged of moves) {
    const marked = worth(judged);
    const move = legal.find(({ text }) => text === judged.move);
    if (!marked || !move) continue;
    for (const path of [move.path, ...(move.otherPaths ?? [])]) {
      if (path.length <= chosen.length || !chosen.every((square, at) => path[at] === square)) continue;
      for (const square of [path[chosen.length]!, last(path)!]) if (!found.has(square)) found.set(square, marked);
    }
  }
  return found;
}
