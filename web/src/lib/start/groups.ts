// The games in the order in which people look for them; the server says to which group each belongs.
import type { GameGroup, RulesetView } from "../api/types";

/** Every group, so that no game is lost. */
const GROUPS: Record<GameGroup, string> = {
  russian: "web-group-russian",
  international: "web-group-international",
  world: "web-group-world",
  house: "web-group-house",
  ozornye: "web-group-ozornye",
};

type Group = {
  title: string;
  rulesets: RulesetView[];
  /** The same without the further rule books of a game: games that are played alike are one. */
  games: RulesetView[];
};

export function groups(rulesets: readonly RulesetView[]): Group[] {
  return Object.entries(GROUPS)
    .map(([group, title]) => ({ title, rulesets: rulesets.filter((ruleset) => ruleset.group === group) }))
    .filter((group) => group.rulesets.length > 0)
    .map((group) => ({ ...group, games: group.rulesets.filter((ruleset) => ruleset.playedAs === ruleset.id) }));
}

/** The rule books of a game, its own first. */
export function booksOf(rulesets: readonly RulesetView[], game: RulesetView): RulesetView[] {
  return rulesets.filter((ruleset) => ruleset.playedAs === game.playedAs);
}
