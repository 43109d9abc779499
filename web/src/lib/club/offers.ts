// Which of the offers in the club somebody wants to see.
import type { GameSummary, Manner } from "../api/types";

export type OfferPace = "none" | "sitting" | "days";
/** Nothing where all of them are wanted. */
export type Wishes = { rules: string; pace: OfferPace | ""; manner: Manner | "" };
export const PACES: readonly OfferPace[] = ["none", "sitting", "days"];

/** A clock that counts in days is not played in one sitting. */
export function paceOf(game: Pick<GameSummary, "clocks">): OfferPace {
  const both = [game.clocks.white, game.clocks.black];
  if (both.some((clock) => /\dd/.test(clock))) return "days";
  return both.every((clock) => clock === "none") ? "none" : "sitting";
}

export function fits(game: Pick<GameSummary, "clocks" | "rulesName" | "manner">, wishes: Wishes): boolean {
  const rules = !wishes.rules || game.rulesName === wishes.rules;
  return rules && (!wishes.pace || paceOf(game) === wishes.pace) && (!wishes.manner || game.manner === wishes.manner);
}
