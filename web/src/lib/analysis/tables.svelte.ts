// What the endgame tables say of the position that is looked at.
import { post } from "../api/client";
import type { EndgameView, PositionRequest } from "../api/types";

/** Positions with more pieces are in no table that a club has. */
const MOST = 6;
/** How often tables that are being built are asked for. */
const AGAIN = 1500;

export class Tables {
  view = $state.raw<EndgameView>();
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Asks about this position from now on. */
  ask(position: PositionRequest, pieces: number): void {
    this.close();
    if (pieces > MOST) return;
    void this.#look(position, this.#asked);
  }

  close(): void {
    this.#asked++;
    clearTimeout(this.#timer);
    this.view = undefined;
  }

  async #look(position: PositionRequest, asked: number): Promise<void> {
    try {
      const found = await post<EndgameView>("/position/endgame", position);
      if (asked !== this.#asked) return;
      this.view = found;
      if (found.status === "building") this.#timer = setTimeout(() => void this.#look(position, asked), AGAIN);
    } catch {
      // The board works without tables; whoever asks too often sees none for a while.
    }
  }
}
