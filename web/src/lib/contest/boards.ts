// The boards of games by their lines of rules, asked for once.
import { get } from "../api/client";
import type { BoardView, ContestBoardView, ContestView, RulesetView } from "../api/types";

const asked = new Map<string, Promise<BoardView>>();

/** The board of a line of rules. */
export function boardOf(rules: string): Promise<BoardView> {
  let found = asked.get(rules);
  if (!found) {
    found = get<RulesetView>("/rules", { rules }).then((ruleset) => ruleset.board);
    // What could not be read is asked for again.
    found.catch(() => asked.delete(rules));
    asked.set(rules, found);
  }
  return found;
}

/** The line of rules of a board: that of the contest, or what was agreed with one of the two alone. */
export function rulesOf(view: ContestView, board: ContestBoardView): string {
  const players = view.entrants.filter(({ number }) => number === board.white || number === board.black);
  return players.flatMap(({ terms }) => terms).find(({ term }) => term === "rules")?.value ?? view.agreed.rules;
}
