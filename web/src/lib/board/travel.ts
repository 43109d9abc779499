// How pieces go over the board. Only transform and opacity move, so that the browser has nothing to lay out.
import type { Placed } from "./geometry";
import type { Journey, Leaving } from "./tokens";

/** A step takes longer the farther it goes; the whole way takes at most this, in milliseconds. */
const LONGEST = 1000;
const FADE = 170;

type Cells = ReadonlyMap<string, Placed>;
type Point = { x: number; y: number };

/** Where a piece is drawn: a square is as wide as a piece. */
export const at = ({ x, y }: Point): string => `translate(${x * 100}%, ${y * 100}%)`;

export const wantsStillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The moments at which a journey reaches its squares, in milliseconds. */
export function times(points: readonly Point[]): number[] {
  const found = [0];
  for (let n = 1; n < points.length; n++) {
    const [from, to] = [points[n - 1]!, points[n]!];
    found.push(found[n - 1]! + 120 + 26 * Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)));
  }
  const shrink = Math.min(1, LONGEST / found[found.length - 1]!);
  return found.map((time) => time * shrink);
}

/** Sends a piece on its way, from where it was dropped if a hand has carried it, and says when it reaches each square. */
export function travel(element: Element, journey: Journey, cells: Cells, dropped: Point | undefined): number[] {
  const squares = journey.path.flatMap((name) => cells.get(name) ?? []);
  const points: Point[] = dropped ? [dropped, squares[squares.length - 1]!] : squares;
  const due = dropped ? [0, 110] : times(points);
  const whole = due[due.length - 1]!;
  if (points.length < 2 || !(whole > 0)) return journey.path.map(() => 0);
  const frames = points.map((point, n) => ({ transform: at(point), offset: due[n]! / whole, easing: "ease-in-out" }));
  element.animate(frames, { duration: whole });
  return dropped ? journey.path.map(() => 0) : due;
}

/** Lets a captured piece go when it has been passed; resolves when it is gone. */
export async function fade(element: Element, { step }: Leaving, due: readonly number[]): Promise<void> {
  const delay = due[step] ?? 0;
  await element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay, fill: "both" }).finished.catch(() => undefined);
}

/** Brings a piece that was dropped in vain back to its square. */
export function bringBack(element: Element, from: Point, to: Point): void {
  element.animate([{ transform: at(from) }, { transform: at(to) }], { duration: 160, easing: "ease-out" });
}
