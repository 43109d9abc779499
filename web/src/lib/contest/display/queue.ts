// The boards of a display as its host goes round them: which of them wait, in which order, and how long. What a board waits
// for is the server's word; nothing here knows a rule.
import type { BoardState, ContestBoardView, ContestView, Side } from "../../api/types";

/** How the host chooses the next board. */
export const ORDERS = ["wait", "time"] as const;
export type Order = (typeof ORDERS)[number];

/** The number of a display's host among the entrants. */
const HOST = 1;

/** The side of the host at a board. */
export const hostSide = (board: ContestBoardView): Side => (board.white === HOST ? "white" : "black");
/** The guest at a board. */
export const guestOf = (board: ContestBoardView): number => (board.white === HOST ? board.black : board.white);
/** The number that stands on a board. */
export const numberOf = (board: ContestBoardView): number => Number(board.id.split(".")[1]);
const at = (side: Side) => (side === "white" ? 0 : 1);

/** Whether this visitor gives the display. */
export const isHost = (view: ContestView): boolean => view.kind === "simul" && view.you.entrant === HOST;

/** The state of a board at which the host has the turn. */
export function waiting(board: ContestBoardView): BoardState | undefined {
  return !board.result && board.state?.toMove === hostSide(board) ? board.state : undefined;
}

/** For how long a board has waited for the host, in milliseconds. */
export const waited = (state: BoardState, now: number): number => Math.max(0, now - state.changedAt);

/** What is left on the host's own clock at a board that waits; nothing where the host has no clock there. */
export function hostLeft(board: ContestBoardView, now: number): number | undefined {
  const state = waiting(board);
  const left = state?.left[at(hostSide(board))];
  // Before its first move no clock runs.
  return state && typeof left === "number" ? Math.max(0, left - (state.ply > 0 ? waited(state, now) : 0)) : undefined;
}

/** Boards that the host left without a move, and when: at which half-move, and in which order they were left. */
export type Skipped = ReadonlyMap<string, { ply: number; turn: number }>;

/** The boards that wait for the host, the next one first; those that were left without a move come last. */
export function queue(view: ContestView, order: Order, now: number, skipped: Skipped = new Map()): ContestBoardView[] {
  const rank = (board: ContestBoardView): readonly [number, number, number] => {
    const state = waiting(board)!;
    const left = skipped.get(board.id);
    const turn = left && left.ply === state.ply ? left.turn : 0;
    const time = order === "time" ? (hostLeft(board, now) ?? Infinity) : 0;
    return [turn, time, state.changedAt];
  };
  const ranked = view.boards.filter(waiting).map((board) => ({ board, rank: rank(board) }));
  ranked.sort((one, other) => {
    const first = one.rank.findIndex((value, index) => value !== other.rank[index]);
    return first < 0 ? numberOf(one.board) - numberOf(other.board) : one.rank[first]! - other.rank[first]!;
  });
  return ranked.map(({ board }) => board);
}

/** The board that comes after the current one; nothing if no other board waits. */
export function nextBoard(view: ContestView, order: Order, now: number, current: string | undefined, skipped: Skipped): ContestBoardView | undefined {
  return queue(view, order, now, skipped).find((board) => board.game !== current);
}

/** Where the host is: the open boards whose pages the host looks at. */
export function hostIsAt(view: ContestView): ContestBoardView[] {
  return view.boards.filter((board) => !board.result && board.state?.here[at(hostSide(board))]);
}

/** The open board of a guest. */
export function boardOfGuest(view: ContestView, number: number | undefined): ContestBoardView | undefined {
  return view.boards.find((board) => !board.result && number !== HOST && guestOf(board) === number);
}

/** How many boards have waited for the host longer than this one; nothing if it does not wait for the host. */
export function before(view: ContestView, board: ContestBoardView): number | undefined {
  if (!waiting(board)) return undefined;
  return queue(view, "wait", 0).findIndex((other) => other.id === board.id);
}
