// As at a real board: hands are free, and only the opponent decides what becomes of a violation.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { after, click, heard } from "./hands";
import { club, errors, picture } from "./house";

const { visitor } = club();

/** Two players and an arbiter at one board, White first, from a position where d4 can take. */
async function table(): Promise<{ white: Page; black: Page; arbiter: Page }> {
  const [white, black, arbiter] = [await visitor(), await visitor(), await visitor()];
  await white.goto("/");
  await white.locator("details.options > summary").click();
  await white.locator("input[name=colour][value=white]").check();
  await white.locator("[data-manner]").selectOption("at-board");
  await white.locator("label.check", { hasText: "arbiter" }).locator("input").check();
  await white.locator("[data-opponent=link]").click();
  const links = white.locator("[data-invitation] input");
  await links.nth(1).waitFor();
  // The first one goes as soon as somebody has come by it.
  const [player, judge] = [await links.nth(0).inputValue(), await links.nth(1).inputValue()];
  await black.goto(player);
  await arbiter.goto(judge);
  await white.waitForSelector(".game[data-status=live]");
  // There is no arbiter until the opponent has agreed.
  await arbiter.locator("[data-candidate=me]").waitFor();
  expect(await arbiter.locator("[data-arbiter]").count()).toBe(0);
  await black.locator("[data-yes=candidate]").click();
  await arbiter.locator("[data-arbiter]").waitFor();
  await black.locator("[data-press]").waitFor();
  return { white, black, arbiter };
}

/** Lifts, sets down, and presses the clock. */
async function step(page: Page, from: string, to: string): Promise<void> {
  await after(page, () => click(page, from));
  await after(page, () => click(page, to));
  await after(page, () => page.locator("[data-press]").click(), 2);
}

test("a missed capture is demanded, and another one is played on", async () => {
  const { white, black, arbiter } = await table();
  await step(white, "c3", "d4");
  await step(black, "f6", "e5");
  // Nothing glows, nothing is refused.
  expect(await white.locator(".cell.glow, .cell.target").count()).toBe(0);
  await step(white, "g3", "h4");
  await arbiter.locator("[data-arbiter] .problem").waitFor();
  // Friction 4: the sentence first, the article for those who ask why.
  expect(await arbiter.locator("[data-arbiter] .problem").textContent()).toMatch(/Violation by White: a quiet move when a capture was possible\.$/);
  const why = arbiter.locator("[data-arbiter] [data-why]");
  expect(await why.locator(".citation").count()).toBe(0);
  await why.getByRole("button").press("Enter");
  expect(await why.locator(".citation").innerText()).toContain("Codex of Russian draughts, Violations, 4.6 [A.violation.4.6]");
  expect(await black.locator("[data-arbiter]").count()).toBe(0);
  await picture(arbiter, "arbiter-desktop");
  // Nothing on the opponent's page, nor in what it was sent, gives the violation away.
  const id = black.url().split("/").pop();
  const sent = await black.evaluate(async (id) => (await fetch(`/api/games/${id}`)).text(), id);
  expect(sent).not.toMatch(/violation|demand|let-stand/);
  expect((await black.locator("[data-demand]").getAttribute("class")) ?? "").not.toContain("primary");
  await after(black, () => black.locator("[data-demand]").click());
  // Both hear what was broken, in words.
  expect(await heard(white)).toMatch(/White’s violation is corrected in full: a quiet move when a capture was possible\./);
  expect(await black.locator("[data-told]").textContent()).toMatch(/a quiet move when a capture was possible/);
  await white.locator("[data-piece=g3]").waitFor();

  // The capture is made with hands: lift, set down, take off.
  await after(white, () => click(white, "d4"));
  await after(white, () => click(white, "f6"));
  await after(white, () => click(white, "e5"), 2);
  await after(white, () => white.locator("[data-press]").click());
  await black.locator("[data-piece=e5]").waitFor({ state: "detached" });

  // Black must take back and moves something else; White plays on, and it stands.
  await step(black, "b6", "a5");
  await arbiter.locator("[data-arbiter] .problem").waitFor();
  await step(white, "b2", "c3");
  await arbiter.locator("[data-arbiter] .problem").waitFor({ state: "detached" });
  await black.locator("[data-piece=a5]").waitFor();
  expect([...errors(white), ...errors(black), ...errors(arbiter)]).toEqual([]);
});

test("a touched piece must move: the arbiter rules", async () => {
  const { white, black, arbiter } = await table();
  // White touches c3, puts it back, and moves e3.
  await after(white, () => click(white, "c3"));
  await after(white, () => click(white, "c3"), 2);
  await step(white, "e3", "f4");
  await arbiter.locator("[data-arbiter] .problem").waitFor();
  await after(arbiter, () => arbiter.locator("[data-rule=correct]").click());
  await white.locator("[data-piece=e3]").waitFor();
  await picture(white, "at-board-desktop", false);
  await black.close();
});

test("a hand is not forgotten by a reload, and the other player sees it", async () => {
  const { white, black } = await table();
  await after(white, () => click(white, "c3"));
  await black.locator(".cell.chosen[data-cell=c3]").waitFor();
  await white.reload();
  await white.locator(".cell.chosen[data-cell=c3]").waitFor();
  await white.locator("[data-piece=c3]").waitFor();
  // It is set down where it goes, reloaded again with the hand on it, and the turn ends.
  await after(white, () => click(white, "d4"));
  await white.reload();
  await white.locator(".cell.chosen[data-cell=d4]").waitFor();
  expect(await white.locator("[data-release]").isEnabled()).toBe(true);
  await after(white, () => white.locator("[data-press]").click(), 2);
  await black.locator(".game[data-ply='1']").waitFor();
  expect([...errors(white), ...errors(black)]).toEqual([]);
});

test("two people at one tablet: free hands, a missed capture demanded across the table", async () => {
  const page = await visitor({ viewport: { width: 820, height: 1180 }, hasTouch: true, locale: "ru" });
  await page.goto("/");
  await page.locator("details.options > summary").click();
  await page.locator("[data-manner]").selectOption("at-board");
  await page.locator("[data-opponent=screen]").click();
  await page.locator("[data-press]").waitFor();
  await step(page, "c3", "d4");
  await step(page, "f6", "e5");
  await step(page, "g3", "h4");
  expect(await page.locator(".cell.glow, .cell.target").count()).toBe(0);
  await picture(page, "at-board-tablet", false);
  await after(page, () => page.locator("[data-demand]").click());
  expect(await heard(page)).toMatch(/исправлено/);
  await page.locator("[data-piece=g3]").waitFor();
  await after(page, () => click(page, "d4"));
  await after(page, () => click(page, "f6"));
  await after(page, () => click(page, "e5"), 2);
  await after(page, () => page.locator("[data-press]").click());
  await page.locator(".game[data-ply='3']").waitFor();
  expect(errors(page)).toEqual([]);
});

test("the arbiter puts disturbed pieces back, sets clocks, and has a game on a wrong board played again", async () => {
  const { white, black, arbiter } = await table();
  await after(white, () => click(white, "c3"));
  await after(white, () => click(white, "e5"));
  // The pieces were moved from outside: everything is as before the turn.
  await after(arbiter, () => arbiter.locator("[data-rule=disturbance]").click());
  await white.locator("[data-piece=c3]").waitFor();
  await white.locator("[data-piece=e5]").waitFor({ state: "detached" });
  expect(await white.locator(".cell.chosen").count()).toBe(0);

  await after(arbiter, () => arbiter.locator("[data-rule=pause]").click());
  await arbiter.locator("[data-rule-side]").selectOption("black");
  await arbiter.locator("[data-rule-time]").fill("five");
  await arbiter.keyboard.press("Enter");
  await arbiter.locator("[data-told].bad").waitFor();
  await arbiter.locator("[data-rule-time]").fill("12:30");
  await after(arbiter, () => arbiter.keyboard.press("Enter"));
  await black.locator("[data-clock=black]", { hasText: "12:30" }).waitFor();
  await after(arbiter, () => arbiter.locator("[data-rule=resume]").click());
  await picture(arbiter, "arbiter-panel-desktop");

  await arbiter.locator("[data-rule=wrong-board]").click();
  await white.locator("[data-ending=annulled]").waitFor();
  // Friction 24: the record is made of sentences in the reader's language, not of the words of its file.
  await arbiter.locator("[data-record] summary").click();
  await arbiter.locator("[data-record] li", { hasText: "Remark: The board is the wrong way round" }).waitFor();
  const record = (await arbiter.locator("[data-record] li").allInnerTexts()).join("\n");
  expect(record).toMatch(/White moves c3 to e5 without letting go\.[^]*The board is disturbed from outside\.[^]*Black’s clock now shows 12:30\./);
  expect(record).not.toMatch(/white (lift|place)|\[A\./);
  await arbiter.locator("[data-record] li").last().scrollIntoViewIfNeeded();
  await picture(arbiter, "arbiter-record-desktop", false);
  const address = `/api/games/${arbiter.url().split("/").pop()}/record?lang=ru`;
  const lines = await arbiter.evaluate(async (address) => (await (await fetch(address)).json()).lines.map((line: { text: string }) => line.text), address);
  expect(lines).toContain("Белые переставляют шашку c3 на e5, не отпуская.");
  expect([...errors(white), ...errors(black), ...errors(arbiter)]).toEqual([]);
});
