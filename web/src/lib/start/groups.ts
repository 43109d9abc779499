// The games in the order in which people look for them; the server says to which group each belongs.
import type { GameGroup, RulesetView } from "../api/types";

/** Every group, so that no game is lost. */
const GROUPS: Record<GameGroup, string> = {
  russian: "web-group-russian",
  international: "web-group-international",
  ozornye: "web-group-ozornye",
  world: "web-group-world",
  house: "web-group-house",
};

export function groups(rulesets: readonly RulesetView[]): { title: string; rulesets: RulesetView[] }[] {
  return Object.entries(GROUPS)
    .map(([group, title]) => ({ title, rulesets: rulesets.filter((ruleset) => ruleset.group === group) }))
    .filter((group) => group.rulesets.length > 0);
}
