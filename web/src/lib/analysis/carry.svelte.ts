// A piece that is carried with the pointer: from the tray to the board, across it, or off it. It works with a mouse, a
// finger or a pen; where a piece may stand is not decided here.
import type { PieceLetter } from "../api/types";

/** How far a pointer goes before it carries, in pixels: less is a click. */
const CLICK = 5;

type Held = { letter: PieceLetter; from: string | undefined; x: number; y: number };
/** Where it was put down: on a square, or nothing beside the board. */
type Put = (letter: PieceLetter, from: string | undefined, to: string | undefined) => void;

export class Carry {
  held = $state.raw<Held>();
  /** A piece was put down just now: the click that a browser makes of it means nothing. */
  isOver = false;
  #put: Put;
  #stop: (() => void) | undefined;

  constructor(put: Put) {
    this.#put = put;
  }

  /** A pointer goes down on a piece of the tray, or of a square. */
  start(event: PointerEvent, letter: PieceLetter, from?: string): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.stop();
    const [x, y] = [event.clientX, event.clientY];
    const move = (now: PointerEvent) => {
      if (!this.held && Math.hypot(now.clientX - x, now.clientY - y) <= CLICK) return;
      this.held = { letter, from, x: now.clientX, y: now.clientY };
    };
    const up = (now: PointerEvent) => {
      const { held } = this;
      this.stop();
      if (!held) return;
      this.isOver = true;
      setTimeout(() => (this.isOver = false));
      this.#put(held.letter, held.from, squareAt(now));
    };
    const cancel = () => this.stop();
    // Before the board hears them.
    addEventListener("pointermove", move, true);
    addEventListener("pointerup", up, true);
    addEventListener("pointercancel", cancel, true);
    this.#stop = () => {
      removeEventListener("pointermove", move, true);
      removeEventListener("pointerup", up, true);
      removeEventListener("pointercancel", cancel, true);
    };
  }

  /** Lets go without putting anything down. */
  stop(): void {
    this.#stop?.();
    [this.#stop, this.held] = [undefined, undefined];
  }
}

/** The square under a pointer. */
export function squareAt({ clientX, clientY }: { clientX: number; clientY: number }): string | undefined {
  const cell = document.elementsFromPoint(clientX, clientY).find((element) => element.matches("[data-cell]"));
  return (cell as HTMLElement | undefined)?.dataset.cell;
}
