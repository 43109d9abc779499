import { expect, test } from "vitest";
import type { MoveView, TreeView } from "../api/types";
import { linesOf, nodesOf, numbered } from "./conditions.svelte";

const lines = [["d6-c5", "b2-c3", "f6-g5"], ["d6-c5", "b2-c3", "b6-a5"], ["f6-g5", "g3-h4"]];

test("lines that begin alike share their first moves, and come back as they were", () => {
  const nodes = nodesOf(lines);
  expect(nodes.map(({ text }) => text)).toEqual(["d6-c5", "b2-c3", "f6-g5", "b6-a5", "f6-g5", "g3-h4"]);
  const tree = { nodes: nodes.map(({ parent, text }) => ({ ...(parent === undefined ? {} : { parent }), move: { text } as MoveView })) } as TreeView;
  expect(linesOf(tree)).toEqual(lines);
  expect(linesOf(undefined)).toEqual([]);
});

test("a line is numbered from where the game stands", () => {
  expect(numbered(["d6-c5", "b2-c3"], 1, false)).toBe("1… d6-c5 2. b2-c3");
  expect(numbered(["b2-c3", "f6-g5", "c3-b4"], 2, false)).toBe("2. b2-c3 f6-g5 3. c3-b4");
  expect(numbered(["d6-c5", "b2-c3"], 0, true)).toBe("1… d6-c5 2. b2-c3");
});
