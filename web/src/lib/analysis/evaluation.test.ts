import { expect, test } from "vitest";
import type { GameAnalysisView } from "../api/types";
import { limited, MOST, ofGame, ofLine } from "./evaluation";

test("a line's chances are White's share, and a draw is a half", () => {
  const line = (chances: [number, number, number]) => ofLine({ score: { hundredths: 0, text: "=" }, chances, moves: [] });
  expect(line([1000, 0, 0])).toEqual({ share: 1, text: "=" });
  expect([line([0, 1000, 0]).share, line([200, 300, 500]).share]).toEqual([0.5, 0.35]);
});

test("a score has its limits, and a proved win is all", () => {
  expect(limited({ hundredths: 90_000, text: "" })).toBe(MOST);
  expect(limited({ hundredths: -120, text: "" })).toBe(-120);
  expect(limited({ hundredths: 0, winsIn: -3, text: "" })).toBe(-MOST);
});

test("a game that was analysed says it of each of its positions", () => {
  const analysis = { positions: [{ ply: 2, score: { hundredths: 250, text: "+2.50" } }] } as unknown as GameAnalysisView;
  expect(ofGame(analysis, 2)).toEqual({ share: 0.75, text: "+2.50" });
  expect([ofGame(analysis, 3), ofGame(undefined, 2)]).toEqual([undefined, undefined]);
});
