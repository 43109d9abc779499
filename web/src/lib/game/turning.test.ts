import { expect, test } from "vitest";
import type { ExaminedView } from "../api/types";
import { turningPoints } from "./turning";

const examined = (ply: number, loss: number | null, best = ["c3-d4"]): ExaminedView => ({ ply, loss, best, class: null, score: { hundredths: 0, text: "" } });

test("the three moves that lost the most, in the order of the game", () => {
  const found = turningPoints([examined(2, 300), examined(5, 60), examined(9, 500), examined(11, 49), examined(14, 90), examined(15, null)]);
  expect(found.map(({ ply }) => ply)).toEqual([2, 9, 14]);
});

test("a game without a mistake has none, nor has a position without a better move", () => {
  expect(turningPoints([examined(1, 10), examined(2, 400, [])])).toEqual([]);
});
