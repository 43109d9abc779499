import { expect, test } from "vitest";
import type { BoardView } from "../api/types";
import { cellAt, count, piecesOf, rows, step } from "./geometry";

const names = "abcdefgh";
function board(dark: boolean): BoardView {
  const cells = Array.from({ length: 64 }, (_, at) => {
    const [column, row] = [at % 8, Math.floor(at / 8)];
    return { name: `${names[column]}${row + 1}`, column, row, played: (column + row) % 2 === (dark ? 0 : 1) };
  });
  return { width: 8, dark, algebraic: true, cells };
}

test("White sits at the bottom, or at the top of a flipped board", () => {
  expect(rows(board(true), false)[7]![0]!.name).toBe("a1");
  expect(rows(board(true), true)[0]![7]!.name).toBe("a1");
});

test("played squares are dark, or light where the game says so (D.board.1)", () => {
  expect(rows(board(true), false)[7]![0]).toMatchObject({ dark: true, played: true });
  expect(rows(board(false), false)[7]![0]).toMatchObject({ dark: true, played: false });
  expect(rows(board(false), false)[7]![1]).toMatchObject({ dark: false, played: true });
});

test("where every cell is played the corner is dark", () => {
  const all = board(true);
  all.cells.forEach((cell) => (cell.played = true));
  expect(rows(all, false)[7]![0]!.dark).toBe(true);
  expect(rows(all, false)[7]![1]!.dark).toBe(false);
});

test("steps stop at the edge", () => {
  const placed = rows(board(true), false);
  expect(step(placed, "a1", 1, 0)).toBe("b1");
  expect(step(placed, "a1", 0, -1)).toBe("a2");
  expect(step(placed, "a1", -1, 0)).toBe("a1");
  expect(step(placed, "a1", 0, 1)).toBe("a1");
});

test("a point belongs to a cell", () => {
  expect(cellAt(rows(board(true), false), 0.01, 0.99)).toBe("a1");
  expect(cellAt(rows(board(true), true), 0.01, 0.99)).toBe("h8");
  expect(cellAt(rows(board(true), false), 1.2, 0.5)).toBeUndefined();
});

test("a placement has one letter for each cell", () => {
  const rest = "-".repeat(60);
  const pieces = piecesOf(board(true), `w-W-${rest}`);
  expect(pieces).toEqual({ a1: "w", c1: "W" });
  expect(piecesOf(board(true), `${rest}---B`)).toEqual({ h8: "B" });
  expect(piecesOf(board(true), "")).toEqual({});
  expect(count({ ...pieces, h8: "B" })).toEqual({ white: 2, black: 1 });
});
