import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { anyMove, dice, ply, turn } from "./hands";
import { club, errors, picture } from "./house";

const { house, visitor } = club();

test("every game is started from the page and played for ten half-moves", async () => {
  const rulesets: Known[] = (await (await fetch(`${house.url}/api/choices?lang=en`)).json()).rulesets;
  expect(rulesets.length).toBeGreaterThan(20);
  const left = [...rulesets];
  const play = async () => {
    const page = await visitor();
    await page.goto("/");
    for (let game = left.pop(); game; game = left.pop()) await tenMoves(page, game);
    expect(errors(page)).toEqual([]);
  };
  // Two windows at once, since a page waits more than it works.
  await Promise.all([play(), play()]);
});

type Known = { id: string; playedAs: string };

async function tenMoves(page: Page, { id, playedAs }: Known): Promise<void> {
  await page.locator("header a[href='/']").first().click();
  await page.locator(`input[name=game][value="${playedAs}"]`).check({ force: true });
  // Another rule book of the same game is chosen beside its name.
  if (id !== playedAs) await page.locator("[data-book]").selectOption(id);
  await page.locator("[data-opponent=screen]").click();
  await page.waitForURL(/\/game\//);
  const throwDice = dice(3);
  for (let n = 0; n < 10 && (await turn(page)) === "mine"; n++) await anyMove(page, throwDice);
  expect(await ply(page), id).toBeGreaterThanOrEqual(10);
  if (["international", "corners", "italian"].includes(id)) await picture(page, `game-${id}-desktop`, false);
}

// clauses: D.board.1 D.pieces.1 D.first.1 D.colour.1
test("the children's games stand on the ledges in the monkeys' theme (D.board.1), and players agree who begins (D.first.1) and who is ginger (D.colour.1)", async () => {
  const page = await visitor({ theme: "monkeys" });
  await page.goto("/");
  await page.locator("input[name=game][value=poddavki]").check({ force: true });
  await page.locator("details.options > summary").click();
  await page.locator("input[name=first][value=black]").check();
  await page.locator("input[name=colour][value=black]").check();
  await page.locator("[data-opponent=computer]").click();
  await page.locator("[data-level='1']").click();
  await page.waitForURL(/\/game\//);
  expect(await turn(page)).toBe("mine");
  // b1 is a light square: a monkey stands on a ledge.
  expect(await page.locator("[data-piece=b1] use").getAttribute("href")).toBe("#monkey-white-man");
  expect(await page.locator("[data-player=black]").textContent()).toContain("Brown");
  expect(await page.locator(".pieces use[href='#monkey-white-man']").count()).toBe(12);
  expect(await page.locator(".pieces use[href='#monkey-black-man']").count()).toBe(12);
});

// clauses: A.mode.7 A.first.2
test("men are given as odds (A.mode.7), and colours drawn by lot (A.first.2)", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("details.options > summary").click();
  expect(await page.locator("input[name=colour][value=lots]").isChecked()).toBe(true);
  await page.locator("[data-odds] > summary").click();
  await page.locator("details.options [data-cell=c3]").scrollIntoViewIfNeeded();
  const box = (await page.locator("details.options [data-cell=c3]").boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator("details.options summary", { hasText: "men removed: 1" }).waitFor();
  await page.locator("[data-opponent=screen]").click();
  await page.waitForURL(/\/game\//);
  await page.locator("[data-piece=e3]").waitFor();
  expect(await page.locator("[data-piece=c3]").count()).toBe(0);
});

// clauses: A.mode.7
test("odds are suggested from the strength of two players, and played", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("details.options > summary").click();
  await page.locator("[data-odds-ladder] > summary").click();
  await page.locator("[data-odds-found]", { hasText: "Equal players" }).waitFor();
  await page.locator("[data-odds-mine]").selectOption("10");
  await page.locator("[data-odds-theirs]").selectOption("3");
  await page.locator("[data-odds-found]", { hasText: "a1, h2" }).waitFor();
  await picture(page, "odds-desktop");
  await page.locator("[data-odds-take]").click();
  await page.locator("[data-odds-told]").waitFor();
  await page.locator("[data-opponent=link]").click();
  await page.waitForURL(/\/game\//);
  await page.locator("[data-piece=c1]").waitFor();
  expect(await page.locator("[data-piece=a1], [data-piece=h2]").count()).toBe(0);
  const made = (await (await page.request.get(`/api/games/${page.url().split("/").pop()}`)).json()) as { you: { seats: string[] }; agreed: { clocks: { white: string; black: string } } };
  // The stronger player has White and less time.
  expect(made.you.seats).toEqual(["white"]);
  expect(made.agreed.clocks).toEqual({ white: "5m", black: "15m" });
});

test("house rules are built and checked", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("input[name=game][value=house]").check({ force: true });
  await page.locator("section[aria-label='House rules'] select").first().selectOption("10");
  await page.locator("section.play p", { hasText: "10 × 10" }).waitFor();
  await page.locator("[data-opponent=screen]").click();
  await page.waitForURL(/\/game\//);
  await page.waitForSelector("[data-cell]");
  expect(await page.locator("[data-cell]").count()).toBe(100);
});

// clauses: D.learn.1 D.age.1
test("a beginner is led to Simple draughts first (D.learn.1, D.age.1)", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("[data-beginner]").click();
  await page.getByRole("link", { name: "Simple draughts" }).waitFor();
});
