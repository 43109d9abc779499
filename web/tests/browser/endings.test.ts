// Endgame tables on the page: moves judged in the analysis, and the trainer.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { EndgameView, ExerciseAnswer } from "../../src/lib/api/types";
import { check } from "./checks";
import { click, heard, openMore } from "./hands";
import { club, DESKTOP, errors, PHONE, picture } from "./house";

const { visitor } = club();
/** Small tables are built in the background when they are first asked for. */
const BUILT = { timeout: 90_000 };

const KING_AGAINST_MEN = "/analysis?rules=russian&fen=W:WKg1:Bb8,e5";

test("every legal move says what the tables know, in the list and on the board", async () => {
  for (const [size, viewport, locale] of [["desktop", DESKTOP, "en-GB"], ["phone", PHONE, "ru"]] as const) {
    const page = await visitor({ viewport, locale, hasTouch: size === "phone" });
    await page.goto(KING_AGAINST_MEN);
    await page.locator("[data-tables=known]").waitFor(BUILT);
    const rows = page.locator("[data-tables] li button");
    expect(await rows.count()).toBe(7);
    const kinds = await rows.evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).dataset.worth));
    expect(new Set(kinds)).toEqual(new Set(["won", "drawn", "lost"]));
    expect(kinds[0], "the best comes first").toBe("won");
    // Not by colour alone: a sign and words.
    expect(await rows.first().innerText()).toMatch(/\+\d+\s*g1-e3\s*\S+/);
    await click(page, "g1");
    const target = page.locator("[data-worth=e3].worth text");
    expect(await target.textContent()).toMatch(/^\+\d+$/);
    expect(await page.locator("[data-cell=e3]").getAttribute("aria-label")).toMatch(size === "phone" ? /выигрыш за \d+/ : /won in \d+ half-moves/);
    expect(await page.locator("g.worth").count()).toBe(7);
    await check(page, `tables ${size}`);
    await picture(page, `analysis-tables-${size}`, size === "phone");
    // The move is made from the list too.
    await rows.first().click();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("[data-fen]")!.value.includes("Ke3"));
    expect(errors(page)).toEqual([]);
  }
});

const state = (page: Page) => page.locator("[data-state]").getAttribute("data-state");
const asked = <T>(page: Page, path: string, body: unknown) =>
  page.evaluate(async ([to, what]) => (await fetch(to!, { method: "POST", headers: { "content-type": "application/json" }, body: what! })).json(), [path, JSON.stringify(body)] as const) as Promise<T>;

/** What the tables say of the moves of the position on the board. */
async function judged(page: Page, rules: string): Promise<EndgameView> {
  const fen = new URL(await page.locator("a.button[href^='/analysis']").evaluate((link) => (link as HTMLAnchorElement).href)).searchParams.get("fen")!;
  return asked<EndgameView>(page, "/api/position/endgame", { rules, fen });
}

/** Makes a quiet move on the board with the mouse, and waits for the defence. */
async function make(page: Page, move: string): Promise<void> {
  const ply = Number(await page.locator("[data-state]").getAttribute("data-ply"));
  const squares = move.split(/[-:]/);
  for (const square of squares) await click(page, square);
  await page.waitForFunction((before) => {
    const now = document.querySelector<HTMLElement>("[data-state]")!;
    return now.dataset.state !== "thinking" && Number(now.dataset.ply) > before;
  }, ply);
}

test("an ending is won against the best defence, and a win that is thrown away is explained", async () => {
  const page = await visitor();
  await page.goto("/trainer?rules=russian");
  await page.locator("[data-kind=road-shot]").waitFor(BUILT);
  await check(page, "trainer kinds");
  await picture(page, "trainer-kinds-desktop", false);
  await page.locator("[data-kind=three-kings]").click();
  await page.locator("[data-state=going]").waitFor();
  expect(await page.locator("[data-budget]").innerText()).toMatch(/leave 1[0-9] moves/);
  await check(page, "trainer");
  await picture(page, "trainer-begun-desktop", false);

  // A move that gives the win away.
  const first = await judged(page, "russian");
  const bad = first.moves.find((move) => move.result === "drawn" && move.move.includes("-"))!;
  await make(page, bad.move);
  expect(await state(page)).toBe("thrown");
  const told = await page.locator("[data-told]").innerText();
  expect(told).toContain(`Move 1, ${bad.move}, throws the win away`);
  expect(told).toContain(first.moves[0]!.move);
  expect(await heard(page)).toContain("throws the win away");
  await check(page, "trainer thrown");
  await picture(page, "trainer-thrown-desktop", false);
  await page.locator("[data-back]").click();
  await page.locator("[data-state=going]").waitFor();

  for (let n = 0; n < 12 && (await state(page)) === "going"; n++) {
    const [best] = (await judged(page, "russian")).moves;
    await make(page, best!.move);
  }
  expect(await state(page)).toBe("won");
  await check(page, "trainer won");
  await picture(page, "trainer-won-desktop", false);
  expect(await page.locator("[data-kind=three-kings]").innerText()).toContain("solved: 1");
  // It is remembered on this device, and there is another position.
  const fen = await page.locator("a.button[href^='/analysis']").getAttribute("href");
  await page.locator("[data-next]").click();
  await page.locator("[data-state=going]").waitFor();
  expect(await page.locator("a.button[href^='/analysis']").getAttribute("href")).not.toBe(fen);
  await page.reload();
  await page.locator("[data-kind=three-kings]").waitFor();
  expect(await page.locator("[data-kind=three-kings]").innerText()).toContain("solved: 1");
  expect(errors(page)).toEqual([]);
});

test("the trainer by keyboard, on a phone, in other languages", async () => {
  const page = await visitor({ viewport: PHONE, locale: "uk", hasTouch: true });
  await page.goto(KING_AGAINST_MEN);
  await openMore(page);
  await page.locator("[data-trainer]").click();
  await page.locator("[data-kind=petrov]").waitFor(BUILT);
  await page.locator("[data-kind=petrov]").click();
  await page.locator("[data-state=going]").waitFor();
  await check(page, "trainer phone uk");
  await picture(page, "trainer-petrov-phone");
  const [best] = (await judged(page, "russian")).moves;
  const [from, to] = best!.move.split("-");
  for (const square of [from!, to!]) {
    await page.locator(`[data-cell=${square}]`).focus();
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction(() => Number(document.querySelector<HTMLElement>("[data-state]")!.dataset.ply) === 2);
  expect(await state(page)).toBe("going");
  expect(await page.locator("[data-told]").innerText()).toContain("виграш ще є");
  // A game without endings says so.
  await page.locator("[data-rules]").selectOption("corners");
  await page.locator("[data-status=none]").waitFor();
  expect(errors(page)).toEqual([]);
});

test("other games have endings of their own", async () => {
  const page = await visitor({ theme: "contrast", locale: "ru" });
  for (const [rules, kind] of [["english", "two-short-kings"], ["poddavki", "three-pieces"]] as const) {
    await page.goto(`/trainer?rules=${rules}`);
    await page.locator(`[data-kind=${kind}]`).waitFor(BUILT);
    await page.locator(`[data-kind=${kind}]`).click();
    await page.locator("[data-state=going]").waitFor();
    await check(page, `trainer ${rules}`);
    await picture(page, `trainer-${rules}-desktop`, false);
    const fen = (await judged(page, rules)).moves;
    expect(fen[0]!.result).toBe("won");
    const start = new URL(await page.locator("a.button[href^='/analysis']").evaluate((link) => (link as HTMLAnchorElement).href)).searchParams.get("fen")!;
    const answer = await asked<ExerciseAnswer>(page, "/api/exercises/answer", { position: { rules, fen: start, moves: [fen[0]!.move] } });
    expect(answer.state).not.toBe("thrown");
  }
  expect(errors(page)).toEqual([]);
});

test("a claim that neither side can win is proved at once", async () => {
  const page = await visitor();
  await page.goto("/");
  const play = async (fen: string) => {
    const made = await asked<{ id: string }>(page, "/api/games", { rules: "russian", fen, opponent: { kind: "sameScreen" }, clocks: { white: "none", black: "none" } });
    await page.goto(`/game/${made.id}`);
    await page.locator("[data-no-win]").click();
  };
  // White wins this one: the claim waits for the other player.
  await play("W:WKg1:Bb8,e5");
  await page.locator(".ask").waitFor();
  expect(await page.locator("[data-ending]").count()).toBe(0);
  await play("W:WKa1:BKh6");
  await page.locator("[data-ending]").waitFor();
  expect(await page.locator("[data-ending]").innerText()).toContain("neither side can win");
  expect(errors(page)).toEqual([]);
});

test("mercy when time runs out is agreed before the game", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("details.options > summary").click();
  await page.locator("[data-mercy]").check();
  await page.locator("[data-opponent=screen]").click();
  await page.waitForURL(/\/game\//);
  const game = await page.evaluate(async (id) => (await fetch(`/api/games/${id}`)).json(), page.url().split("/").at(-1)!);
  expect(game.agreed.mercy).toBe(true);
  expect(errors(page)).toEqual([]);
});
