// Going through moves with keys and with the wheel over the board.

export type Steps = {
  first: () => void;
  back: () => void;
  forward: () => void;
  last: () => void;
  /** To the variation before or after this one. */
  sideways: (by: 1 | -1) => void;
  flip: () => void;
};

const TYPED = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]";
/** How far the wheel turns for one move, in pixels. */
const NOTCH = 40;

/** The step that a key means. */
function stepOf(steps: Steps, key: string): (() => void) | undefined {
  const known: Record<string, () => void> = {
    ArrowLeft: steps.back,
    ArrowRight: steps.forward,
    ArrowUp: () => steps.sideways(-1),
    ArrowDown: () => steps.sideways(1),
    Home: steps.first,
    End: steps.last,
    // By its place: with a Russian or Ukrainian keyboard it gives another letter.
    KeyF: steps.flip,
  };
  return Object.hasOwn(known, key) ? known[key] : undefined;
}

/**
 * Listens to keys; gives what ends it. Keys belong to fields where somebody types, to open menus, and to the board while
 * somebody goes about on it with the keyboard: those who last used a pointer step through the moves, also after a click
 * on the board.
 */
export function stepByKeys(steps: Steps, isActive: () => boolean = () => true): () => void {
  let pointed = false;
  const point = () => (pointed = true);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Tab") pointed = false;
    if (!isActive() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest(`${TYPED}, dialog, [role=menu]`)) return;
    const onBoard = Boolean(target?.closest("[role=grid]"));
    const step = stepOf(steps, event.code === "KeyF" ? event.code : event.key);
    if (!step || (onBoard && !pointed)) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  // Before the board hears them.
  addEventListener("keydown", press, true);
  addEventListener("pointerdown", point, true);
  return () => {
    removeEventListener("keydown", press, true);
    removeEventListener("pointerdown", point, true);
  };
}

/** An action for the element with the board: the wheel steps, and the page stands still meanwhile. */
export function stepByWheel(element: HTMLElement, steps: Pick<Steps, "back" | "forward">) {
  let turned = 0;
  const turn = (event: WheelEvent) => {
    // With these keys the wheel makes the page larger or goes sideways.
    if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    // A wheel that counts lines has notches of three.
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : (event.deltaY * NOTCH) / 3;
    if (Math.abs(turned) < NOTCH) return;
    if (turned > 0) steps.forward();
    else steps.back();
    turned = 0;
  };
  element.addEventListener("wheel", turn, { passive: false });
  return { destroy: () => element.removeEventListener("wheel", turn) };
}
