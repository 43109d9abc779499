// Which game is wanted: one of the server's, or one with changed rules, from a position that the address may bring.
import { get, post, sentence } from "../api/client";
import type { Choices, PositionView, RulesetView } from "../api/types";
import { keep, kept } from "../keep";
import type { Options } from "./options.svelte";

export class Wanted {
  problem = $state<string>();
  #game = $state(kept("game"));
  /** A game with changed rules: what the builder made, or what the address asks for. */
  #changed = $state.raw<RulesetView>();
  #options: Options;
  #choices: () => Choices | undefined;
  #found = $derived.by(() => this.#choices()?.rulesets.find((ruleset) => ruleset.id === this.#game) ?? this.#choices()?.rulesets[0]);
  ruleset = $derived.by(() => (this.#changed && this.#changed.id === this.#game ? this.#changed : this.#found));

  constructor(options: Options, choices: () => Choices | undefined) {
    this.#options = options;
    this.#choices = choices;
  }

  /** One of the server's games, from its start. */
  choose(id: string): void {
    this.#game = id;
    keep("game", id);
    this.#fromStart();
    this.#changed = undefined;
  }

  /** The same game with changed rules. */
  change(made: RulesetView): void {
    this.#changed = made;
  }

  /** The address may bring a game and a position: what was set up on the board of analysis is played from here. */
  async bring(line: string, fen: string): Promise<void> {
    try {
      const asked = await get<RulesetView>("/rules", { rules: line });
      this.#changed = asked;
      this.#game = asked.id;
      this.#fromStart();
      this.problem = undefined;
      // What is wrong with a position is said before somebody is waited for.
      if (fen) this.#options.beginFrom(await post<PositionView>("/position", { rules: asked.line, fen }));
    } catch (error) {
      this.problem = sentence(error);
    }
  }

  #fromStart(): void {
    this.#options.odds = [];
    this.#options.beginFrom();
  }
}
