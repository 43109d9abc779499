// How contests are written on the page: points, boards, results, who plays. What was decided comes from the server.
import type { ContestBoardView, ContestKind, ContestOutcome, ContestView, EntrantView, Side } from "../api/types";
import { say } from "../words.svelte";

/** Half points as people write them: `2½`. */
export function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  return halves % 2 === 0 ? `${whole}` : `${whole || ""}½`;
}

/** Which board it is: a game of a match, or a board in the hall. */
export function boardName(kind: ContestKind, id: string): string {
  const [round, table, game] = id.split(".").map(Number);
  if (kind !== "match") return say("contest-board", { table: table! });
  return game === 1 ? say("contest-game", { round: round! }) : say("contest-game-again", { round: round!, again: game! - 1 });
}

/** What each outcome gives White and Black; nothing where the game does not count. */
const GIVES: Record<ContestOutcome, readonly [string, string] | undefined> = {
  "white-won": ["1", "0"],
  draw: ["½", "½"],
  "black-won": ["0", "1"],
  "both-lost": ["0", "0"],
  void: undefined,
};
/** What a side has got from an outcome; a dash where the game does not count. */
export const got = (outcome: ContestOutcome, side: Side): string => GIVES[outcome]?.[side === "white" ? 0 : 1] ?? "–";
/** An outcome as a score, White's points first. */
export const score = (outcome: ContestOutcome): string => GIVES[outcome]?.join(" : ") ?? say(`contest-outcome-${outcome}`);
export const OUTCOMES = Object.keys(GIVES) as ContestOutcome[];

/** Whether the visitor may decide for others. */
export const isOfficial = (view: ContestView): boolean => view.you.owner || view.you.arbiter;
export const nameOf = (view: ContestView, number: number): string => view.entrants.find((entrant) => entrant.number === number)?.shown ?? "";
/** The visitor as an entrant. */
export const self = (view: ContestView): EntrantView | undefined => view.entrants.find((entrant) => entrant.number === view.you.entrant);
/** Whether a match has a place for one more: somebody who left before it began may be replaced. */
export const hasPlace = (view: ContestView): boolean =>
  view.stage === "gathering" && (view.entrants.length < 2 || view.entrants.some((entrant) => entrant.standing === "out"));
/** Whether an entrant sits at a board. */
export const plays = (board: ContestBoardView, number: number | undefined): boolean => number !== undefined && (board.white === number || board.black === number);
/** The board at which an entrant plays now. */
export const openBoard = (view: ContestView, number: number | undefined): ContestBoardView | undefined => view.boards.find((board) => !board.result && plays(board, number));
