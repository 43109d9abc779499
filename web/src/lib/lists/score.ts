// How a game that is over is written in a list.
import type { GameSummary } from "../api/types";
import { say } from "../words.svelte";

export function score(game: GameSummary): string {
  if (game.winner) return game.winner === "white" ? "1 : 0" : "0 : 1";
  // A game that is over without an ending is an imported one whose file does not say the result.
  if (game.ending === null) return `* (${say("web-result-unknown")})`;
  return game.ending === "annulled" || game.ending === "dropped" ? "–" : "½ : ½";
}
