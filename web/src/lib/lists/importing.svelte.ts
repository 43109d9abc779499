// An import that is read on the server: its progress, even after the page was reloaded.
import { announce } from "../announce.svelte";
import { get, post, remove, sentence } from "../api/client";
import type { Imported, MyImports } from "../api/types";
import { say } from "../words.svelte";

/** How often the page asks for the progress of an import, in milliseconds. */
const EVERY = 400;

const isUnderWay = (job: Imported) => job.status === "waiting" || job.status === "running";

export class Importing {
  /** The import in progress. */
  current = $state.raw<Imported>();
  /** The result of the last one. */
  told = $state.raw<string[]>([]);
  /** Whether it is being cancelled. */
  cancelling = $state(false);
  #ondone: (made: Imported) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(ondone: (made: Imported) => void) {
    this.#ondone = ondone;
  }

  /** Resumes showing an import that began before the page was loaded. */
  async resume(): Promise<void> {
    try {
      const [last] = (await get<MyImports>("/me/imports")).imports;
      if (last && isUnderWay(last)) this.#show(last);
    } catch {
      // There is nothing to resume.
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async begin(text: string, rules: string): Promise<void> {
    this.told = [];
    try {
      this.#show(await post<Imported>("/me/games", { text, ...(rules ? { rules } : {}) }, { wait: "1" }));
    } catch (error) {
      this.#tell([sentence(error)]);
    }
  }

  async cancel(): Promise<void> {
    if (!this.current) return;
    this.cancelling = true;
    try {
      await remove(`/me/imports/${this.current.id}`);
    } catch {
      // It finished at that very moment; the next answer says so.
    }
  }

  #show(job: Imported): void {
    if (this.#closed) return;
    if (isUnderWay(job)) {
      this.current = job;
      this.#timer = setTimeout(() => void this.#ask(job.id), EVERY);
      return;
    }
    this.current = undefined;
    this.cancelling = false;
    const result = say("web-imported", { count: job.games.length });
    this.#tell([...(job.status === "cancelled" ? [say("web-import-cancelled")] : []), result, ...job.problems]);
    this.#ondone(job);
    void remove(`/me/imports/${job.id}`).catch(() => undefined);
  }

  async #ask(id: string): Promise<void> {
    try {
      this.#show(await get<Imported>(`/me/imports/${id}`));
    } catch (error) {
      this.current = undefined;
      this.#tell([sentence(error)]);
    }
  }

  #tell(lines: string[]): void {
    this.told = lines;
    announce(lines.join(" "));
  }
}
