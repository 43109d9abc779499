// The start page, who I am, the club, coaches and addresses: what page.md found, by its numbers.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { CreateGame } from "../../src/lib/api/types";
import { check } from "./checks";
import { drag, makeGame, reached } from "./hands";
import { club, errors, PHONE, picture } from "./house";

// An offer goes as soon as its maker goes, so that no test waits for it.
const { house, visitor } = club({ more: ["--offer-seconds", "0"] });

/** Makes a game over the network, as this page's visitor. */
const make = async (page: Page, game: CreateGame) => (await makeGame(page, game)).id;

test("friction 2: on a phone choosing a game never leaves one far from Play, and the page is short", async () => {
  const page = await visitor({ viewport: PHONE, locale: "ru", hasTouch: true });
  await page.goto("/");
  await page.locator("input[name=game][value=italian]").check({ force: true });
  const bar = page.locator("[data-bar-play]");
  expect(await bar.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await picture(page, "start-phone-ru");
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2400);
  await bar.click();
  const computer = page.locator("[data-opponent=computer]");
  expect(await computer.evaluate((button) => button === document.activeElement && button.getBoundingClientRect().bottom < innerHeight)).toBe(true);
  // Russian draughts is one picture, whatever its rule books.
  await page.locator("input[name=game][value=russian]").check({ force: true });
  expect(await page.locator("[data-book] option").count()).toBe(4);
  await page.locator("[data-book]").selectOption({ index: 3 });
  expect(await page.locator("input[name=game][value=russian]").isChecked()).toBe(true);
  // Friction 20: every section is in the menu of a phone.
  expect(await page.locator("nav a[href='/trainer']").isVisible()).toBe(true);
  expect(errors(page)).toEqual([]);
});

test("friction 8: what I was playing is on the start page, my move first, and nothing moves when it comes", async () => {
  const [page, other] = [await visitor({ reducedMotion: "no-preference" }), await visitor()];
  for (const each of [page, other]) {
    await each.goto("/");
    await each.locator("[data-living]").waitFor();
  }
  const mine = await make(page, { rules: "russian", opponent: { kind: "computer", level: 1 }, colour: "white" });
  // A later game, in which the other is to move.
  const theirs = await make(other, { rules: "russian", opponent: { kind: "lobby" }, colour: "white", clocks: { white: "3d", black: "3d" } });
  await page.request.post(`/api/games/${theirs}/seat`, { data: {} });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) (window as any).moved = ((window as any).moved ?? 0) + (entry as any).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/");
  const cards = page.locator("[data-resume] [data-game]");
  await cards.first().waitFor();
  expect(await cards.evaluateAll((all) => all.map((card) => [card.getAttribute("data-game"), card.hasAttribute("data-mine")]))).toEqual([[mine, true], [theirs, false]]);
  // The board plays by itself, and nothing else moves with it.
  const before = await page.locator("[data-living]").innerHTML();
  await page.waitForFunction((html) => document.querySelector("[data-living]")!.innerHTML !== html, before);
  expect(await page.evaluate(() => (window as any).moved ?? 0)).toBeLessThan(0.01);
  await picture(page, "start-resume-desktop", false);
  await page.locator(`[data-resume] [data-game="${mine}"]`).click();
  await page.waitForURL(`${house.url}/game/${mine}`);
});

test("friction 27: clocks are in words, and the default says what it is", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("details.options > summary").click();
  const texts = await page.locator("[data-clock-choice] option").allInnerTexts();
  expect(texts[0]).toMatch(/^Default.*8 minutes/);
  for (const text of texts) expect(text).not.toMatch(/\d+[ms]\b/);
  // Friction 22: nor does the builder of house rules speak in codes.
  await page.locator("input[name=game][value=house]").check({ force: true });
  await page.locator("[data-house]").waitFor();
  for (const text of await page.locator("[data-house] select option:checked").allInnerTexts()) expect(text).not.toMatch(/rows:|^none$|^\d+$/);
  await page.locator("[data-house] [data-switch=start]").selectOption("rows:2");
  await page.locator("section.play p", { hasText: "2 rows of men" }).waitFor();
  await page.locator("[data-house] input[type=number]").fill("40");
  await page.locator("[data-house] input[type=number]").blur();
  await page.locator("[data-house] .number", { hasText: "after 40 moves" }).waitFor();
  await page.locator("[data-house] details").evaluate((details: HTMLDetailsElement) => (details.open = true));
  await page.locator("[data-house] input[type=checkbox]").first().check();
  await page.locator("[data-house] summary", { hasText: "1 chosen" }).waitFor();
  await picture(page, "house-rules-desktop");
  expect(errors(page)).toEqual([]);
});

test("friction 19: who I am is at the top right; guests are not all the same", async () => {
  const [page, other] = [await visitor({ locale: "uk" }), await visitor()];
  await page.goto("/");
  const corner = page.locator("[data-me]");
  await page.waitForFunction(() => /Гість \d[A-Z]/.test(document.querySelector("[data-me]")!.textContent!));
  const guest = (await corner.locator(".name").innerText()).trim();
  // Asked for once somebody plays, and not again.
  expect(await page.locator("[data-ask-name]").count()).toBe(0);
  const game = await make(page, { rules: "russian", opponent: { kind: "computer", level: 5 }, colour: "white" });
  await page.reload();
  await page.locator("[data-ask-name]").waitFor();
  expect(await page.locator("[data-ask-name]").innerText()).toContain(guest);
  await page.locator("[data-ask-name] button").click();
  await page.reload();
  await page.locator("[data-resume]").waitFor();
  expect(await page.locator("[data-ask-name]").count()).toBe(0);

  // The club shows a game against the computer while its player is there.
  const table = await page.context().newPage();
  await table.goto(`/game/${game}`);
  await table.waitForSelector(".game[data-status=live]");
  await other.goto(`/lobby`);
  const card = other.locator(`[data-game="${game}"]`);
  await card.waitFor();
  expect(await card.innerText()).toContain(guest.replace("Гість", "Guest"));
  expect(await card.innerText()).toContain("Squirrel");
  expect(await card.locator("[data-face=level-5]").count()).toBe(1);

  await corner.click();
  await page.locator("[data-my-name]").fill("Оксана");
  await page.locator("form button.primary").first().click();
  await page.locator("[name=picture][value=kite]").check({ force: true });
  await page.waitForFunction(() => document.querySelector("[data-me] [data-face=picture-kite]"));
  expect(await corner.innerText()).toContain("Оксана");
  await check(page, "who I am");
  await picture(page, "me-desktop-uk");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("[data-me] [data-face=picture-kite]"));
  await card.locator("[data-face=picture-kite]").waitFor();
  expect([...errors(page), ...errors(other)]).toEqual([]);
});

test("fault 5, friction 18: the club invites, and an offer goes when its maker goes", async () => {
  const [maker, guest] = [await visitor(), await visitor({ locale: "ru" })];
  await guest.goto("/lobby");
  await guest.locator("[data-invite]").waitFor();
  await guest.locator("[data-people]", { hasText: "1" }).waitFor();
  await picture(guest, "lobby-quiet-desktop");
  await maker.goto("/lobby");
  await maker.locator("[data-offer]").click();
  await maker.waitForURL(/\/game\//);
  const offer = guest.locator(`[data-game="${maker.url().split("/").pop()}"]`);
  await offer.waitFor();
  await guest.locator("[data-people]", { hasText: "2" }).waitFor();
  await picture(guest, "lobby-offer-desktop");
  await maker.goto("/rules");
  await offer.waitFor({ state: "detached" });
  await maker.goBack();
  await offer.click();
  await guest.locator("[data-join]").click();
  await guest.waitForSelector(".game[data-status=live]");
  expect([...errors(maker), ...errors(guest)]).toEqual([]);
});

test("friction 5: a link that works only on this computer says so, and how to change that", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("[data-opponent=link]").click();
  const warning = page.locator("[data-local-only]");
  await warning.waitFor();
  expect(await warning.innerText()).toContain("damka serve --lan");
  expect(await page.locator("[data-invitation] img.qr").count()).toBe(0);
  await picture(page, "invitation-local-desktop", false);
});

test("fault 11, friction 10: a coach's task, its right side, and what came of it", async () => {
  const [coach, pupil] = [await visitor(), await visitor({ locale: "ru", viewport: PHONE })];
  await coach.goto(`/coach?${new URLSearchParams({ rules: "russian", fen: "B:WKa1,Kc3,Ke1:BKh2" })}`);
  await coach.locator("[data-own-position]").waitFor();
  // Fault 11: the side to move is the pupil's, not what lots give.
  expect(await coach.locator("input[name=colour]:checked").inputValue()).toBe("black");
  // Fault 15: the page has a title of its own.
  expect(await coach.title()).not.toBe("Damka");
  await coach.locator("[data-coach-task]").fill("Black to move.\nHold the draw!");
  await coach.locator("[data-coach-make]").click();
  const link = await coach.locator("[data-coach-link] input").inputValue();

  await pupil.goto(link);
  expect(await pupil.locator("[data-task]").innerText()).toBe("Black to move.\nHold the draw!");
  await check(pupil, "a pupil's link");
  await picture(pupil, "link-phone-ru");
  await pupil.locator("[data-pupil-name]").fill("Петя");
  await pupil.locator("form button.primary").click();
  await pupil.waitForSelector(".game[data-turn=mine]");
  expect(await pupil.locator("[data-player]").last().getAttribute("data-player")).toBe("black");
  await drag(pupil, "h2", "e5");
  await reached(pupil, 1);

  await coach.reload();
  const row = coach.locator("[data-link] li");
  await row.waitFor();
  expect(await row.innerText()).toContain("Петя");
  expect(await row.locator("a").getAttribute("href")).toBe(new URL(pupil.url()).pathname);
  await picture(coach, "coach-links-desktop");
  await coach.locator("[data-link-end]").click();
  await coach.locator("[data-link-end-really]").click();
  await coach.locator("[data-link-end]").waitFor({ state: "detached" });
  await pupil.goto(link);
  await pupil.getByText("Тренер закрыл эту ссылку.").waitFor();
  expect([...errors(coach), ...errors(pupil)]).toEqual([]);
});

test("fault 15: addresses have names, descriptions and pictures; 404 where there is nothing", async () => {
  const page = await visitor({ locale: "ru" });
  await page.goto("/");
  const game = await make(page, { rules: "russian", opponent: { kind: "computer", level: 10 }, colour: "white" });
  const tags = async (path: string) => {
    const response = await page.request.get(path, { headers: { "accept-language": "ru" } });
    const text = await response.text();
    const of = (name: string) => new RegExp(`"${name}" content="([^"]*)"`).exec(text)?.[1];
    return { status: response.status(), title: /<title>(.*)<\/title>/.exec(text)?.[1], about: of("description"), picture: of("og:image") };
  };
  const start = await tags("/");
  expect(start).toMatchObject({ status: 200, title: "Дамка", picture: `${house.url}/api/preview.png` });
  expect(start.about).toContain("Шашечный клуб");
  expect(await tags(`/game/${game}`)).toMatchObject({ status: 200, title: expect.stringContaining("Лев"), picture: `${house.url}/api/games/${game}/preview.png` });
  for (const path of ["/nowhere", "/game/nothing", "/link/nothing"]) expect((await tags(path)).status, path).toBe(404);
  for (const path of ["/api/preview.png", `/api/games/${game}/preview.png`, "/touch-icon.png"]) {
    const response = await page.request.get(path);
    expect([path, response.headers()["content-type"], (await response.body()).subarray(1, 4).toString()]).toEqual([path, "image/png", "PNG"]);
  }
  await page.goto("/nowhere");
  await page.locator("main a.button.primary").waitFor();

  // Headings keep their words among the monkeys.
  const headings = async (theme: string) => {
    const other = await visitor({ theme });
    await other.goto("/");
    await other.locator("[data-settings]").click();
    return other.locator(".panel legend").allInnerTexts();
  };
  expect(await headings("monkeys")).toEqual(await headings("wood"));
});
