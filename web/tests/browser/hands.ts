// What a person does at the page, for the tests.
import type { Page } from "playwright-core";
import type { CreateGame, GameMade } from "../../src/lib/api/types";
import { BETWEEN_PEOPLE } from "../../src/lib/start/clocks";

const game = ".game[data-ply]";

type Terms = { colour?: "white" | "black" | "lots"; view?: "board" | "record" | "blind"; clock?: string };

/** Makes a game as its maker's page would. How a page does it is the subject of start.test.ts. */
export async function makeGame(maker: Page, wanted: CreateGame): Promise<GameMade> {
  const answer = await maker.request.post("/api/games", { data: wanted });
  if (!answer.ok()) throw new Error(`no game was made: ${await answer.text()}`);
  return answer.json();
}

/** One of two creates a game, and the other comes by the link. Gives its address. */
export async function pair(creator: Page, friend: Page, { colour = "white", view = "board", clock = BETWEEN_PEOPLE }: Terms = {}): Promise<string> {
  const people = { creator: { clock, seat: { view } }, opponent: { clock } };
  const made = await makeGame(creator, { rules: "russian", opponent: { kind: "link" }, colour, people });
  await Promise.all([creator.goto(`/game/${made.id}`), friend.goto(`/game/${made.id}#seat=${made.invitation}`)]);
  for (const page of [creator, friend]) await page.waitForSelector(".game[data-status=live]");
  return creator.url();
}

/** Chooses a clock among the options, or types it where it is not in the list. */
export async function chooseClock(page: Page, clock: string): Promise<void> {
  const choice = page.locator("[data-clock-choice]");
  if ((await choice.locator(`option[value="${clock}"]`).count()) > 0) return void (await choice.selectOption(clock));
  await choice.selectOption("own");
  await page.locator("input[placeholder]").fill(clock);
  await page.locator("input[placeholder]").blur();
}

/** The number of the last event that the page has seen. */
export const seq = async (page: Page) => Number(await page.locator(game).getAttribute("data-seq"));

/** Does something, and waits until the page has seen a number of events of it. */
export async function after(page: Page, act: () => Promise<void>, events = 1): Promise<void> {
  const before = await seq(page);
  await act();
  await page.waitForFunction(([selector, least]) => Number(document.querySelector<HTMLElement>(selector)!.dataset.seq) >= least, [game, before + events] as const);
}

export const ply = async (page: Page) => Number(await page.locator(game).getAttribute("data-ply"));

/** The text of the live region, which screen readers read. */
export const heard = async (page: Page) => ((await page.locator("[data-live]").textContent()) ?? "").trim();

/** Waits until it is this visitor's turn, or the game is over. Says which. */
export async function turn(page: Page): Promise<"mine" | "over"> {
  await page.waitForSelector(`${game}[data-turn=mine], ${game}[data-status=over]`);
  return (await page.locator(game).getAttribute("data-status")) === "over" ? "over" : "mine";
}

/** Waits until so many half-moves are made, or the game is over. */
export async function reached(page: Page, wanted: number): Promise<void> {
  await page.waitForFunction(
    ([selector, least]) => {
      const found = document.querySelector<HTMLElement>(selector as string);
      return found && (Number(found.dataset.ply) >= (least as number) || found.dataset.status === "over");
    },
    [game, wanted] as const,
  );
}

export const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`);

type Spot = { x: number; y: number };

/** The middles of the squares that the board marks so. */
async function spots(page: Page, selector: string): Promise<Spot[]> {
  return page.locator(selector).evaluateAll((cells) =>
    cells.map((cell) => {
      const box = cell.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }),
  );
}

/** A click on a square, as a mouse does it. */
export async function click(page: Page, name: string): Promise<void> {
  await cell(page, name).scrollIntoViewIfNeeded();
  const box = (await cell(page, name).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Drags a piece. */
export async function drag(page: Page, from: string, to: string): Promise<void> {
  await cell(page, from).waitFor();
  const [start, end] = [(await cell(page, from).boundingBox())!, (await cell(page, to).boundingBox())!];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width, start.y + start.height / 3, { steps: 2 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 3 });
  await page.mouse.up();
}

/** What the board shows: how many events there were, how many squares of a move are chosen, and where it can go on. */
type Standing = { seq: number; chosen: number; targets: Spot[] };

/** Waits until the board stands otherwise than it did, in one question to the page: whole games are played with this. */
function changed(page: Page, was?: Standing): Promise<Standing> {
  return page.evaluate(
    async ([selector, was]) => {
      const middles = (cells: string) =>
        [...document.querySelectorAll(cells)].map((cell) => cell.getBoundingClientRect()).map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
      for (;;) {
        const seq = Number(document.querySelector<HTMLElement>(selector)?.dataset.seq);
        const chosen = document.querySelectorAll(".cell.chosen").length;
        if (!was || seq !== was.seq || chosen !== was.chosen) return { seq, chosen, targets: middles(".cell.target") };
        await new Promise(requestAnimationFrame);
      }
    },
    [game, was] as const,
  );
}

/** Makes any move with the mouse, as the board shows it: a piece that can move, and squares it can go to. */
export async function anyMove(page: Page, pick: (count: number) => number = () => 0): Promise<void> {
  await turn(page);
  const before = await ply(page);
  const glowing = await spots(page, ".cell.glow");
  const pieces = glowing.length ? glowing : await spots(page, ".cell.grab");
  const first = pick(pieces.length);
  for (let at = 0; at < pieces.length; at++) {
    const { x, y } = pieces[(first + at) % pieces.length]!;
    await page.mouse.click(x, y);
    let now = await changed(page);
    // A piece that cannot move is put down again.
    if (now.targets.length === 0) await page.mouse.click(x, y);
    // A capture may need several squares.
    while (now.targets.length > 0) {
      const target = now.targets[pick(now.targets.length)]!;
      await page.mouse.click(target.x, target.y);
      const old = now;
      now = await changed(page, old);
      if (now.seq !== old.seq || now.targets.length === 0) return reached(page, before + 1);
    }
  }
  throw new Error("no piece can move");
}

/** Gives the game up; it is asked once more. */
export async function resign(page: Page): Promise<void> {
  await page.locator("[data-resign]").click();
  await page.locator("[data-yes=resign]").click();
}

/** Offers a draw; it is asked once more. */
export async function offerDraw(page: Page): Promise<void> {
  await page.locator("[data-draw]").click();
  await page.locator("[data-yes=draw]").click();
}

/** Numbers that look random and are the same every time. */
export function dice(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * count);
  };
}

/** Opens the menu with the tools of the analysis board that are needed seldom. */
export async function openMore(page: Page): Promise<void> {
  if ((await page.locator("details[open] > [data-more]").count()) === 0) await page.locator("[data-more]").click();
}

/** Imports a text as the page does, without going through its form. Gives the ids of the games. */
export async function importGames(page: Page, text: string): Promise<string[]> {
  // The first answers of the server say who a visitor is: what is imported meanwhile may be somebody else's.
  await page.waitForLoadState("networkidle");
  return page.evaluate(async (pdn) => {
    const answer = await fetch("/api/me/games", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text: pdn }) });
    const made = (await answer.json()) as { games: string[]; problems: string[] };
    if (made.problems.length > 0) throw new Error(made.problems.join(" "));
    return made.games;
  }, text);
}
