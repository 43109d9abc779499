// What a screen reader hears of a square.
import type { Worth } from "../analysis/worth";
import { say } from "../words.svelte";
import type { Pieces, Placed } from "./geometry";

const KINDS = { w: "web-piece-white-man", W: "web-piece-white-king", b: "web-piece-black-man", B: "web-piece-black-king" };

type Squares = ReadonlySet<string> | undefined;
type What = {
  cells: ReadonlyMap<string, Placed>;
  pieces: Pieces;
  chosen: readonly string[];
  /** Pieces that a hand may take, and those of them that have a legal move. */
  movable: Squares;
  able: Squares;
  glow: Squares;
  targets: Squares;
  worth: ReadonlyMap<string, Worth> | undefined;
};

/** A function that says what is on a square and what can be done with it. */
export function describer({ cells, pieces, chosen, movable, able, glow, targets, worth }: What): (name: string) => string {
  // A board asks for the same few words a hundred times at every move.
  const said = new Map<string, string>();
  const word = (id: string): string => {
    if (!said.has(id)) said.set(id, say(id));
    return said.get(id)!;
  };
  const use = (name: string): string | undefined => {
    if (chosen.includes(name)) return word("web-square-chosen");
    if (glow?.has(name)) return word("web-square-must-capture");
    if (!movable?.has(name) || chosen.length > 0 || !able) return undefined;
    return word(able.has(name) ? "web-square-can-move" : "web-square-blocked");
  };
  return (name) => {
    if (!cells.get(name)?.played) return word("web-square-not-played");
    const letter = pieces[name];
    const target = targets?.has(name) ? word("web-square-target") : undefined;
    return [name, word(letter ? KINDS[letter] : "web-square-empty"), use(name), target, worth?.get(name)?.text].filter(Boolean).join(", ");
  };
}
