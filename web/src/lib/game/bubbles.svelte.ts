// The bubble beside the name of somebody who has just said something.
import type { SaidView, Side } from "../api/types";

/** How long it stays, in milliseconds: longer for longer words. */
const shownFor = (said: SaidView) => 5000 + 40 * said.text.length;

export class Bubbles {
  shown = $state.raw<Partial<Record<Side, SaidView>>>({});
  #timers = new Map<Side, ReturnType<typeof setTimeout>>();

  show(said: SaidView): void {
    this.shown = { ...this.shown, [said.by]: said };
    clearTimeout(this.#timers.get(said.by));
    this.#timers.set(said.by, setTimeout(() => this.hide(said.by), shownFor(said)));
  }

  hide(side: Side): void {
    const { [side]: _, ...rest } = this.shown;
    this.shown = rest;
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.shown = {};
  }
}
