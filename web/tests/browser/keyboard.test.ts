// A.mode.6: everything can be played without seeing the screen and without a mouse.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { dice, heard, ply, reached, turn } from "./hands";
import { club, errors } from "./house";

const { visitor } = club();

/** Walks with Tab until the focus is on what is wanted. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let n = 0; n < 120; n++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Walks with the arrow keys until the focus is on a square. */
async function walk(page: Page, name: string): Promise<void> {
  const way = () =>
    page.evaluate((wanted) => {
      const [here, there] = [document.activeElement!, document.querySelector(`[data-cell="${wanted}"]`)!].map((cell) => cell.getBoundingClientRect());
      const [dx, dy] = [there!.x - here!.x, there!.y - here!.y];
      return Math.abs(dx) > 1 ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : Math.abs(dy) > 1 ? (dy > 0 ? "ArrowDown" : "ArrowUp") : undefined;
    }, name);
  for (let key = await way(); key; key = await way()) await page.keyboard.press(key);
}

// clauses: A.mode.6
test("a whole game with the keyboard alone, by ear", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("[data-opponent=computer]").waitFor();
  await tabTo(page, "[data-opponent=computer]");
  await page.keyboard.press("Enter");
  await tabTo(page, "[data-level='1']");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/game\//);
  expect(await turn(page)).toMatch("mine");

  // The first move on the board itself, with arrows and Enter.
  await tabTo(page, "[data-cell]");
  const white = (await page.locator("[data-player=white]").textContent())!.includes("You");
  const [from, to] = white ? ["c3", "d4"] : ["f6", "e5"];
  await walk(page, from);
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement!.getAttribute("aria-label"))).toMatch(/chosen/);
  await walk(page, to);
  expect(await page.evaluate(() => document.activeElement!.getAttribute("aria-label"))).toMatch(/you can go here/);
  const start = await ply(page);
  await page.keyboard.press("Enter");
  await reached(page, start + 1);

  // The rest by the spoken list of moves and the line for typing.
  await tabTo(page, "[data-listen]");
  await page.keyboard.press("Enter");
  const throwDice = dice(11);
  while ((await turn(page)) === "mine") {
    const before = await ply(page);
    await page.locator("[data-say=moves]").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /[-:]/.test(document.querySelector("[data-live]")!.textContent ?? ""));
    const moves = (await heard(page)).split("; ");
    await page.locator("[data-type]").focus();
    await page.keyboard.type(moves[throwDice(moves.length)]!.trim());
    await page.keyboard.press("Enter");
    await reached(page, before + 1);
  }
  await page.locator("[data-ending]").waitFor();
  expect(await heard(page)).toMatch(/wins|draw/i);
  expect(errors(page)).toEqual([]);
});

test("a typed move against the rules is explained aloud", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("[data-opponent=screen]").click();
  await page.locator("[data-type]").fill("c3-c5");
  await page.keyboard.press("Enter");
  await page.locator("[data-told].bad").waitFor();
  expect((await heard(page)).length).toBeGreaterThan(10);
  await page.locator("[data-type]").fill("c3d4");
  await page.keyboard.press("Enter");
  await reached(page, 1);
  expect(await heard(page)).toContain("c3");
});
