// What a clock shows now. It counts down by itself from what the server last said: delay, then time, then period.
import type { ClockView } from "../api/types";

/** What is left, in milliseconds, `passed` after the reading. */
export function left(clock: ClockView, passed: number): number | undefined {
  if (clock.remaining === null) return undefined;
  const afterDelay = Math.max(0, passed - (clock.delay ?? 0));
  const main = clock.remaining - afterDelay;
  if (main > 0 || clock.period === undefined) return Math.max(0, main);
  return Math.max(0, clock.period + main);
}

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A time of a day or more: `2d 5h` in English. */
function inDays(time: number, language: string): string {
  const hours = Math.floor(time / HOUR);
  const unit = (value: number, unit: string) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" }).format(value);
  return [unit(Math.floor(hours / 24), "day"), ...(hours % 24 ? [unit(hours % 24, "hour")] : [])].join(" ");
}

/** About how long there is left, for lists: `2d 5h`, `5h`, `12m`. */
export function roughly(time: number, language: string): string {
  if (time >= DAY) return inDays(time, language);
  const [unit, length] = time >= HOUR ? (["hour", HOUR] as const) : (["minute", HOUR / 60] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(Math.floor(time / length));
}

/** A time as clocks show it: `2d 5h`, `1:02:03`, `8:00`, and in the last ten seconds tenths, behind the language's decimal sign. */
export function shown(time: number, language: string): string {
  if (time >= DAY) return inDays(time, language);
  if (time >= 10_000) return inSeconds(time);
  return (Math.floor(time / 100) / 10).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A time in whole seconds: `1:02:03`, `0:42`. What has begun counts, so that nothing is shown as over before it is. */
export function inSeconds(time: number): string {
  const seconds = Math.ceil(time / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Reads `5`, `5:30` or `1:02:03` as minutes, minutes and seconds, or hours too; in milliseconds. */
export function readTime(text: string): number | undefined {
  const parts = text.trim().split(":");
  if (parts.length > 3 || !parts.every((part) => /^\d{1,3}$/.test(part)) || parts.slice(1).some((part) => Number(part) > 59)) return undefined;
  const [last, ...before] = parts.length === 1 ? [0, Number(parts[0])] : parts.map(Number).reverse();
  return ((before[1] ?? 0) * 3600 + (before[0] ?? 0) * 60 + last!) * 1000;
}
