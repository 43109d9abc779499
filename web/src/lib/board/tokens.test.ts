import { expect, test } from "vitest";
import type { BoardView } from "../api/types";
import { afterMove, between, type Pieces } from "./geometry";
import { follow, place, type Token } from "./tokens";

const cells = Array.from({ length: 64 }, (_, at) => ({ name: `${"abcdefgh"[at % 8]}${Math.floor(at / 8) + 1}`, column: at % 8, row: Math.floor(at / 8), played: true }));
const board: BoardView = { width: 8, dark: true, algebraic: true, cells };

const at = (tokens: readonly Token[], square: string) => tokens.find((token) => token.at === square);

test("the squares between two are those of a straight line", () => {
  expect(between(board, "a1", "d4")).toEqual(["b2", "c3"]);
  expect(between(board, "h4", "h2")).toEqual(["h3"]);
  expect(between(board, "a1", "b2")).toEqual([]);
  expect(between(board, "a1", "c2")).toEqual([]);
});

test("a move that the server has not confirmed is drawn as it was described", () => {
  const pieces: Pieces = { c3: "w", d4: "b", f6: "b", a7: "b" };
  expect(afterMove(pieces, { path: ["c3", "e5", "g7"], captures: ["d4", "f6"] })).toEqual({ g7: "w", a7: "b" });
  expect(afterMove({ a7: "w" }, { path: ["a7", "b8"], promotes: true })).toEqual({ b8: "W" });
  expect(afterMove(pieces, { path: ["h2", "g3"] })).toBe(pieces);
});

test("a piece that moves stays the same and goes along its path; what it takes leaves step by step", () => {
  const pieces: Pieces = { c3: "w", d4: "b", f6: "b", a7: "b" };
  const before = place(pieces);
  const move = { path: ["c3", "e5", "g7"], captures: ["d4", "f6"] };
  const { tokens, journey, leaving } = follow(before, afterMove(pieces, move), move, board);
  const mover = at(before, "c3")!;
  expect(at(tokens, "g7")?.id).toBe(mover.id);
  expect(at(tokens, "a7")?.id).toBe(at(before, "a7")!.id);
  expect(journey).toEqual({ id: mover.id, path: ["c3", "e5", "g7"] });
  expect(leaving.map(({ at, step }) => [at, step])).toEqual([["d4", 1], ["f6", 2]]);
});

test("a capture that is half done goes on from where the piece stands", () => {
  const half = place({ e5: "w", d4: "b", f6: "b" });
  const move = { path: ["c3", "e5", "g7"], captures: ["d4", "f6"] };
  const { journey, leaving } = follow(half, { g7: "w" }, move, board);
  expect(journey?.path).toEqual(["e5", "g7"]);
  expect(leaving.map(({ at, step }) => [at, step])).toEqual([["d4", 0], ["f6", 1]]);
});

test("a capture that ends where it began is a journey too", () => {
  const pieces: Pieces = { c3: "W", d4: "b", f4: "b", f2: "b", d2: "b" };
  const before = place(pieces);
  const move = { path: ["c3", "e5", "g3", "e1", "c3"], captures: ["d4", "f4", "f2", "d2"] };
  const { journey, leaving } = follow(before, { c3: "W" }, move, board);
  expect(journey).toEqual({ id: at(before, "c3")!.id, path: move.path });
  expect(leaving).toHaveLength(4);
});

test("taking a move back brings the piece home, and what was taken is there again", () => {
  const before = place({ e5: "w" });
  const { tokens, journey, leaving } = follow(before, { c3: "w", d4: "b" }, undefined, board);
  expect(journey).toEqual({ id: before[0]!.id, path: ["e5", "c3"] });
  expect(at(tokens, "d4")?.letter).toBe("b");
  expect(leaving).toEqual([]);
});

test("a crowned piece stays the same piece", () => {
  const before = place({ a7: "w" });
  const { tokens } = follow(before, { b8: "W" }, { path: ["a7", "b8"] }, board);
  expect(tokens).toEqual([{ id: before[0]!.id, at: "b8", letter: "W" }]);
});

test("where several pieces have moved, none travels", () => {
  const { journey, tokens } = follow(place({ a1: "w", c1: "w" }), { b2: "w", d2: "w" }, undefined, board);
  expect(journey).toBeUndefined();
  expect(tokens.map(({ at }) => at).sort()).toEqual(["b2", "d2"]);
});
