// What can be agreed before a game besides the game itself.
import type { AidsName, ColourChoice, CreateGame, MannerName, OpponentChoice, RulesetView, Side } from "../api/types";
import { isOzornye } from "./groups";

/** The clock between people where the game's own text gives none: eight minutes, as the basic rules have it. */
const BETWEEN_PEOPLE = "8m";
export const CLOCKS = ["none", "3m+2s", "5m", "8m", "10m+5s", "15m+10s", "30m", "80m+1m"] as const;

export class Options {
  /** Nothing: what suits the game and the opponent. */
  clock = $state("");
  /** The opponent's clock, where it is another. */
  otherClock = $state("");
  colour = $state<ColourChoice>("lots");
  first = $state<Side | "">("");
  aids = $state<AidsName>("full");
  manner = $state<MannerName>("strict");
  arbiter = $state(false);
  /** A flag does not lose against somebody who cannot win. */
  mercy = $state(false);
  odds = $state.raw<string[]>([]);
}

/** Whether somebody must be waited for, so that a clock makes sense. */
function isBetweenPeople(opponent: OpponentChoice): boolean {
  return opponent.kind === "link" || opponent.kind === "lobby";
}

/** The game that is asked for. */
export function request(options: Options, rules: RulesetView, opponent: OpponentChoice, monkeys: boolean): CreateGame {
  const usual = isBetweenPeople(opponent) && !monkeys ? (rules.clock === "none" ? BETWEEN_PEOPLE : rules.clock) : "none";
  const own = options.clock || usual;
  const other = options.otherClock || own;
  // Whoever plays against the computer for the first time plays White.
  const colour = opponent.kind === "sameScreen" ? "white" : options.colour;
  const line = rules.line + changes(options, rules, monkeys);
  const terms = { aids: options.aids };
  return {
    rules: line,
    opponent,
    colour,
    // Different clocks belong to people, not to colours, so lots cannot be drawn between them.
    clocks: colour === "black" ? { white: other, black: own } : { white: own, black: other },
    odds: options.odds,
    manner: options.manner,
    arbiter: options.arbiter,
    mercy: options.mercy,
    seats: { white: terms, black: terms },
  };
}

/** The children's games in the monkeys' theme stand on the light squares, and their players agree who begins. */
function changes(options: Options, rules: RulesetView, monkeys: boolean): string {
  const facts = new Map(rules.facts.map((fact) => [fact.id, fact.value]));
  const first = options.first && options.first !== rules.first ? ` first=${options.first}` : "";
  const turns = ["stavropol", "diagonal", "poddavki", "samoyed"].includes(rules.id);
  const ledges = monkeys && isOzornye(rules.id) && turns && facts.get("squares") === "dark" ? " corner=right squares=light" : "";
  return first + ledges;
}
