// What the bar beside the board shows: White's share of the chances.
import type { AnalysisLine, GameAnalysisView, ScoreView } from "../api/types";

/** Who stands so much better has won, for the graph and the bar: hundredths of a man. */
export const MOST = 500;

export type Evaluation = { share: number; text: string };

/** A score between `-MOST` and `MOST`; a proved win is all of it. */
export function limited(score: ScoreView): number {
  return score.winsIn ? Math.sign(score.winsIn) * MOST : Math.max(-MOST, Math.min(MOST, score.hundredths));
}

/** What the best line of the engine says. */
export function ofLine({ chances: [win, draw], score }: AnalysisLine): Evaluation {
  return { share: (win + draw / 2) / 1000, text: score.text };
}

/** What the analysis of a whole game says about the position after this many half-moves. */
export function ofGame(analysis: GameAnalysisView | undefined, ply: number): Evaluation | undefined {
  const found = analysis?.positions.find((position) => position.ply === ply);
  return found && { share: 0.5 + limited(found.score) / (2 * MOST), text: found.score.text };
}
