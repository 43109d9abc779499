import { describe, expect, test } from "vitest";
import type { LegalMove } from "../api/types";
import { click, mustCapture, movable, targets, typed, typedPath } from "./choose";

const quiet = (from: string, to: string): LegalMove => ({ text: `${from}-${to}`, path: [from, to] });
const capture = (...path: string[]): LegalMove => ({ text: path.join(":"), path, captures: ["x"] });
const path = (text: string) => text.split(" ").filter(Boolean);

function check(legal: LegalMove[] | undefined, chosen: string, square: string, own: boolean, step: string) {
  const found = click(legal, path(chosen), square, own);
  expect(`${found.kind} ${found.path.join(" ")}`.trim()).toBe(step);
}

describe("clicking", () => {
  const legal = [quiet("c3", "d4"), quiet("c3", "b4"), quiet("e3", "f4")];
  test("an own piece is chosen", () => check(legal, "", "c3", true, "chosen c3"));
  test("an empty square is nothing", () => check(legal, "", "d4", false, "chosen"));
  test("a target makes the move", () => check(legal, "c3", "d4", false, "move c3 d4"));
  test("the same piece again gives the choice up", () => check(legal, "c3", "c3", true, "chosen"));
  test("another piece that can move is chosen instead", () => check(legal, "c3", "e3", true, "chosen e3"));
  test("a square out of reach is asked about", () => check(legal, "c3", "e5", false, "ask c3 e5"));
  test("without aids the second square makes the move", () => check(undefined, "c3", "e5", false, "move c3 e5"));
  test("without aids another own piece is chosen", () => check(undefined, "c3", "e3", true, "chosen e3"));
});

describe("captures", () => {
  const legal = [capture("c3", "e5", "g7"), capture("c3", "e5", "c7")];
  test("by the final square", () => check(legal, "c3", "g7", false, "move c3 e5 g7"));
  test("by the path", () => check(legal, "c3", "e5", false, "chosen c3 e5"));
  test("the end of the path", () => check(legal, "c3 e5", "c7", false, "move c3 e5 c7"));
  test("half done, it is given up by a click on the piece or on its first square", () => {
    check(legal, "c3 e5", "e5", false, "chosen");
    check(legal, "c3 e5", "c3", true, "chosen");
  });
  test("several ways of one capture end alike", () => {
    const ways = [{ ...capture("a1", "c3", "e1"), otherPaths: [["a1", "d4", "e1"]] }];
    check(ways, "a1", "e1", false, "move a1 c3 e1");
    check(ways, "a1", "d4", false, "chosen a1 d4");
    check(ways, "a1 d4", "e1", false, "move a1 d4 e1");
  });
  test("two captures with one end are told apart by the path", () => {
    const two = [capture("a1", "c3", "e5"), capture("a1", "b4", "e5")];
    check(two, "a1", "e5", false, "several a1");
    check(two, "a1", "b4", false, "chosen a1 b4");
  });
  test("a square that is an end and on the way of another capture is on the way", () => {
    const both = [capture("a1", "c3"), capture("a1", "c3", "e5")];
    check(both, "a1", "c3", false, "move a1 c3");
    const apart = [capture("a1", "e5", "c7"), capture("a1", "c3", "e5")];
    check(apart, "a1", "e5", false, "chosen a1 e5");
  });
  test("a capture in a circle ends where it began", () => check([capture("c3", "e5", "g3", "c3")], "c3 e5 g3", "c3", true, "move c3 e5 g3 c3"));
});

test("glow and targets", () => {
  const legal = [capture("c3", "e5", "g7"), quiet("a3", "b4")];
  expect([...movable(legal)]).toEqual(["c3", "a3"]);
  expect([...mustCapture(legal)]).toEqual(["c3"]);
  expect([...targets(legal, ["c3"])]).toEqual(["e5", "g7"]);
  expect([...targets(legal, [])]).toEqual([]);
});

test("typed moves", () => {
  expect(typed("C3-d4", true)).toEqual(["c3", "d4"]);
  expect(typed("c3d4", true)).toEqual(["c3", "d4"]);
  expect(typed("32x28x19", false)).toEqual(["32", "28", "19"]);
  const legal = [capture("c3", "e5", "g7"), capture("c3", "e5", "c7")];
  expect(typedPath(legal, ["c3", "g7"])).toEqual(["c3", "e5", "g7"]);
  expect(typedPath(legal, ["c3", "b4"])).toEqual(["c3", "b4"]);
  expect(typedPath(undefined, ["c3", "b4"])).toEqual(["c3", "b4"]);
});
