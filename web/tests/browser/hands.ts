// What a person does at the page, for the tests.
import type { Page } from "playwright-core";

const game = ".game[data-ply]";

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

async function names(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.cell!));
}

/** A click on a square, as a mouse does it. */
export async function click(page: Page, name: string): Promise<void> {
  const box = (await cell(page, name).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Drags a piece. */
export async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [(await cell(page, from).boundingBox())!, (await cell(page, to).boundingBox())!];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width, start.y + start.height / 3, { steps: 2 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 3 });
  await page.mouse.up();
}

/** Makes any move with the mouse, as the board shows it: a piece that can move, and squares it can go to. */
export async function anyMove(page: Page, pick: (count: number) => number = () => 0): Promise<void> {
  const before = await ply(page);
  const glowing = await names(page, ".cell.glow");
  const pieces = glowing.length ? glowing : await names(page, ".cell.grab");
  const from = pick(pieces.length);
  for (let at = 0; at < pieces.length; at++) {
    await click(page, pieces[(from + at) % pieces.length]!);
    let targets = await names(page, ".cell.target");
    if (targets.length === 0) {
      await page.keyboard.press("Escape");
      // The piece cannot move: it is put down again.
      await click(page, pieces[(from + at) % pieces.length]!);
      continue;
    }
    // A capture may need several squares.
    while (targets.length > 0) {
      const seq = await page.locator(game).getAttribute("data-seq");
      const chosen = (await names(page, ".cell.chosen")).length;
      await click(page, targets[pick(targets.length)]!);
      await page.waitForFunction(
        ([selector, old, count]) =>
          document.querySelector<HTMLElement>(selector as string)?.dataset.seq !== old ||
          document.querySelectorAll(".cell.chosen").length !== count,
        [game, seq, chosen] as const,
      );
      if ((await page.locator(game).getAttribute("data-seq")) !== seq) break;
      targets = await names(page, ".cell.target");
    }
    await reached(page, before + 1);
    return;
  }
  throw new Error("no piece can move");
}

/** Numbers that look random and are the same every time. */
export function dice(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * count);
  };
}
