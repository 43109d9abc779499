// Which of my games: what somebody has filled in, as the server is asked.

export type Wanted = { rules: string; result: string; player: string; versus: string; event: string; from: string; to: string };

export const nothing = (): Wanted => ({ rules: "", result: "", player: "", versus: "", event: "", from: "", to: "" });

/** The results that can be searched for, in the order in which they are offered. */
export const RESULTS = ["mine-won", "mine-lost", "white", "black", "drawn", "unknown"] as const;

/** What stands behind "more": it is filled in seldom. */
export const isMore = ({ versus, event, from, to }: Wanted) => Boolean(versus || event || from || to);

/** The query; days are those of this device's clock. */
export function query(wanted: Wanted, aheadOfUtc = -new Date().getTimezoneOffset()): Record<string, string> {
  const filled = Object.entries(wanted).map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value);
  const asked: Record<string, string> = Object.fromEntries(filled);
  if (asked.result) asked.result = asked.result.replace("mine-", "");
  return asked.from || asked.to ? { ...asked, zone: String(aheadOfUtc) } : asked;
}
