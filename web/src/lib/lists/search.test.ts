import { expect, test } from "vitest";
import { isMore, nothing, query } from "./search";

test("only what was filled in is asked", () => {
  expect(query(nothing())).toEqual({});
  expect(query({ ...nothing(), player: " Ann ", result: "mine-won" })).toEqual({ player: "Ann", result: "won" });
  expect(query({ ...nothing(), result: "white" })).toEqual({ result: "white" });
});

test("days are those of this device", () => {
  expect(query({ ...nothing(), from: "2024-05-17" }, 120)).toEqual({ from: "2024-05-17", zone: "120" });
});

test("what is behind more is seen when it is filled in", () => {
  expect([nothing(), { ...nothing(), rules: "russian" }, { ...nothing(), event: "Cup" }].map(isMore)).toEqual([false, false, true]);
});
