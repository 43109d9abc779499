// Days as people read them.
import type { Language } from "./words.svelte";

/** A day of the server, `2024-05-17`, `2024-05` or `2024`, in a language. */
export function dayText(day: string, language: Language): string {
  const [year, month, date] = day.split("-").map(Number);
  const moment = new Date(year!, (month ?? 1) - 1, date ?? 1);
  const parts: Intl.DateTimeFormatOptions = { year: "numeric", ...(month ? { month: "long" } : {}), ...(date ? { day: "numeric" } : {}) };
  return new Intl.DateTimeFormat(language, parts).format(moment);
}

/** A day and a time, such as “20 Nov, 14:00”. */
export function momentText(moment: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(moment);
}

/** A day without its year, such as “20 Nov”. */
export function shortDay(moment: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }).format(moment);
}

/** A date of PDN, `2024.05.??`, as the server has days; nothing if the year is not known. */
export function dayOfPdn(date: string): string | undefined {
  const known = /^(\d{4})(?:\.(\d{2}))?(?:\.(\d{2}))?/.exec(date);
  return known ? known.slice(1).filter(Boolean).join("-") : undefined;
}

const MINUTE = 60_000;
/** Units for saying how long ago something was, each up to a number of milliseconds. */
const UNITS = [
  { unit: "minute", length: MINUTE, below: 60 * MINUTE },
  { unit: "hour", length: 60 * MINUTE, below: 24 * 60 * MINUTE },
  { unit: "day", length: 24 * 60 * MINUTE, below: 30 * 24 * 60 * MINUTE },
  { unit: "month", length: 30 * 24 * 60 * MINUTE, below: Infinity },
] as const;

/** How long ago a moment was, such as “3 hours ago”. */
export function agoText(moment: number, now: number, language: Language): string {
  const passed = Math.max(now - moment, MINUTE);
  const { unit, length } = UNITS.find(({ below }) => passed < below)!;
  return new Intl.RelativeTimeFormat(language, { numeric: "always" }).format(-Math.floor(passed / length), unit);
}

/** In how long a moment comes, such as “in 3 hours”. */
export function untilText(moment: number, now: number, language: Language): string {
  const left = Math.max(moment - now, MINUTE);
  const { unit, length } = UNITS.find(({ below }) => left < below)!;
  return new Intl.RelativeTimeFormat(language, { numeric: "always" }).format(Math.round(left / length), unit);
}
