// The games in the order in which people look for them. A game that is in no group comes last, so none is lost.
import type { RulesetView } from "../api/types";

const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ["web-group-russian", ["russian", "russian-basic", "russian-gambler", "russian-fmjd"]],
  ["web-group-international", ["international", "international-fmjd"]],
  [
    "web-group-ozornye",
    ["simple", "checkers-ozornye", "english-ozornye", "italian-ozornye", "spanish-ozornye", "corners", "stavropol", "diagonal", "poddavki", "samoyed"],
  ],
  ["web-group-world", ["english", "italian", "spanish", "brazilian", "checkers"]],
  ["web-group-house", ["house"]],
];

/** Whether a game belongs to the children's set. */
export function isOzornye(id: string): boolean {
  return GROUPS[2]![1].includes(id);
}

/** Whether the players agree who begins: the text of the children's set leaves it to them (D.first.1), and so do house rules. */
export function agreesFirst(id: string): boolean {
  return isOzornye(id) || id === "house";
}

export function groups(rulesets: readonly RulesetView[]): { title: string; rulesets: RulesetView[] }[] {
  const find = (id: string) => rulesets.filter((ruleset) => ruleset.id === id);
  const known = new Set(GROUPS.flatMap(([, ids]) => ids));
  const rest = rulesets.filter((ruleset) => !known.has(ruleset.id));
  return GROUPS.map(([title, ids], at) => ({
    title,
    rulesets: [...ids.flatMap(find), ...(at === GROUPS.length - 1 ? rest : [])],
  })).filter((group) => group.rulesets.length > 0);
}
