// Matches and club evenings with several real browsers: made, entered, played, scored, and gone on with after a crash.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ContestMade, ContestsView, ContestView, CreateContest } from "../../src/lib/api/types";
import { check } from "./checks";
import { resign } from "./hands";
import { club, DESKTOP, errors, PHONE, picture } from "./house";

const { house, visitor } = club();

/** Makes a contest as its maker's page would. */
async function make(page: Page, wanted: Partial<CreateContest> & Pick<CreateContest, "kind">): Promise<string> {
  const answer = await page.request.post("/api/contests", { data: { name: "Tuesday", rules: "russian", ...wanted } });
  if (!answer.ok()) throw new Error(`no contest was made: ${await answer.text()}`);
  return ((await answer.json()) as ContestMade).id;
}

const look = async (page: Page, id: string) => (await (await page.request.get(`/api/contests/${id}`)).json()) as ContestView;

/** Gives a visitor a name, as the page about me does. */
async function called(page: Page, name: string): Promise<Page> {
  const answer = await page.request.put("/api/me/name", { data: { name } });
  if (!answer.ok()) throw new Error(`no name was given: ${await answer.text()}`);
  return page;
}

/** The contest's page has seen this. */
const shown = (page: Page, selector: string) => page.locator(selector).first().waitFor();

/** Opens a contest and takes part. */
async function enter(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("[data-enter]").click();
  await shown(page, "[data-enter-card] , [data-leave]");
  await page.locator("[data-enter]").waitFor({ state: "detached" });
}

/** Both say that they are ready, and are taken to the board. */
async function begin(pages: readonly Page[], before = ""): Promise<string> {
  for (const page of pages) await page.locator("[data-ready]").click();
  for (const page of pages) {
    await page.waitForURL((url) => url.pathname.startsWith("/game/") && !url.pathname.endsWith(before || "/"));
    await shown(page, ".game[data-status=live]");
  }
  return pages[0]!.url().split("/").pop()!;
}

// clauses: A.first.2, A.first.3
test("a match is made, entered by its link and played to its end, over a crash of the server", async () => {
  const [ann, bob] = [await called(await visitor(), "Anna"), await called(await visitor({ viewport: PHONE, locale: "ru" }), "Борис")];
  await ann.goto("/lobby");
  await ann.locator("[data-way=match]").click();
  // A name and one button are enough, and two clicks make one match.
  await ann.locator("[data-make]").dblclick();
  await ann.waitForURL(/\/contest\//);
  await shown(ann, "[data-missing]");
  const link = ann.locator("[data-invite] input");
  await link.waitFor();
  await check(ann, "a match that waits");
  await picture(ann, "contest-match-waiting-desktop");
  const id = ann.url().split("/").pop()!;

  await enter(bob, await link.inputValue());
  await shown(bob, "[data-ready]");
  await check(bob, "a match before its beginning");
  await picture(bob, "contest-match-phone");
  await ann.locator("[data-ready]").click();
  await shown(bob, "[data-other-ready]");
  await bob.locator("[data-ready]").dblclick();
  for (const page of [ann, bob]) {
    await page.waitForURL(/\/game\//);
    await shown(page, ".game[data-status=live]");
    await shown(page, "[data-match-score='0:0']");
  }
  const first = ann.url().split("/").pop()!;
  expect(bob.url().endsWith(first)).toBe(true);
  const drawn = await look(ann, id);
  expect(drawn.boards.length, "two clicks begin one game").toBe(1);
  expect(drawn.seed, "who begins was drawn by lot").toMatch(/^[0-9a-f]{16}$/);
  await check(bob, "a game of a match");
  await picture(bob, "contest-game-phone", false);

  await resign(bob);
  // The score beside the board, and one click each for the next game instead of another game of two.
  for (const page of [ann, bob]) await shown(page, "[data-match-score='2:0']");
  expect(await ann.locator("[data-again]").count()).toBe(0);
  await shown(ann, "[data-ready]");
  await picture(ann, "contest-game-over-desktop", false);
  await picture(bob, "contest-game-over-phone", false);
  const second = await begin([bob, ann], first);
  const alternated = await look(ann, id);
  expect(alternated.boards[1]!.white, "colours alternate").toBe(drawn.boards[0]!.black);
  expect(second).toBe(alternated.boards[1]!.game);

  await house.crash();
  await shown(ann, ".banner");
  await house.open();
  for (const page of [ann, bob]) await page.locator(".banner").waitFor({ state: "detached" });
  await ann.reload();
  await shown(ann, "[data-match-score='2:0']");
  await resign(bob);
  for (const page of [ann, bob]) await shown(page, "[data-contest-ended]");
  expect(await ann.locator("[data-contest-ended]").innerText()).toContain("Anna wins the match 2 : 0");
  expect(await bob.locator("[data-contest-ended]").innerText()).toContain("Anna");
  await ann.locator("[data-contest-link]").click();
  await shown(ann, "[data-stage=over]");
  expect(await ann.locator("[data-ended]").innerText()).toContain("2 : 0");
  const pdn = await (await ann.request.get((await ann.locator("[data-file=pdn]").getAttribute("href"))!)).text();
  expect(pdn.match(/\[Round "/g)?.length).toBe(2);
  await check(ann, "a match that is over");
  await picture(ann, "contest-match-over-desktop");
  expect([...errors(ann), ...errors(bob)]).toEqual([]);
});

test("a match by the keyboard alone, to its last game and given up", async () => {
  const [ann, bob] = [await called(await visitor({ locale: "uk" }), "Оксана"), await called(await visitor({ locale: "uk", viewport: PHONE, colorScheme: "dark" }), "Тарас")];
  const press = async (page: Page, selector: string) => {
    await shown(page, `${selector}:not([disabled])`);
    await page.locator(selector).focus();
    await page.keyboard.press("Enter");
  };
  await ann.goto("/lobby");
  await press(ann, "[data-way=match]");
  await shown(ann, "[data-length]");
  await ann.locator("[data-length]").focus();
  await ann.keyboard.press("ArrowDown");
  await press(ann, "[data-name]");
  await ann.waitForURL(/\/contest\//);
  const id = ann.url().split("/").pop()!;
  expect((await look(ann, id)).agreed.length).toBe("games 4");
  await bob.goto(`/contest/${id}`);
  await press(bob, "[data-enter]");
  await press(ann, "[data-ready]");
  await press(bob, "[data-ready]");
  for (const page of [ann, bob]) await page.waitForURL(/\/game\//);
  await press(ann, "[data-resign]");
  await press(ann, "[data-yes=resign]");
  for (const page of [bob, ann]) await press(page, "[data-game-contest] [data-ready]");
  for (const page of [ann, bob]) await shown(page, ".game[data-status=live]");
  await press(bob, "[data-contest-link]");
  await press(bob, "[data-give-up]");
  await press(bob, "[data-yes=give-up]");
  await shown(bob, "[data-ended]");
  // The game that was open is over too, and its board says how the match has ended.
  await shown(ann, "[data-contest-ended]");
  await shown(ann, ".game[data-status=over]");
  expect((await look(ann, id)).match!.points).toEqual([2, 2]);
  await check(bob, "a match that was given up");
  await picture(bob, "contest-match-given-up-phone-dark");
  expect([...errors(ann), ...errors(bob)]).toEqual([]);
});

test("who does not come to the next game loses it", async () => {
  const [ann, bob] = [await called(await visitor(), "Anna"), await called(await visitor({ viewport: PHONE, locale: "ru" }), "Борис")];
  const id = await make(ann, { kind: "match", patience: 3 });
  await enter(bob, `/contest/${id}`);
  await ann.goto(`/contest/${id}`);
  await ann.locator("[data-ready]").click();
  await shown(ann, "[data-walkover-in]");
  await picture(ann, "contest-walkover-desktop");
  await ann.locator("[data-walkover]").dblclick();
  for (const page of [ann, bob]) await shown(page, "[data-score='2:0']");
  await shown(ann, "[data-source=walkover]");
  expect((await look(ann, id)).boards.length).toBe(1);
  await shown(bob, "[data-next='2.1.1']");
  expect([...errors(ann), ...errors(bob)]).toEqual([]);
});

test("an evening pairs four people, with boards in the room and typed results", async () => {
  const [ann, bob, cat, dan] = [
    await called(await visitor(), "Anna"),
    await called(await visitor({ locale: "ru" }), "Борис"),
    await called(await visitor({ locale: "uk", viewport: PHONE }), "Катря"),
    await called(await visitor(), "Dan"),
  ];
  await ann.goto("/contests/new/evening");
  await ann.locator("[data-more-terms] > summary").click();
  await ann.locator("[data-only-runs]").check();
  await ann.locator("[data-make]").click();
  await ann.waitForURL(/\/contest\//);
  const id = ann.url().split("/").pop()!;
  for (const page of [bob, cat, dan]) await enter(page, `/contest/${id}`);
  await dan.locator("[data-rest]").click();
  await shown(dan, "[data-my-state=rests]");
  for (const name of ["Дед Мазай", "Ivan"]) {
    await ann.locator("[data-add-name]").fill(name);
    await ann.locator("[data-add]").click();
    await ann.locator("[data-entrant]", { hasText: name }).waitFor();
  }
  await picture(ann, "contest-evening-pairing-desktop");
  await check(ann, "an evening that is paired");
  const number = async (name: string) => (await look(ann, id)).entrants.find((entrant) => entrant.shown === name)!.number;
  // Two by hand: the first has White, and those in the room play there.
  for (const name of ["Ivan", "Дед Мазай"]) await ann.locator(`[data-pick="${await number(name)}"]`).click();
  await ann.locator("[data-pair]").click();
  await shown(ann, "[data-results='1.1.1']");
  // The server is gone for a moment: what is shown stays, and goes on by itself.
  await house.crash();
  await shown(ann, "[data-problem]");
  await house.open();
  await ann.locator("[data-problem]").waitFor({ state: "detached" });
  await ann.locator("[data-pair-free]").dblclick();
  for (const page of [bob, cat]) {
    await page.waitForURL(/\/game\//);
    await shown(page, ".game[data-status=live]");
  }
  await ann.locator("[data-results='1.1.1'] [data-outcome=white-won]").click();
  await shown(ann, "[data-board='1.1.1'][data-source=typed]");
  await resign(cat);
  await shown(ann, "[data-board='1.2.1'][data-source=game]");
  await shown(bob, "[data-contest-link]");
  // A slip of the pen is corrected, and asked about first.
  await ann.locator("[data-decide='1.1.1']").click();
  await ann.locator("[data-results='1.1.1'] [data-outcome=draw]").click();
  await ann.locator("[data-yes=settle]").click();
  await shown(ann, "[data-board='1.1.1'][data-result=draw]");
  const table = await ann.locator("[data-standings] tbody").innerText();
  expect(table).toContain("½");
  expect(table.indexOf("Борис"), "who has won is first").toBeLessThan(table.indexOf("Ivan"));
  // An open game is settled when the evening ends.
  await dan.locator("[data-ready]").click();
  await shown(ann, `[data-pick="${await number("Dan")}"]`);
  await ann.locator("[data-pair-free]").click();
  await shown(ann, "[data-boards] [data-decide]");
  await picture(ann, "contest-evening-desktop");
  await bob.goto(`/contest/${id}`);
  await check(bob, "an evening seen by a guest");
  await picture(bob, "contest-evening-guest-ru-desktop");
  expect([ann, bob, cat, dan].flatMap(errors)).toEqual([]);
});

test("a private contest is seen by those who have its link", async () => {
  const [ann, bob, eve] = [await called(await visitor(), "Anna"), await visitor({ viewport: PHONE, locale: "ru" }), await visitor()];
  const id = await make(ann, { kind: "match", private: true, joining: "asked" });
  await ann.goto(`/contest/${id}`);
  const link = ann.locator("[data-invite] input");
  await link.waitFor();
  await eve.goto(`/contest/${id}`);
  await eve.getByText("There is no such contest.").waitFor();
  await bob.goto(await link.inputValue());
  await bob.locator("[data-enter]").click();
  await shown(bob, "[data-applied]");
  // The secret does not stay in the address.
  expect(await bob.evaluate(() => location.hash)).toBe("");
  await bob.reload();
  await shown(bob, "[data-applied]");
  await ann.locator("[data-accept]").click();
  await shown(bob, "[data-ready]");
  await eve.goto("/lobby");
  await shown(eve, "[data-ways]");
  expect(await eve.locator(`[data-contest="${id}"]`).count()).toBe(0);
  expect([ann, bob, eve].flatMap(errors)).toEqual([]);
});

test("each kind has a form in which a name and one button are enough, in three languages, on a desk and a phone", async () => {
  for (const [locale, viewport, size, colorScheme] of [["en-GB", DESKTOP, "desktop", "light"], ["ru", PHONE, "phone", "dark"], ["uk", PHONE, "phone", "light"]] as const) {
    const page = await visitor({ locale, viewport, colorScheme });
    for (const kind of ["match", "simul", "evening"] as const) {
      await page.goto(`/contests/new/${kind}`);
      await page.locator("[data-more-terms] > summary").click();
      if (kind === "match") await page.locator("[data-draws]").selectOption("faster");
      if (kind === "simul") await page.locator("[data-timing]").selectOption("unequal");
      await check(page, `a new ${kind} ${locale}`);
      await picture(page, `contest-new-${kind}-${locale}-${size}`);
      await page.locator("[data-make]").click();
      await page.waitForURL(/\/contest\//);
      await shown(page, "[data-terms]");
      await check(page, `${kind} ${locale}`);
      await picture(page, `contest-${kind}-${locale}-${size}`);
    }
    expect(errors(page)).toEqual([]);
  }
});

test("what is agreed is kept: unequal clocks, one clock over all boards, a ladder of replays", async () => {
  const page = await visitor();
  const agreed = async () => (await look(page, page.url().split("/").pop()!)).agreed;
  await page.goto("/contests/new/simul");
  await page.locator("[data-timing]").selectOption("unequal");
  await page.locator("[data-guest-clock]").selectOption("5m");
  await page.locator("[data-colours]").selectOption("alternate");
  await page.locator("[data-make]").click();
  await page.waitForURL(/\/contest\//);
  const unequal = await agreed();
  expect(unequal.clocksText).toEqual(["30 minutes for the game", "5 minutes for the game"]);
  expect(unequal.colours).toBe("alternate");
  await page.goto("/contests/new/simul");
  await page.locator("[data-timing]").selectOption("one");
  await page.locator("[data-one-clock]").fill("45");
  await page.locator("[data-make]").click();
  await page.waitForURL(/\/contest\//);
  expect((await look(page, page.url().split("/").pop()!)).hostClock?.left).toBe(45 * 60_000);
  await page.goto("/contests/new/match");
  await page.locator("[data-length]").selectOption("first-to");
  await page.locator("[data-first-to]").fill("4");
  await page.locator("[data-draws]").selectOption("faster");
  await page.locator("[data-make]").click();
  await page.waitForURL(/\/contest\//);
  const match = await agreed();
  expect([match.length, match.draws, match.ladderText.length]).toEqual(["first-to 4", "faster", 2]);
  // What cannot be is a sentence, and nothing that was chosen is lost.
  await page.goto("/contests/new/match");
  await page.locator("[data-more-terms] > summary").click();
  await page.locator("[data-openings]").fill("no position");
  await page.locator("[data-make]").click();
  await shown(page, "form .problem");
  expect(await page.locator("[data-openings]").inputValue()).toBe("no position");
});

test("the club shows what is on, what waits for players, and what of mine is over", async () => {
  const [ann, bob, cat] = [await called(await visitor(), "Anna"), await called(await visitor(), "Bob"), await visitor({ viewport: PHONE, locale: "uk" })];
  const match = await make(ann, { kind: "match", name: "Final" });
  await cat.goto("/lobby");
  await shown(cat, `[data-contests=gathering] [data-contest="${match}"]`);
  const soon = await make(ann, { kind: "simul", name: "Open day", beginsAt: Date.now() + 20 * 60_000 });
  // It comes by itself.
  await shown(cat, `[data-contests=gathering] [data-contest="${soon}"]`);
  for (const page of [ann, bob]) await page.goto(`/contest/${match}`);
  await bob.locator("[data-enter]").click();
  await begin([ann, bob]);
  await shown(cat, `[data-contests=playing] [data-contest="${match}"]`);
  await check(cat, "the club with contests");
  await picture(cat, "club-contests-uk-phone");
  // Two clicks from the club to a board that is played.
  await cat.locator(`[data-contest="${match}"]`).click();
  await cat.locator("[data-to-board]").click();
  await shown(cat, ".game[data-status=live]");
  await bob.goto(`/contest/${match}`);
  await bob.locator("[data-give-up]").click();
  await bob.locator("[data-yes=give-up]").click();
  await shown(bob, "[data-ended]");
  await ann.goto("/lobby");
  await shown(ann, `[data-contests=over] [data-contest="${match}"]`);
  await picture(ann, "club-contests-desktop");
  const lists = (await (await ann.request.get("/api/contests")).json()) as ContestsView;
  expect(lists.gathering.map((contest) => contest.id)).toContain(soon);
});
