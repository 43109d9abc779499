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
  const use = (name: string): string | undefined => {
    if (chosen.includes(name)) return say("web-square-chosen");
    if (glow?.has(name)) return say("web-square-must-capture");
    if (!movable?.has(name) || chosen.length > 0 || !able) return undefined;
    return say(able.has(name) ? "web-square-can-move" : "web-square-blocked");
  };
  return (name) => {
    if (!cells.get(name)?.played) return say("web-square-not-played");
    const letter = pieces[name];
    const target = targets?.has(name) ? say("web-square-target") : undefined;
    return [name, say(letter ? KINDS[letter] : "web-square-empty"), use(name), target, worth?.get(name)?.text].filter(Boolean).join(", ");
  };
}
