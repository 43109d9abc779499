// A player is taken to the board as soon as a game begins.
import { untrack } from "svelte";
import type { ContestView } from "../api/types";
import { go } from "../router.svelte";
import { plays } from "./text";

/** Follows the visitor's own games. One that had begun when the page was opened is only offered: the visitor may want to look at the contest. */
export function followGames(view: () => ContestView | undefined): void {
  let known: Set<string> | undefined;
  $effect(() => {
    const now = view();
    // The host of a display has many boards, and goes from one to the next by choice.
    if (!now || (now.kind === "simul" && now.you.entrant === 1)) return;
    const mine = now.boards.flatMap((board) => (board.game && !board.result && plays(board, now.you.entrant) ? [board.game] : []));
    const begun = known && mine.find((game) => !known!.has(game));
    known = new Set([...(known ?? []), ...mine]);
    if (begun) untrack(() => go(`/game/${begun}`));
  });
}
