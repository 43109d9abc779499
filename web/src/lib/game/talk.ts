// What was said at a game, as a reader has it.
import type { GameView, SaidView } from "../api/types";
import { keep, kept } from "../keep";
import { playerName } from "../people";
import { say } from "../words.svelte";
import { memberAt, memberName } from "./team";

/** The server remembers as many. */
const REMEMBERED = 100;
/** How many games are remembered that somebody does not want to hear. */
const MUTED = 50;

/** The same game after one more thing was said. */
export function withSaid(view: GameView, said: SaidView): GameView {
  return { ...view, said: [...(view.said ?? []), said].slice(-REMEMBERED) };
}

/** What was said, as text: a phrase, words, or the squares of a proposal. */
export function saidText(said: SaidView): string {
  if (said.path) return say("web-talk-proposes", { squares: said.path.join(" → ") });
  return said.text || say("web-talk-deleted");
}

/** What the speaker is called. */
export function speaker(view: GameView, said: SaidView): string {
  const member = memberAt(view, said.by, said.place);
  if (member) return memberName(view, said.by, member);
  return playerName(view.players[said.by], said.by, view.you.seats);
}

const muted = (): string[] => (kept("muted") ?? "").split(" ").filter(Boolean);

/** Whether nothing that is said in a game is to be shown. */
export const isMuted = (id: string): boolean => muted().includes(id);

export function mute(id: string, on: boolean): void {
  const others = muted().filter((known) => known !== id);
  keep("muted", (on ? [...others, id] : others).slice(-MUTED).join(" "));
}
