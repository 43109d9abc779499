import { expect, test } from "vitest";
import { fits, paceOf } from "./offers";

const offer = (clock: string, rulesName = "Russian", manner: "strict" | "at-board" = "strict") => ({ clocks: { white: clock, black: clock }, rulesName, manner });

test("the pace of an offer comes from its clocks", () => {
  expect(["none", "5m+3s", "1x3d", "10d+1d", "10/30d"].map((clock) => paceOf(offer(clock)))).toEqual(["none", "sitting", "days", "days", "days"]);
});

test("an offer fits where every wish does", () => {
  const all = { rules: "", pace: "", manner: "" } as const;
  expect(fits(offer("8m"), all)).toBe(true);
  expect(fits(offer("8m"), { ...all, rules: "Russian", pace: "sitting", manner: "strict" })).toBe(true);
  expect(fits(offer("8m"), { ...all, rules: "Italian" })).toBe(false);
  expect(fits(offer("8m"), { ...all, pace: "days" })).toBe(false);
  expect(fits(offer("8m"), { ...all, manner: "at-board" })).toBe(false);
});
