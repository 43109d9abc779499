import { expect, test } from "vitest";
import { dayOfPdn, dayText } from "./dates";

test("a day is said as far as it is known", () => {
  expect(dayText("2024-05-17", "en")).toMatch(/17/);
  expect(dayText("2024-05", "ru")).toMatch(/май 2024/);
  expect(dayText("1965", "uk")).toMatch(/^1965/);
});

test("dates of files", () => {
  expect(["2024.05.17", "2024.05.??", "1965.??.??", "????.??.??", "?"].map(dayOfPdn)).toEqual(["2024-05-17", "2024-05", "1965", undefined, undefined]);
});
