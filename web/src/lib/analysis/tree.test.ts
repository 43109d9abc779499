import { expect, test } from "vitest";
import type { MoveView } from "../api/types";
import { add, end, movetext, pack, path, promote, readMovetext, realise, remove, root, unpack } from "./tree";

const move = (text: string): MoveView => ({ ply: 0, by: "white", text, path: [], fen: text });

test("a move that is there is not added again", () => {
  const start = root();
  expect(add(start, move("c3-d4"))).toBe(add(start, move("c3-d4")));
  expect(start.children).toHaveLength(1);
});

test("variations, comments and signs are written", () => {
  const start = root();
  const first = add(start, move("c3-d4"));
  const reply = add(first, move("d6-c5"));
  const other = add(first, move("b6-a5"));
  add(other, move("d4-e5"));
  add(reply, move("b2-c3"));
  reply.glyph = "?";
  first.comment = "the {usual} move";
  expect(movetext(start, false)).toBe("1. c3-d4 {the usual move} 1... d6-c5? (1... b6-a5 2. d4-e5) 2. b2-c3");
  expect(movetext(start, true)).toBe("1... c3-d4 {the usual move} 2. d6-c5? (2. b6-a5 d4-e5) 2... b2-c3");
  promote(other);
  expect(end(start).move!.text).toBe("d4-e5");
  expect(path(end(start))).toHaveLength(3);
  expect(remove(other)).toBe(first);
  expect(end(start).move!.text).toBe("b2-c3");
});

test("a tree that was kept comes back whole, and what is no tree is none", () => {
  const start = root();
  const first = add(start, move("c3-d4"));
  add(first, move("d6-c5")).glyph = "?";
  add(add(first, move("b6-a5")), move("d4-e5")).comment = "why not";
  const back = unpack(pack(start))!;
  expect(movetext(back, false)).toBe(movetext(start, false));
  expect(path(end(back)).map((node) => node.move!.text)).toEqual(["c3-d4", "d6-c5"]);
  expect([undefined, "", "nonsense", "{\"children\":[{}]}"].map(unpack)).toEqual([undefined, undefined, undefined, undefined]);
});

test("what is written can be read again", async () => {
  // The server would say what the moves are; here a move is its text.
  const again = (text: string) => realise(readMovetext(text), async (line) => line.map(move));
  for (const text of [
    "1. c3-d4 {the usual move} 1... d6-c5? (1... b6-a5 2. d4-e5) 2. b2-c3",
    "1. 32-28 19-23 (1... 18-23 2. 28x19) (1... 17-21!? {sharp} 2. 1-6 (2. 33-29 {why not})) 2. 28x19",
    "1. c3-d4",
    "",
  ]) {
    const read = await again(`${text} 2-0`);
    expect(movetext(read, false)).toBe(text);
  }
  // A variation that is a move longer than what it stands beside, and Black to begin.
  const black = "1... c3-d4 {so} 2. d6-c5? (2. b6-a5 d4-e5 3. a1-b2) 2... b2-c3";
  expect(movetext(await again(`${black} 1/2-1/2`), true)).toBe(black);
});
