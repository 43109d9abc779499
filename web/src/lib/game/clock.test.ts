import { expect, test } from "vitest";
import { inSeconds, left, readTime, roughly, shown } from "./clock";

test("delay runs first, then the time, then the period", () => {
  const clock = { remaining: 10_000, delay: 2_000 };
  expect([0, 2_000, 3_000, 20_000].map((passed) => left(clock, passed))).toEqual([10_000, 10_000, 9_000, 0]);
  expect(left({ remaining: 1_000, period: 30_000, periods: 2 }, 6_000)).toBe(25_000);
  expect(left({ remaining: null }, 1)).toBeUndefined();
});

test("times are shown as on a clock", () => {
  const inEnglish = [480_000, 3_723_000, 59_001, 9_990, 0].map((time) => shown(time, "en"));
  expect(inEnglish).toEqual(["8:00", "1:02:03", "1:00", "9.9", "0.0"]);
  expect(["ru", "uk"].map((language) => shown(9_990, language))).toEqual(["9,9", "9,9"]);
});

test("days are shown as days and hours", () => {
  const hour = 3_600_000;
  expect([72 * hour, 72 * hour - 1, 25 * hour, 24 * hour - 1000].map((time) => shown(time, "en"))).toEqual(["3d", "2d 23h", "1d 1h", "23:59:59"]);
  expect([49 * hour, 23.9 * hour, hour / 2].map((time) => roughly(time, "en"))).toEqual(["2d 1h", "23 hr", "30 min"]);
});

test("what is waited for is shown in whole seconds, and not as over before it is", () => {
  expect([3_723_000, 60_000, 41_001, 9_990, 1, 0].map(inSeconds)).toEqual(["1:02:03", "1:00", "0:42", "0:10", "0:01", "0:00"]);
});

test("a time is read as an arbiter types it", () => {
  expect(["5", "5:30", "1:02:03", " 90 ", "0:07"].map(readTime)).toEqual([300_000, 330_000, 3_723_000, 5_400_000, 7_000]);
  expect(["", "five", "5:60", "1:2:3:4", "-5", "5.5"].map(readTime)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
});
