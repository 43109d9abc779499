// Ways to play of the codex (A.first, A.mode), each as the people in it would do it. Teams, matches, displays and games over
// days have files of their own.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drag, heard, pair, ply, reached, resign } from "./hands";
import { club, errors, picture } from "./house";

const { house, visitor } = club();

/** Whose side is at the bottom of this page: the visitor's own. */
const side = (page: Page) => page.locator("[data-player]").last().getAttribute("data-player");

async function type(page: Page, move: string): Promise<void> {
  const before = Number(await page.locator(".game").getAttribute("data-seq"));
  await page.locator("[data-type]").fill(move);
  await page.keyboard.press("Enter");
  await page.waitForFunction((least) => Number(document.querySelector<HTMLElement>(".game")!.dataset.seq) > least, before);
}

const someone = () => visitor();

test("one person at two devices has one seat, and may move at either", async () => {
  const [anna, mate, boris] = [await someone(), await someone(), await someone()];
  const game = await pair(anna, boris);
  const code = await anna.evaluate(async () => ((await (await fetch("/api/me/handover", { method: "POST" })).json()) as { code: string }).code);
  await mate.goto(`/continue#${code}`);
  await mate.locator("form button.primary").click();
  await mate.waitForURL(/\/games/);
  await mate.goto(game);
  await drag(anna, "c3", "d4");
  await reached(mate, 1);
  await reached(boris, 1);
  expect(await side(mate)).toBe("white");
  await drag(boris, "d6", "c5");
  await reached(mate, 2);
  await drag(mate, "b2", "c3");
  await reached(anna, 3);
  await reached(boris, 3);
  // The other side is not theirs.
  await drag(mate, "c7", "d6");
  expect(await mate.locator(".game").getAttribute("data-turn")).toBe("theirs");
  expect(await ply(boris)).toBe(3);
});

// clauses: A.first.4
test("in a tournament colours come from the pairing table", async () => {
  const players = [await someone(), await someone(), await someone(), await someone()];
  // The order of play for four, White first in each pair.
  const table = [[0, 3], [1, 2], [3, 2], [0, 1], [1, 3], [2, 0]] as const;
  for (const [at, [white, black]] of table.entries()) {
    // Either of the two may make the game: the table decides, not who was first.
    const [maker, friend] = at % 2 === 0 ? [players[white], players[black]] : [players[black], players[white]];
    await pair(maker!, friend!, { colour: at % 2 === 0 ? "white" : "black" });
    expect([await side(players[white]!), await side(players[black]!)], `round pair ${at}`).toEqual(["white", "black"]);
    expect(await players[white]!.locator(".game").getAttribute("data-turn")).toBe("mine");
  }
});

// clauses: A.mode.3
test("by correspondence: each sends a move when the other is not there, over nights", async () => {
  let [anna, boris] = [await someone(), await someone()];
  const game = await pair(anna, boris, { clock: "none" });
  await boris.close();
  const [annas, boriss] = [anna.context(), boris.context()];
  const moves = [["c3", "d4"], ["d6", "c5"], ["b2", "c3"], ["f6", "g5"]] as const;
  for (const [at, [from, to]] of moves.entries()) {
    const page = await (at % 2 === 0 ? annas : boriss).newPage();
    await page.goto(game);
    await page.waitForSelector(".game[data-turn=mine]");
    expect(await ply(page)).toBe(at);
    await drag(page, from, to);
    await reached(page, at + 1);
    await page.close();
    // The club closes for the night.
    await house.close();
    await house.open();
  }
  anna = await annas.newPage();
  await anna.goto(game);
  await reached(anna, 4);
  expect(await anna.locator(".game").getAttribute("data-status")).toBe("live");
});

// clauses: A.mode.4
for (const view of ["record", "blind"] as const)
  test(`one plays blindfold, ${view === "record" ? "with" : "without"} the written record, the other with a board`, async () => {
    const [blind, boris] = [await someone(), await someone()];
    const game = await pair(blind, boris, { view });
    expect(await blind.locator("[data-cell]").count()).toBe(0);
    expect(await blind.locator(`[data-blindfold=${view}]`).count()).toBe(1);
    expect(await boris.locator("[data-cell]").count()).toBe(64);
    await type(blind, "c3-d4");
    await drag(boris, "f6", "e5");
    await reached(blind, 2);
    expect(await heard(blind)).toContain("f6");
    expect(await blind.locator("[data-told]").textContent()).toContain("f6");
    await picture(blind, `blindfold-${view}-desktop`, false);
    await type(blind, "d4:f6");
    await reached(boris, 3);
    expect(await blind.locator("[role=region] li").count()).toBe(view === "record" ? 2 : 0);
    // Nothing of the position is sent either, not even after a reload or to another window.
    await blind.reload();
    await reached(blind, 0);
    // But the last move is said once more.
    expect(await blind.locator("[data-told]").textContent()).toMatch(/d4 takes e5, lands on f6/);
    expect(await blind.locator("[data-cell]").count()).toBe(0);
    const id = game.split("/").pop();
    const seen = await blind.evaluate(async (id) => (await fetch(`/api/games/${id}`)).text(), id);
    expect(JSON.parse(seen).state.pieces).toBeNull();
    expect(seen).not.toMatch(/"fen":"[WB]:/);
    expect(JSON.parse(seen).moves).toHaveLength(view === "record" ? 3 : 0);
    // After the game the board is uncovered.
    await resign(boris);
    await blind.locator("[data-cell=f6]").waitFor();
    expect([...errors(blind), ...errors(boris)]).toEqual([]);
  });

// clauses: A.mode.8
test("the board stands between the players only notionally: each page keeps its own view", async () => {
  const [anna, boris] = [await someone(), await someone()];
  await pair(anna, boris);
  const top = (page: Page) => page.locator("[data-cell]").first().getAttribute("data-cell");
  expect([await top(anna), await top(boris)]).toEqual(["a8", "h1"]);
  await drag(anna, "c3", "d4");
  await reached(boris, 1);
  // Anna looks back and turns her board; Boris sees his as before, and plays.
  await anna.locator(".step.first").click();
  await anna.locator("[data-piece=c3]").waitFor();
  await anna.locator("[data-flip]").click();
  expect([await top(anna), await top(boris)]).toEqual(["h1", "h1"]);
  expect(await boris.locator("[data-piece=c3]").count()).toBe(0);
  await drag(boris, "d6", "c5");
  await reached(anna, 2);
  expect(await top(anna)).toBe("h1");
  // Nor does another board colour travel.
  await anna.locator("[data-settings]").click();
  await anna.locator("input[name=board][value=green]").check({ force: true });
  expect(await anna.locator("html").getAttribute("data-board")).toBe("green");
  expect(await boris.locator("html").getAttribute("data-board")).toBe("wood");
});
