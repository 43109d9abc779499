// How a game that is over is written in a list.
import type { GameSummary } from "../api/types";

export function score(game: GameSummary): string {
  if (game.winner) return game.winner === "white" ? "1 : 0" : "0 : 1";
  return game.ending === "annulled" || game.ending === "dropped" ? "–" : "½ : ½";
}
