// How far somebody has come with the endings, on this device.
import { keep, kept } from "../keep";

type Done = { /** The number of the position that is next. */ number: number; solved: number };

function read(): Record<string, Done> {
  try {
    return JSON.parse(kept("endings") ?? "{}") as Record<string, Done>;
  } catch {
    return {};
  }
}

class Progress {
  #done = $state.raw(read());

  of(rules: string, kind: string): Done {
    return this.#done[`${rules}/${kind}`] ?? { number: 1, solved: 0 };
  }

  #write(rules: string, kind: string, done: Done): void {
    this.#done = { ...this.#done, [`${rules}/${kind}`]: done };
    keep("endings", JSON.stringify(this.#done));
  }

  solve(rules: string, kind: string): void {
    const { number, solved } = this.of(rules, kind);
    this.#write(rules, kind, { number, solved: solved + 1 });
  }

  next(rules: string, kind: string): void {
    const { number, solved } = this.of(rules, kind);
    this.#write(rules, kind, { number: number + 1, solved });
  }
}

export const progress = new Progress();
