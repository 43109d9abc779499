// What players are called, everywhere on the page. The server knows the names, the guests and the computer's characters.
import type { PlayerView, Role, Side } from "./api/types";
import { say } from "./words.svelte";

/** A player of a game as a viewer with these seats reads it. */
export function playerName(player: PlayerView, side: Side, seats: readonly Role[]): string {
  if (player.kind === "nobody") return say("web-nobody-yet");
  if (player.kind === "computer" || player.name) return player.shown;
  const mine = seats.filter((seat) => seat !== "arbiter");
  // Two people at one screen know each other by the side.
  if (mine.length === 2) return say("side", { side });
  return mine.includes(side) ? say("web-you") : player.shown;
}
