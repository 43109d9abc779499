// Keys that work anywhere on a page with a board: they walk through the moves and turn the board.

/** What a key asks for. */
export type Walk = "first" | "back" | "forward" | "last" | "flip";

const WALKS: Record<string, Walk> = { Home: "first", ArrowUp: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last", ArrowDown: "last", f: "flip" };

/** What a pressed key asks for; nothing where somebody is writing or choosing, or where the key has done something else already. */
export function walk(event: KeyboardEvent): Walk | undefined {
  const target = event.target instanceof Element ? event.target : undefined;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined;
  if (target?.closest('input, textarea, select, [role="menu"]')) return undefined;
  // By its place on the keyboard: in Russian and Ukrainian the same key gives another letter.
  return WALKS[event.code === "KeyF" ? "f" : event.key];
}
