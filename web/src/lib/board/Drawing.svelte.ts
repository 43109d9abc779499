// What a player draws on the board: arrows and circles, with the right button or a long press.
import type { Arrow } from "./Arrows.svelte";

/** How long a finger rests before it draws, in milliseconds. */
const LONG_PRESS = 450;

export class Drawing {
  shapes = $state.raw<Arrow[]>([]);
  /** Where the line that is being drawn began. */
  #from: string | undefined;
  #second = false;
  #press: ReturnType<typeof setTimeout> | undefined;

  /** The way that was drawn last. */
  get last(): readonly string[] | undefined {
    return this.shapes.filter((shape) => shape.path.length > 1).pop()?.path;
  }

  get isDrawing(): boolean {
    return this.#from !== undefined;
  }

  begin(square: string, second = false): void {
    [this.#from, this.#second] = [square, second];
  }

  /** A finger was set down: if it rests, it draws. */
  rest(square: string, began: () => void): void {
    this.#press = setTimeout(() => {
      this.begin(square);
      navigator.vibrate?.(15);
      began();
    }, LONG_PRESS);
  }

  /** The finger goes on, or leaves the board. */
  stir(): void {
    clearTimeout(this.#press);
  }

  /** The line ends here; drawn a second time, it is wiped out. */
  end(square: string | undefined): void {
    this.stir();
    const from = this.#from;
    this.#from = undefined;
    if (from === undefined || square === undefined) return;
    const path = from === square ? [from] : [from, square];
    const others = this.shapes.filter((shape) => shape.path.join() !== path.join());
    const isNew = others.length === this.shapes.length;
    this.shapes = isNew ? [...others, { path, kind: this.#second ? "own-second" : "own" }] : others;
  }

  wipe(): void {
    if (this.shapes.length > 0) this.shapes = [];
  }
}
