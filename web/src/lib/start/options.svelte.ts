// What can be agreed before a game besides the game itself.
import type { Aids, ColourChoice, CreateGame, FlagFalls, Manner, OpponentChoice, PositionView, RulesetView, Side, Talk, View } from "../api/types";
import type { Pieces } from "../board/geometry";
import { paceOf } from "../club/offers";
import { usualBetweenPeople } from "./clocks";

/** How many minutes later spectators may see a game. */
export const DELAYS = [1, 5, 15] as const;

export class Options {
  /** Nothing: what suits the game and the opponent. */
  clock = $state("");
  /** The opponent's clock, where it is another. */
  otherClock = $state("");
  colour = $state<ColourChoice>("lots");
  first = $state<Side | "">("");
  aids = $state<Aids>("full");
  /** What I see of the board; the opponent sees all of it. */
  view = $state<View>("board");
  manner = $state<Manner>("strict");
  arbiter = $state(false);
  talk = $state<Talk>("phrases");
  /** Whether only the people of the game see it. */
  private = $state(false);
  /** Seconds by which spectators see everything later. */
  delay = $state(0);
  /** A flag does not lose against somebody who cannot win. */
  mercy = $state(false);
  /** In a game over days: whether a flag waits for a claim, and whether players may go on vacation. */
  flag = $state<FlagFalls>("falls");
  vacation = $state(true);
  odds = $state.raw<string[]>([]);
  /** A position to begin from; nothing for the start of the game. */
  fen = $state("");
  /** Who moves first there. */
  toMove = $state<Side>();
  /** The pieces of that position, once the server has read it. */
  pieces = $state.raw<Pieces>();

  /** Begins from this position; without one from the start of the game. */
  beginFrom(position?: PositionView): void {
    this.fen = position?.fen ?? "";
    this.pieces = position?.pieces;
    this.toMove = position?.toMove;
  }
}

/** Whether somebody must be waited for, so that a clock makes sense. */
function isBetweenPeople(opponent: OpponentChoice): boolean {
  return opponent.kind === "link" || opponent.kind === "lobby";
}

/** Whether the chosen time is that of a game over days. */
export function isOverDays(options: Options): boolean {
  return paceOf({ clocks: { white: options.clock, black: options.otherClock } }) === "days";
}

/** What only games over days know. */
function slowTerms(options: Options): Pick<CreateGame, "flag" | "vacation"> {
  if (!isOverDays(options)) return {};
  return { vacation: options.vacation, ...(options.manner === "strict" ? { flag: options.flag } : {}) };
}

/** The game that is asked for. */
export function request(options: Options, rules: RulesetView, opponent: OpponentChoice, monkeys: boolean): CreateGame {
  const usual = isBetweenPeople(opponent) && !monkeys ? usualBetweenPeople(rules).clock : "none";
  const own = options.clock || usual;
  const other = options.otherClock || own;
  const colour = opponent.kind === "sameScreen" ? "white" : options.colour;
  const line = rules.line + changes(options, rules, monkeys);
  const mine = { aids: options.aids, view: options.manner === "strict" ? options.view : ("board" as const) };
  // Two people at the same screen see the same.
  const theirs = opponent.kind === "sameScreen" ? mine : { aids: options.aids };
  return {
    rules: line,
    opponent,
    colour,
    // Clocks and views belong to people, whichever colours the lots give them.
    people: { creator: { clock: own, seat: mine }, opponent: { clock: other, seat: theirs } },
    ...(options.fen ? { fen: options.fen } : { odds: options.odds }),
    manner: options.manner,
    talk: options.talk,
    arbiter: options.arbiter,
    private: options.private,
    delay: options.delay,
    mercy: options.mercy,
    ...slowTerms(options),
  };
}

/** The children's games in the monkeys' theme stand on the light squares, and their players agree who begins. */
function changes(options: Options, rules: RulesetView, monkeys: boolean): string {
  const facts = new Map(rules.facts.map((fact) => [fact.id, fact.value]));
  const first = options.first && options.first !== rules.first && rules.firstIsAgreed ? ` first=${options.first}` : "";
  // What lies as on any dark board; games that turn it on purpose say so, and the race has no kings to look at.
  const usual = facts.has("king") && facts.get("corner") === "left" && facts.get("squares") === "dark";
  const ledges = monkeys && !options.fen && rules.group === "ozornye" && usual ? " corner=right squares=light" : "";
  return first + ledges;
}
