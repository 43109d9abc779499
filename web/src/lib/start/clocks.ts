// The clocks that the page suggests; the server reads and words them.
import type { ClockSetting, RulesetView } from "../api/types";

/** The clock between people where the game's own text gives none: eight minutes, as the basic rules have it. */
export const BETWEEN_PEOPLE = "8m";
/** What the opponent's own clock is at first. */
export const FIRST_OTHER = "5m";
/** How a clock is typed: with an increment, and in stages. */
export const CLOCK_EXAMPLES = ["5m+3s", "40/90m:30m"] as const;

/** The clock of a game between people who have chosen none. */
export function usualBetweenPeople(rules: RulesetView, clocks: readonly ClockSetting[] = []): ClockSetting {
  if (rules.clock !== "none") return { clock: rules.clock, text: rules.clockText, pace: "sitting" };
  return clocks.find((setting) => setting.clock === BETWEEN_PEOPLE) ?? { clock: BETWEEN_PEOPLE, text: BETWEEN_PEOPLE, pace: "sitting" };
}
