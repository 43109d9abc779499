// Which moves turned a game: those that lost the most.
import type { ExaminedView } from "../api/types";

/** What a move must have lost to be worth a look, in thousandths of a game. */
const LEAST = 50;
const MOST = 3;

/** At most three positions in which the most was lost, in the order of the game. */
export function turningPoints(positions: readonly ExaminedView[]): { ply: number; best: string }[] {
  return positions
    .filter((position) => (position.loss ?? 0) >= LEAST && position.best.length > 0)
    .sort((one, other) => other.loss! - one.loss!)
    .slice(0, MOST)
    .sort((one, other) => one.ply - other.ply)
    .map(({ ply, best }) => ({ ply, best: best[0]! }));
}
