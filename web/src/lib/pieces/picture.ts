import type { PieceLetter } from "../api/types";
import type { Theme } from "../settings.svelte";

/** The name of a piece's picture. */
export function picture(theme: Theme, letter: PieceLetter): string {
  const side = letter.toLowerCase() === "w" ? "white" : "black";
  const kind = letter === letter.toLowerCase() ? "man" : "king";
  return `#${theme === "monkeys" ? "monkey" : "disc"}-${side}-${kind}`;
}
