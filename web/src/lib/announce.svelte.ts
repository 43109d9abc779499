// The one live region of the page, written by one function.

let text = $state("");
let turn = false;

/** What the live region holds. */
export function announced(): string {
  return text;
}

/** Says something to those who listen. */
export function announce(sentence: string): void {
  // A sentence said twice must be read twice, so every second one ends in a space that nobody hears.
  turn = !turn;
  text = turn ? sentence : `${sentence}\u00a0`;
}
