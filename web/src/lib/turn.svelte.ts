// Whose turn it is, for those who look elsewhere: the title and the icon of the page, and a notice of the system if it is wanted.
import { get } from "./api/client";
import type { TurnsView } from "./api/types";
import { keep, kept } from "./keep";
import { say } from "./words.svelte";

class TurnNotices {
  /** Browsers give notices only to pages from a safe address. */
  readonly possible = typeof Notification !== "undefined" && isSecureContext;
  on = $state(kept("notices") === "on" && this.possible && Notification.permission === "granted");

  /** Asks the browser when they are switched on; it may say no. */
  async set(on: boolean): Promise<void> {
    this.on = on && (await Notification.requestPermission()) === "granted";
    keep("notices", this.on ? "on" : "off");
  }

  show(text: string, tag: string): void {
    if (!this.on || !document.hidden) return;
    const notice = new Notification(say("web-title"), { body: text, tag, icon: "/icon.svg" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }
}

export const turnNotices = new TurnNotices();

/** How often it is asked in how many games it is my move, in milliseconds. */
const EVERY = 60_000;
/** Not more often than this, however much happens. */
const AT_MOST_EVERY = 3_000;
/** More than fits into an icon is shown as this. */
const MOST_IN_ICON = 9;

/** In how many games against other people it is my move. */
class TurnCount {
  total = $state(0);
  /** Whether it is my move in the game that this page shows. */
  here = $state(false);
  #asked = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Something has happened that may have changed it. */
  changed(): void {
    clearTimeout(this.#timer);
    const wait = this.#asked + AT_MOST_EVERY - performance.now();
    this.#timer = setTimeout(() => void this.#ask(), Math.max(0, wait));
  }

  async #ask(): Promise<void> {
    this.#asked = performance.now();
    this.#timer = setTimeout(() => void this.#ask(), EVERY);
    // Without an answer the number stays, and the next question comes in a minute.
    const found = await get<TurnsView>("/me/turns", { limit: "0" }).catch(() => undefined);
    if (found) this.total = found.total;
  }

  /** What the title and the icon show: a game that is looked at says itself that it is my move. */
  get shown(): number {
    return this.here && this.total <= 1 ? 0 : this.total;
  }
}

export const turnCount = new TurnCount();

let drawing: Promise<string> | undefined;

/** The icon with a number in its corner. */
async function numbered(count: number): Promise<string> {
  drawing ??= fetch("/icon.svg").then((answer) => answer.text());
  const text = count > MOST_IN_ICON ? `${MOST_IN_ICON}+` : String(count);
  const mark = `<circle cx="43" cy="21" r="21" fill="#e0281b"/><text x="43" y="32" font-family="sans-serif" font-weight="700" font-size="${count > MOST_IN_ICON ? 24 : 32}" fill="#fff" text-anchor="middle">${text}</text>`;
  return `data:image/svg+xml,${encodeURIComponent((await drawing).replace("</svg>", `${mark}</svg>`))}`;
}

/** The icon in the tab: with a number, or with a mark while it is this visitor's turn here. */
async function showInIcon(count: number, here: boolean): Promise<void> {
  const plain = here ? "/icon-turn.svg" : "/icon.svg";
  const wanted = count > 0 ? await numbered(count).catch(() => plain) : plain;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon && icon.getAttribute("href") !== wanted && count === turnCount.shown) icon.href = wanted;
}

/** Keeps the number before the title, which every place of the page writes for itself. */
function showInTitle(count: number): void {
  const plain = document.title.replace(/^\(\d+\) /, "");
  const wanted = count > 0 ? `(${count}) ${plain}` : plain;
  if (document.title !== wanted) document.title = wanted;
}

/** An effect of the whole page: counts, and shows the number in the title and the icon. */
export function followTurns(): () => void {
  $effect(() => {
    void showInIcon(turnCount.shown, turnCount.here);
    showInTitle(turnCount.shown);
    void (navigator as Navigator & { setAppBadge?: (count: number) => Promise<void> }).setAppBadge?.(turnCount.shown).catch(() => undefined);
  });
  const watch = new MutationObserver(() => showInTitle(turnCount.shown));
  watch.observe(document.head, { subtree: true, childList: true, characterData: true });
  const seen = () => document.hidden || turnCount.changed();
  document.addEventListener("visibilitychange", seen);
  turnCount.changed();
  return () => {
    watch.disconnect();
    document.removeEventListener("visibilitychange", seen);
  };
}
