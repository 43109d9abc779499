// Whose turn it is, for those who look elsewhere: the title and the icon of the page, and a notice of the system if it is wanted.
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

/** The icon in the tab: with a mark while it is this visitor's turn. */
export function showTurnInIcon(isMine: boolean): void {
  const wanted = isMine ? "/icon-turn.svg" : "/icon.svg";
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon && !icon.href.endsWith(wanted)) icon.href = wanted;
}
