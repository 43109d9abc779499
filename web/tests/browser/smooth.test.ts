// Pieces travel smoothly on a slow phone, and nothing else on the page moves meanwhile.
import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { anyMove, dice, makeGame, ply, turn } from "./hands";
import { club, errors, PHONE } from "./house";

const { visitor } = club();

/** A phone of the year before last has about a quarter of a desk's speed. */
const SLOWER = 4;
const HALF_MOVES = 40;
const LONGEST_TASK_MS = 50;
const LARGEST_SHIFT = 0.01;
/** What can be animated without a new layout or new paint, and what a keyframe says besides. */
const HARMLESS = new Set(["transform", "opacity", "offset", "computedOffset", "easing", "composite"]);

type Seen = { shifts: { value: number; what: string }[]; animated: string[]; travels: number };

/** Notes on the page what shifts, and which properties are animated in which frame. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen: Seen = { shifts: [], animated: [], travels: 0 };
    Object.assign(window, { seen });
    type Shift = PerformanceEntry & { value: number; sources: { node?: Element }[] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) seen.shifts.push({ value, what: sources.map(({ node }) => node?.className ?? node?.nodeName).join() });
    }).observe({ type: "layout-shift" });
    const known = new WeakSet<Animation>();
    const look = () => {
      for (const animation of document.getAnimations().filter((found) => !known.has(found))) {
        known.add(animation);
        const effect = animation.effect as KeyframeEffect;
        if (effect.target?.closest("[data-token]")) {
          seen.travels++;
          performance.mark("travel");
          void animation.finished.then(() => performance.mark("arrival"), () => performance.mark("arrival"));
        }
        for (const frame of effect.getKeyframes()) seen.animated.push(...Object.keys(frame));
      }
      requestAnimationFrame(look);
    };
    look();
  });

type TraceEvent = { name: string; ph: string; ts: number; dur?: number; tdur?: number; tid: number; pid: number };

/** Everything that the page's processes did, as the browser's own tracing tells it. */
async function trace(session: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline", "blink.user_timing"] } });
  await work();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  return events;
}

/** The tasks of the page's main thread that ran while a piece travelled, in milliseconds. Other work of the machine takes
 * time from the page and not the page's own, so what counts is how long its thread has worked. */
function tasksWhileTravelling(events: TraceEvent[]): number[] {
  const marks = events.filter(({ name }) => name === "travel" || name === "arrival").sort((one, other) => one.ts - other.ts);
  const main = marks[0]!;
  const tasks = events.filter(({ name, tid, pid, dur }) => name === "RunTask" && dur !== undefined && tid === main.tid && pid === main.pid);
  const spans: [number, number][] = [];
  let going = 0;
  for (const { name, ts } of marks) {
    if (name === "travel" && going++ === 0) spans.push([ts, Infinity]);
    if (name === "arrival" && --going === 0) spans[spans.length - 1]![1] = ts;
  }
  return tasks.filter(({ ts, dur }) => spans.some(([from, to]) => ts + dur! > from && ts < to)).map(({ dur, tdur }) => (tdur ?? dur!) / 1000);
}

test("friction 17: in a game of forty half-moves nothing jumps, pieces travel by transform and opacity alone, and no task is long", async () => {
  const page = await visitor({ viewport: PHONE, hasTouch: true, reducedMotion: "no-preference" });
  const made = await makeGame(page, { rules: "russian", opponent: { kind: "computer", level: 1 }, colour: "white", clocks: { white: "none", black: "none" } });
  await page.goto(`/game/${made.id}`);
  await turn(page);
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await watch(page);
  const throwDice = dice(5);
  const events = await trace(session, async () => {
    while ((await ply(page)) < HALF_MOVES && (await turn(page)) === "mine") await anyMove(page, throwDice);
  });
  expect(await ply(page)).toBeGreaterThanOrEqual(HALF_MOVES);

  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  const shifted = seen.shifts.reduce((sum, { value }) => sum + value, 0);
  const tasks = tasksWhileTravelling(events);
  const longest = Math.max(...tasks);
  console.log(`${seen.travels} travels, ${tasks.length} tasks meanwhile, the longest ${longest.toFixed(1)} ms; shifted ${shifted.toFixed(4)}`);
  expect.soft(seen.travels, "pieces travel").toBeGreaterThan(HALF_MOVES / 2);
  expect.soft(seen.animated.filter((property) => !HARMLESS.has(property))).toEqual([]);
  expect.soft(shifted, JSON.stringify(seen.shifts)).toBeLessThanOrEqual(LARGEST_SHIFT);
  expect.soft(longest).toBeLessThanOrEqual(LONGEST_TASK_MS);
  expect(errors(page)).toEqual([]);
});
