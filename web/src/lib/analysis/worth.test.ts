import { expect, test } from "vitest";
import type { LegalMove, TableMove } from "../api/types";
import { worth, worthOfTargets } from "./worth";

const legal = (text: string, path: string[], otherPaths: string[][] = []): LegalMove => ({ text, path, otherPaths, captures: [], promotes: false });
const judged = (move: string, result: TableMove["result"], plies?: number, drawnByRule = false): TableMove =>
  ({ move, drawnByRule, text: move, ...(result ? { result } : {}), ...(plies === undefined ? {} : { plies }) });

test("a sign tells what a colour tells", () => {
  expect(worth(judged("a", "won", 7))).toMatchObject({ kind: "won", sign: "+7" });
  expect(worth(judged("a", "drawn"))).toMatchObject({ kind: "drawn", sign: "=" });
  expect(worth(judged("a", "lost", 12))).toMatchObject({ kind: "lost", sign: "−12" });
  expect(worth(judged("a", "won", 7, true))).toMatchObject({ kind: "drawn", sign: "=" });
  expect(worth(judged("a", undefined))).toBeUndefined();
});

test("a square is worth the best move that goes there", () => {
  const moves = [judged("a1-d4", "won", 3), judged("a1:e5:h2", "drawn"), judged("a1:e5:g7", "lost", 2)];
  const all = [legal("a1-d4", ["a1", "d4"]), legal("a1:e5:h2", ["a1", "e5", "h2"]), legal("a1:e5:g7", ["a1", "e5", "g7"], [["a1", "f6", "g7"]])];
  expect(worthOfTargets(all, [], moves).size).toBe(0);
  const first = worthOfTargets(all, ["a1"], moves);
  expect([...first].map(([square, { kind }]) => [square, kind])).toEqual([["d4", "won"], ["e5", "drawn"], ["h2", "drawn"], ["g7", "lost"], ["f6", "lost"]]);
  expect([...worthOfTargets(all, ["a1", "e5"], moves).keys()]).toEqual(["h2", "g7"]);
  expect(worthOfTargets(all, ["c3"], moves).size).toBe(0);
});
