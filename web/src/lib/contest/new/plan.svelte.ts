// What is chosen for a new contest. A name and one button are enough: everything else has a default.
import type { ContestColours, ContestKind, CreateContest, RulesetView, View } from "../../api/types";
import { paceOf } from "../../club/offers";
import { usualBetweenPeople } from "../../start/clocks";
import type { ClockSetting } from "../../api/types";

/** How a match can be long; `first-to` is followed by the number of points. */
export const LENGTHS = ["games 2", "games 4", "best-of 3", "best-of 5", "first-to"] as const;
/** The federations' ladder after a drawn classical game: rapid, then blitz. */
export const LADDER = ["20m+5s", "5m+3s"] as const;
/** How the host of a display is timed. */
export const TIMINGS = ["none", "same", "unequal", "one"] as const;
const MINUTE = 60;

export class Plan {
  readonly kind: ContestKind;
  name = $state("");
  /** Nothing: what is usual between people. */
  clock = $state("");
  otherClock = $state("");
  colours = $state<ContestColours>("lots");
  length = $state<(typeof LENGTHS)[number]>("games 2");
  /** How many points win a match that goes on until then. */
  firstTo = $state(3);
  faster = $state(false);
  ladder = $state<string[]>([...LADDER]);
  /** A FEN on each line. */
  openings = $state("");
  /** Minutes. */
  patience = $state(10);
  timing = $state<(typeof TIMINGS)[number]>("none");
  hostClock = $state("30m");
  guestClock = $state("15m+10s");
  /** The host's one clock over all boards, in minutes. */
  oneClock = $state(60);
  takebacks = $state(true);
  /** Whether players may go on vacation from games over days. */
  vacation = $state(true);
  late = $state(true);
  /** What the host sees. */
  view = $state<View>("board");
  asked = $state(false);
  private = $state(false);
  /** As the field of a browser has it: local time. */
  begins = $state("");
  onlyRuns = $state(false);

  constructor(kind: ContestKind) {
    this.kind = kind;
    if (kind === "simul") this.colours = "white";
  }

  /** What the first entrant's clock is, and that of the others. */
  #clocks(usual: string): [string, string] {
    if (this.kind !== "simul") return [this.clock || usual, (this.kind === "match" && this.otherClock) || this.clock || usual];
    if (this.timing === "same") return [this.guestClock, this.guestClock];
    return this.timing === "unequal" ? [this.hostClock, this.guestClock] : ["none", "none"];
  }

  /** Whether its games are played over days. */
  get isOverDays(): boolean {
    const [white, black] = this.#clocks("none");
    return paceOf({ clocks: { white, black } }) === "days";
  }

  #ofMatch(): Partial<CreateContest> {
    return {
      length: this.length === "first-to" ? `first-to ${this.firstTo}` : this.length,
      colours: this.colours,
      ...(this.faster ? { draws: "faster", ladder: this.ladder } : {}),
      openings: this.openings.split("\n").map((line) => line.trim()).filter(Boolean),
      patience: this.patience * MINUTE,
    };
  }

  #ofDisplay(): Partial<CreateContest> {
    return { colours: this.colours, late: this.late, ...(this.timing === "one" ? { hostClock: this.oneClock * MINUTE } : {}) };
  }

  /** The contest that is asked for. */
  request(rules: RulesetView, clocks: readonly ClockSetting[]): CreateContest {
    const [first, others] = this.#clocks(usualBetweenPeople(rules, clocks).clock);
    const seat = this.kind === "simul" ? { view: this.view } : {};
    return {
      name: this.name.trim(),
      kind: this.kind,
      rules: rules.line,
      people: { creator: { clock: first, seat }, opponent: { clock: others } },
      ...(this.kind === "match" ? this.#ofMatch() : this.kind === "simul" ? this.#ofDisplay() : {}),
      takebacks: this.takebacks,
      ...(this.isOverDays ? { vacation: this.vacation } : {}),
      joining: this.asked ? "asked" : "free",
      private: this.private,
      ...(this.begins ? { beginsAt: new Date(this.begins).getTime() } : {}),
      ...(this.kind === "simul" ? {} : { onlyRuns: this.onlyRuns }),
    };
  }
}
