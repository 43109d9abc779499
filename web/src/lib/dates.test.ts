import { expect, test } from "vitest";
import { agoText, dayOfPdn, dayText } from "./dates";

test("a day is said as far as it is known", () => {
  expect(dayText("2024-05-17", "en")).toMatch(/17/);
  expect(dayText("2024-05", "ru")).toMatch(/май 2024/);
  expect(dayText("1965", "uk")).toMatch(/^1965/);
});

test("dates of files", () => {
  expect(["2024.05.17", "2024.05.??", "1965.??.??", "????.??.??", "?"].map(dayOfPdn)).toEqual(["2024-05-17", "2024-05", "1965", undefined, undefined]);
});

test("how long ago something was", () => {
  const now = Date.UTC(2026, 10, 18);
  const ago = (minutes: number, language: "en" | "ru" | "uk" = "en") => agoText(now - minutes * 60_000, now, language);
  expect([ago(-5), ago(7), ago(59), ago(60), ago(60 * 23), ago(60 * 24), ago(60 * 24 * 29), ago(60 * 24 * 31)]).toEqual(
    ["1 minute ago", "7 minutes ago", "59 minutes ago", "1 hour ago", "23 hours ago", "1 day ago", "29 days ago", "1 month ago"],
  );
  expect([ago(180, "ru"), ago(180, "uk")]).toEqual(["3 часа назад", "3 години тому"]);
});
