// The ways to play that the club page offers, each two clicks away from a game.
import type { OpponentChoice } from "../api/types";
import type { Sign } from "../parts/Icon.svelte";

/** The time that is chosen first: three days for each move, a byoyomi of one period. */
export const LETTERS_CLOCK = "1x3d";

export type Way = {
  /** Its words are `web-play-NAME` and `web-play-NAME-about`. */
  name: string;
  sign: Sign;
  /** What the second click makes; the computer's level is chosen there, and contests have pages of their own. */
  makes: { opponent: OpponentChoice; /** Over days: its time and terms are chosen there. */ slow?: boolean } | "computer" | { page: string };
};

const GAMES: readonly Way[] = [
  { name: "link", sign: "link", makes: { opponent: { kind: "link" } } },
  { name: "screen", sign: "people", makes: { opponent: { kind: "sameScreen" } } },
  { name: "computer", sign: "computer", makes: "computer" },
  { name: "letters", sign: "letter", makes: { opponent: { kind: "link" }, slow: true } },
];
const CONTESTS: readonly Way[] = [
  { name: "match", sign: "scales", makes: { page: "/contests/new/match" } },
  { name: "simul", sign: "star", makes: { page: "/contests/new/simul" } },
  { name: "evening", sign: "home", makes: { page: "/contests/new/evening" } },
];

export const WAYS: readonly Way[] = [...GAMES, ...CONTESTS];
