import type { PieceLetter } from "../api/types";
import { type PieceLook, settings } from "../settings.svelte";

/** The name of a piece's picture, in the chosen set or in another one. */
export function picture(letter: PieceLetter, look: PieceLook = settings.pieces): string {
  const side = letter.toLowerCase() === "w" ? "white" : "black";
  const kind = letter === letter.toLowerCase() ? "man" : "king";
  return `#${look === "monkeys" ? "monkey" : look === "classic" ? "turned" : "flat"}-${side}-${kind}`;
}
