// Puts the chosen look on the document, where the style sheets find it.
import { settings } from "./settings.svelte";

/** A question to the system whose answer may change while the page is open. */
function asked(question: string): { readonly yes: boolean } {
  const list = matchMedia(question);
  let yes = $state(list.matches);
  list.addEventListener?.("change", () => (yes = list.matches));
  return {
    get yes() {
      return yes;
    },
  };
}

const wantsDark = asked("(prefers-color-scheme: dark)");
const wantsContrast = asked("(prefers-contrast: more)");

/** Keeps the document's look as it is chosen; to be called once, within a component. */
export function wear(): void {
  $effect(() => {
    const system = wantsContrast.yes ? "contrast" : wantsDark.yes ? "dark" : "light";
    const look = document.documentElement;
    look.dataset.light = settings.light === "system" ? system : settings.light;
    look.dataset.board = settings.board;
    look.dataset.pieces = settings.pieces;
    const background = getComputedStyle(look).getPropertyValue("--surface").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", background);
  });
}
