import { expect, test } from "vitest";
import type { MoveView } from "../api/types";
import { boardAddress, gameAddress, movesTo, readLink } from "./link";
import { add, root } from "./tree";

const move = (text: string, fen = text): MoveView => ({ ply: 0, by: "white", text, path: [], fen, placement: "" });

test("an address says everything, and is read again", () => {
  const address = boardAddress("house king=short", "W:Wc3:Bd4,h8", ["c3:e5", "h8-g7"]);
  expect(address).toBe("/analysis?rules=house+king%3Dshort&fen=W:Wc3:Bd4,h8&moves=c3:e5.h8-g7");
  const read = readLink(new URL(address, "http://club").search);
  expect(read).toEqual({ rules: "house king=short", fen: "W:Wc3:Bd4,h8", moves: ["c3:e5", "h8-g7"] });
  expect(boardAddress("russian", undefined)).toBe("/analysis?rules=russian");
  expect(readLink("")).toEqual({ rules: undefined, fen: undefined, moves: [] });
});

test("a game is named by its id", () => {
  expect(gameAddress("abc", [])).toBe("/analysis/abc");
  expect(gameAddress("abc", ["11-15"])).toBe("/analysis/abc?moves=11-15");
});

test("a position that was set up on the way has no address", () => {
  const start = root();
  const first = add(start, move("c3-d4"));
  expect([movesTo(start), movesTo(first)]).toEqual([[], ["c3-d4"]]);
  expect(movesTo(add(add(first, move("", "a position")), move("b2-c3")))).toBeUndefined();
});
