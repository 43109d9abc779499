// Contests that stay connected while the visitor goes from one game of theirs to the next.
import { LiveContest } from "./live.svelte";

/** How long a contest stays connected when nothing on the page shows it, in milliseconds. */
const LINGER = 5000;

type Held = { contest: LiveContest; users: number; timer?: ReturnType<typeof setTimeout> | undefined };
const held = new Map<string, Held>();

/** A contest that is kept current, connected once for everything on the page that shows it. Who is done says `release`. */
export function hold(id: string): LiveContest {
  let known = held.get(id);
  if (!known) {
    known = { contest: new LiveContest(id), users: 0 };
    held.set(id, known);
    void known.contest.open(undefined);
  }
  clearTimeout(known.timer);
  known.users++;
  return known.contest;
}

/** Something does not show the contest any more. */
export function release(id: string): void {
  const known = held.get(id);
  if (!known || --known.users > 0) return;
  known.timer = setTimeout(() => {
    held.delete(id);
    known.contest.close();
  }, LINGER);
}
