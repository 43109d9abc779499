// Days as people read them.
import type { Language } from "./words.svelte";

/** A day of the server, `2024-05-17`, `2024-05` or `2024`, in a language. */
export function dayText(day: string, language: Language): string {
  const [year, month, date] = day.split("-").map(Number);
  const moment = new Date(year!, (month ?? 1) - 1, date ?? 1);
  const parts: Intl.DateTimeFormatOptions = { year: "numeric", ...(month ? { month: "long" } : {}), ...(date ? { day: "numeric" } : {}) };
  return new Intl.DateTimeFormat(language, parts).format(moment);
}

/** A date of PDN, `2024.05.??`, as the server has days; nothing if the year is not known. */
export function dayOfPdn(date: string): string | undefined {
  const known = /^(\d{4})(?:\.(\d{2}))?(?:\.(\d{2}))?/.exec(date);
  return known ? known.slice(1).filter(Boolean).join("-") : undefined;
}
