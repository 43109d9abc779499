import { expect, test } from "vitest";
import { anyMove, cell, click, dice, drag, heard, ply, reached, turn } from "./hands";
import { club, errors, picture } from "./house";

const { visitor } = club();

// clauses: A.mode.1
test("a whole game against the computer with the mouse, begun within two clicks (A.mode.1)", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("[data-opponent=computer]").click();
  await page.locator("[data-level='1']").click();
  await page.waitForURL(/\/game\//);
  const throwDice = dice(7);
  while ((await turn(page)) === "mine") await anyMove(page, throwDice);
  const ending = page.locator("[data-ending]");
  await ending.waitFor();
  expect(await ending.textContent()).toMatch(/won|lost|draw/i);
  await picture(page, "game-over-desktop", false);
  const old = page.url();
  await page.locator("[data-again]").click();
  await page.waitForURL((url) => url.pathname.startsWith("/game/") && url.href !== old);
  expect(await turn(page)).toBe("mine");
  expect(errors(page)).toEqual([]);
});

test("a piece is dragged; a move against the rules is put back and explained; hint and take back", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("[data-opponent=screen]").click();
  await page.waitForURL(/\/game\//);
  await drag(page, "c3", "d4");
  await reached(page, 1);
  await drag(page, "f6", "e5");
  await reached(page, 2);
  expect(await page.locator(".cell.glow").getAttribute("data-cell")).toBe("d4");
  await picture(page, "must-capture-desktop", false);
  await click(page, "g3");
  await click(page, "h4");
  await page.locator("[data-told].bad").waitFor();
  expect(await heard(page)).toContain("You must capture");
  expect(await cell(page, "d4").getAttribute("class")).toContain("pointed");
  await picture(page, "refused-desktop", false);
  expect(await ply(page)).toBe(2);
  await page.locator("[data-hint]").click();
  await page.locator(".arrows polyline").waitFor();
  await page.locator("[data-back]").click();
  await page.waitForSelector(".game[data-ply='1']");
  expect(errors(page)).toEqual([]);
});

test("resigning is asked once more", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("[data-opponent=screen]").click();
  await page.locator("[data-resign]").click();
  expect(await page.locator("[data-ending]").count()).toBe(0);
  await page.locator("[data-resign-really]").click();
  await page.locator("[data-ending=resignation]").waitFor();
});

test("a flag falls", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("details.options > summary").click();
  await page.locator("[data-clock-choice]").selectOption("own");
  await page.locator("input[placeholder]").fill("1s");
  await page.locator("input[placeholder]").blur();
  await page.locator("[data-opponent=screen]").click();
  await page.waitForURL(/\/game\//);
  await drag(page, "c3", "d4");
  await reached(page, 1);
  await page.locator("[data-ending=flag], [data-ending=flagWithoutWin]").waitFor();
});
