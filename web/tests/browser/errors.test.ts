// What goes wrong for people: each time a sentence in their language, and a way on.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drag, heard, ply, reached } from "./hands";
import { club, errors, picture } from "./house";

const { house, visitor } = club({ each: true });

/** A sentence, not a code, with a link to the start that works. */
async function sorry(page: Page, sentence: RegExp): Promise<void> {
  const card = page.locator("main .card").first();
  await card.waitFor();
  expect(await card.locator("p").first().textContent()).toMatch(sentence);
  expect(await card.innerText()).not.toMatch(/\b(404|500|undefined|null|Error)\b/);
  await card.locator("a.button[href='/']").click();
  await page.locator("[data-opponent=computer]").waitFor();
}

test("nothing at this address, no such game, no such link, no such rules", async () => {
  const page = await visitor({ locale: "ru" });
  for (const [address, sentence] of [
    ["/what/is/this", /Страница не найдена/],
    ["/game/nothing-here", /Такой партии нет/],
    ["/game", /Страница не найдена/],
    ["/analysis/nothing-here", /Такой партии нет/],
    ["/link/nothing-here", /ссылк/i],
    ["/rules/nothing-here", /nothing-here/],
    ["/rules/%E0%A4%A", /%E0%A4%A/],
    ["/constructor", /Страница не найдена/],
  ] as const) {
    await page.goto(address);
    await sorry(page, sentence);
  }
  expect(errors(page)).toEqual([]);
});

test("an invitation that somebody else has used: the game can still be watched", async () => {
  const [anna, boris, late] = [await visitor(), await visitor(), await visitor({ locale: "uk" })];
  await anna.goto("/");
  await anna.locator("[data-opponent=link]").click();
  const link = await anna.locator("[data-invitation] input").inputValue();
  await boris.goto(link);
  await boris.waitForSelector(".game[data-status=live]");
  await late.goto(link);
  await late.locator("[data-told].bad").waitFor();
  expect(await late.locator("[data-told]").textContent()).toMatch(/місц/i);
  expect(await late.locator("[data-cell]").count()).toBe(64);
  expect(await late.locator("[data-resign]").count()).toBe(0);
});

test("the club closes: at the start, in a game, and between pages; and everything goes on when it is back", async () => {
  const page = await visitor({ locale: "ru" });
  await page.goto("/");
  await page.locator("[data-opponent=computer]").waitFor();
  await house.close();
  await page.locator("[data-opponent=screen]").click();
  await page.locator(".problem").waitFor();
  expect(await page.locator(".problem").textContent()).toMatch(/Клуб не отвечает/);
  expect(await heard(page)).toMatch(/Клуб не отвечает/);
  // A part of the page that was not loaded yet cannot come.
  await page.locator("nav a[href='/games']").click();
  await page.locator("main .card p").first().waitFor();
  expect(await page.locator("main .card").first().innerText()).toMatch(/Клуб не отвечает/);
  await picture(page, "offline-desktop", false);
  await house.open();
  await page.locator("main .card button").click();
  await page.locator("[data-import]").waitFor();

  await page.goto("/");
  await page.locator("[data-opponent=screen]").click();
  await page.waitForSelector(".game[data-turn=mine]");
  await house.close();
  await page.locator(".banner").waitFor();
  expect(await heard(page)).toMatch(/Связь потеряна/);
  // What is done meanwhile is kept, and counts once.
  await drag(page, "c3", "d4");
  await house.open();
  await reached(page, 1);
  await page.locator(".banner").waitFor({ state: "detached" });
  expect(await ply(page)).toBe(1);

  // A game is opened while the club is closed: a sentence, and the game as soon as there is one.
  await page.locator("nav a[href='/games']").click();
  const card = page.locator("[data-game]").first();
  await card.waitFor();
  await house.close();
  await card.click();
  await page.locator("main .problem").waitFor();
  expect(await page.locator("main .problem").textContent()).toMatch(/Клуб не отвечает/);
  await house.open();
  await reached(page, 1);
  // The page counts its acts on: the first one in a game that is opened again has a number of its own.
  await page.locator(".banner").waitFor({ state: "detached" });
  await drag(page, "f6", "g5");
  await reached(page, 2);
  expect(errors(page)).toEqual([]);
});

test("files and texts that are no games", async () => {
  const page = await visitor({ locale: "ru" });
  await page.goto("/games");
  const told = page.locator("[data-imported]");
  for (const [name, content, sentence] of [
    ["picture.pdn", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), /парти/i],
    ["empty.pdn", Buffer.from(""), /парти/i],
    ["chess.pdn", Buffer.from("1. e2-e4 e7-e5"), /«e2-e4»/],
  ] as const) {
    await page.locator("[data-file]").setInputFiles({ name, mimeType: "text/plain", buffer: content });
    await told.waitFor();
    expect(await told.innerText(), name).toMatch(sentence);
    expect(await told.innerText(), name).not.toMatch(/undefined|null|Error/);
    expect(await heard(page), name).toMatch(sentence);
    await page.reload();
  }
  // The way on: say which game it is, and bring the same file again; then it is known what is wrong with it.
  await page.locator("[data-import-game]").selectOption("russian");
  await page.locator("[data-file]").setInputFiles({ name: "chess.pdn", mimeType: "text/plain", buffer: Buffer.from("1. e2-e4 e7-e5") });
  await told.waitFor();
  expect(await told.innerText()).toMatch(/e2/);
  expect(errors(page)).toEqual([]);
});

test("a code from another device that is wrong", async () => {
  const page = await visitor({ locale: "uk" });
  await page.goto("/continue#no-such-code");
  await page.locator("form button").click();
  await page.locator("form .problem").waitFor();
  expect(await page.locator("form .problem").textContent()).toMatch(/код/i);
  expect(errors(page)).toEqual([]);
});

test("a game somebody withdrew while another looked at it", async () => {
  const [anna, boris] = [await visitor(), await visitor({ locale: "ru" })];
  await anna.goto("/");
  await anna.locator("[data-opponent=lobby]").click();
  await anna.waitForSelector(".game[data-status=waiting]");
  await boris.goto(anna.url());
  await boris.locator("[data-join]").waitFor();
  await anna.locator("[data-invitation] button").last().click();
  await anna.locator("[data-opponent=computer]").waitFor();
  await sorry(boris, /парти/i);
});
