import { expect, test } from "vitest";
import type { BoardState, ContestBoardView, ContestView } from "../../api/types";
import { before, boardOfGuest, hostIsAt, hostLeft, isHost, nextBoard, queue } from "./queue";

const state = (wanted: Partial<BoardState>): BoardState => ({ width: 8, placement: "", toMove: "white", ply: 4, changedAt: 0, left: [null, null], here: [false, false], ...wanted });
const board = (table: number, wanted: Partial<BoardState>, more: Partial<ContestBoardView> = {}): ContestBoardView => ({ id: `1.${table}.1`, white: 1, black: table + 1, game: `g${table}`, inRoom: false, state: state(wanted), ...more });
const display = (boards: ContestBoardView[]) => ({ kind: "simul", you: { entrant: 1, owner: true, arbiter: false }, boards }) as unknown as ContestView;
const ids = (boards: readonly ContestBoardView[]) => boards.map((one) => one.game);

test("the board that has waited longest comes first, and those of the guests' turn are not in the queue", () => {
  const view = display([board(1, { changedAt: 300 }), board(2, { changedAt: 100 }), board(3, { toMove: "black" }), board(4, { changedAt: 200 }, { result: { outcome: "draw", source: "game" } })]);
  expect(ids(queue(view, "wait", 1000))).toEqual(["g2", "g1"]);
  expect(nextBoard(view, "wait", 1000, "g2", new Map())?.game).toBe("g1");
  expect(nextBoard(display([board(1, {})]), "wait", 0, "g1", new Map())).toBeUndefined();
  expect(isHost(view)).toBe(true);
});

test("the board with the least time comes first if that is wanted; the clock has run since", () => {
  const view = display([board(1, { left: [9000, 1], changedAt: 0 }), board(2, { left: [5000, 1], changedAt: 3000 }), board(3, { changedAt: 0 })]);
  expect(hostLeft(view.boards[0]!, 6000)).toBe(3000);
  expect(hostLeft(view.boards[1]!, 6000)).toBe(2000);
  expect(ids(queue(view, "time", 6000))).toEqual(["g2", "g1", "g3"]);
  // Nobody has moved there, so its clock stands.
  expect(hostLeft(board(4, { ply: 0, left: [9000, 1] }), 6000)).toBe(9000);
});

test("the host may have Black", () => {
  const mine = board(1, { toMove: "black", left: [1, 700], here: [false, true] }, { white: 2, black: 1 });
  expect(hostLeft(mine, 0)).toBe(700);
  expect(ids(hostIsAt(display([mine, board(2, { here: [false, true] })])))).toEqual(["g1"]);
});

test("a board that was left without a move comes last, until something happens there", () => {
  const view = display([board(1, { changedAt: 100 }), board(2, { changedAt: 200 }), board(3, { changedAt: 300 })]);
  const skipped = new Map([["1.1.1", { ply: 4, turn: 1 }]]);
  expect(ids(queue(view, "wait", 1000, skipped))).toEqual(["g2", "g3", "g1"]);
  expect(nextBoard(view, "wait", 1000, "g2", new Map([...skipped, ["1.2.1", { ply: 4, turn: 2 }]]))?.game).toBe("g3");
  expect(ids(queue(view, "wait", 1000, new Map([["1.1.1", { ply: 2, turn: 1 }]])))).toEqual(["g1", "g2", "g3"]);
});

test("a guest knows how many boards come before theirs", () => {
  const view = display([board(1, { changedAt: 100 }), board(2, { changedAt: 200 }), board(3, { toMove: "black" })]);
  expect([1, 2, 3].map((number) => before(view, boardOfGuest(view, number + 1)!))).toEqual([0, 1, undefined]);
});
