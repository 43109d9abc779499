// The club's contests as lists, asked for again when something has happened in the club, but not too often.
import { get, sentence } from "../api/client";
import type { ContestsView } from "../api/types";

/** The shortest time between two questions, in milliseconds. */
const EVERY = 1000;

export class Contests {
  lists = $state.raw<ContestsView>();
  problem = $state<string>();
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Asks now, or as soon as that may be again. */
  refresh(): void {
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#asked + EVERY - Date.now());
    this.#timer = setTimeout(() => void this.#ask(), wait);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    this.#timer = undefined;
    this.#asked = Date.now();
    try {
      this.lists = await get<ContestsView>("/contests");
      this.problem = undefined;
    } catch (error) {
      this.problem = sentence(error);
    }
  }
}
