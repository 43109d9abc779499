import { expect, test } from "vitest";
import type { MoveView, TreeView } from "../api/types";
import { add, end, graft, moves, origin, pack, path, promote, remove, root, toggle, unpack } from "./tree";

const move = (text: string, fen = text): MoveView => ({ ply: 0, by: "white", text, path: [], fen, placement: "" });
const texts = (view: ReturnType<typeof moves>) => view.nodes.map(({ text }) => text);

test("a move that is there is not added again, however it is written", () => {
  const start = root();
  expect(add(start, move("c3:g7", "x"))).toBe(add(start, move("c3:e5:g7", "x")));
  expect(start.children).toHaveLength(1);
});

test("variations become the main line and go", () => {
  const start = root();
  const first = add(start, move("c3-d4"));
  const reply = add(first, move("d6-c5"));
  const other = add(first, move("b6-a5"));
  add(other, move("d4-e5"));
  add(reply, move("b2-c3"));
  expect(texts(moves(start))).toEqual(["c3-d4", "d6-c5", "b2-c3", "b6-a5", "d4-e5"]);
  promote(other);
  expect(path(end(start)).map((node) => node.move!.text)).toEqual(["c3-d4", "b6-a5", "d4-e5"]);
  expect(remove(other)).toBe(first);
  expect(end(start).move!.text).toBe("b2-c3");
});

test("what the server sends comes back to it the same", () => {
  const view: TreeView = {
    rules: "russian",
    start: "",
    secondBegins: false,
    tags: [],
    comment: "before",
    nodes: [
      { move: move("c3-d4"), glyphs: ["!", "="], comment: "so" },
      { parent: 0, move: move("d6-c5") },
      { parent: 1, move: move("", "a position") },
      { parent: 2, move: move("b2-c3") },
      { parent: 0, move: move("b6-a5") },
    ],
  };
  const sent = moves(graft(root(), view));
  expect(sent).toEqual({
    comment: "before",
    nodes: [
      { text: "c3-d4", glyphs: ["!", "="], comment: "so" },
      { parent: 0, text: "d6-c5" },
      { parent: 1, text: "", setup: "a position" },
      { parent: 2, text: "b2-c3" },
      { parent: 0, text: "b6-a5" },
    ],
  });
  // Behind what this device has kept, which stays the main line.
  const here = root();
  add(here, move("e3-f4"));
  expect(texts(moves(graft(here, view)))).toEqual(["e3-f4", "c3-d4", "d6-c5", "", "b2-c3", "b6-a5"]);
});

test("moves are counted from the last position that was set up", () => {
  const start = root();
  const setup = add(add(start, move("c3-d4")), move("", "a position"));
  const last = add(add(setup, move("b2-c3")), move("d6-c5"));
  expect(origin(last)).toBe(setup);
  expect(origin(setup)).toBe(setup);
  expect(origin(setup.parent!)).toBe(start);
  expect(origin(start)).toBe(start);
});

test("a sign takes the place of another, and signs about the position stay", () => {
  const node = { ...root(), glyphs: ["!", "+-"] };
  toggle(node, "?");
  expect(node.glyphs).toEqual(["?", "+-"]);
  toggle(node, "?");
  expect(node.glyphs).toEqual(["+-"]);
});

test("a tree that was kept comes back whole, and what is not a tree gives nothing", () => {
  const start = root();
  const first = add(start, move("c3-d4"));
  add(first, move("d6-c5")).glyphs = ["?"];
  add(add(first, move("b6-a5")), move("d4-e5")).comment = "why not";
  expect(moves(unpack(pack(start))!)).toEqual(moves(start));
  expect([undefined, "", "nonsense", "{\"children\":[{}]}"].map(unpack)).toEqual([undefined, undefined, undefined, undefined]);
});

test("what older pages kept is read", () => {
  const old = { children: [{ move: { ply: 1, by: "white", text: "c3-d4", path: [], fen: "x" }, glyph: "!?", comment: "so" }] };
  expect(moves(unpack(JSON.stringify(old))!)).toEqual({ nodes: [{ text: "c3-d4", glyphs: ["!?"], comment: "so" }] });
});
