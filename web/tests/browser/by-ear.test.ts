// What a screen reader gets: the tree of roles and names on every page, and the live region's sentences in order.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { click, drag, offerDraw, reached, resign } from "./hands";
import { club, errors } from "./house";

const { visitor } = club();

/** Everything that the live region says from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const [live, said] = [document.querySelector("[data-live]")!, [] as string[]];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(live.textContent!.trim())).observe(live, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

async function friendHere(page: Page, prepare: () => Promise<unknown> = async () => undefined): Promise<void> {
  await page.goto("/");
  await prepare();
  await page.locator("[data-opponent=screen]").click();
  await page.waitForSelector(".game[data-turn=mine]");
}

// The names that are the same in every language. Addresses and the ids of articles are no words either.
const SAME = /^(Delete|FEN|PDN|SVG|PNG|QR|FMJD|gambler|ru|Damka|Damka\.svg|Enter|Ozornye|Shashki|RU)$/;

/** The roles of the tree with their names, as they are read out. */
async function tree(page: Page): Promise<string> {
  return page.locator("body").ariaSnapshot();
}

/** Words that are read out in the wrong alphabet. */
function foreign(snapshot: string): string[] {
  const read = snapshot.replace(/^ *- \/url: .*$/gm, "").replace(/\[[A-E]\.[\w.]+\]/g, "");
  const names = [...read.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name!);
  const texts = [...read.matchAll(/^ *- (?:text|paragraph|definition|listitem|strong|emphasis)[^:"]*: (.*)$/gm)].map(([, text]) => text!);
  return [...names, ...texts].flatMap((name) => name.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !SAME.test(word));
}

// clauses: A.mode.6
for (const [locale, alien] of [["ru", true], ["uk", true], ["en-GB", false]] as const)
  test(`every page is a tree of named things under one heading, in ${locale}`, async () => {
    const page = await visitor({ locale });
    await friendHere(page);
    await drag(page, "c3", "d4");
    await reached(page, 1);
    const game = page.url();
    await resign(page);
    await page.locator("[data-ending]").waitFor();
    const id = game.split("/").pop();
    for (const [path, ready] of [
      ["/", "[data-opponent=computer]"],
      ["/coach", "[data-coach-make]"],
      [`/game/${id}`, "[data-ending]"],
      [`/analysis/${id}`, "[data-fen]"],
      [`/analysis?rules=russian&edit=yes`, "[data-use]"],
      ["/lobby", "main h2"],
      ["/games", "[data-game]"],
      ["/rules", "main li a"],
      ["/rules/russian", "article figure"],
      ["/continue", "form"],
      ["/nowhere", "main .button"],
    ] as const) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      const read = await tree(page);
      expect(read.match(/^- banner/gm), path).toHaveLength(1);
      expect(read.match(/navigation "/g), path).toHaveLength(1);
      expect(read.match(/^- main/gm), path).toHaveLength(1);
      expect(read.match(/^- status/gm), path).toHaveLength(1);
      expect(read.match(/heading ".+" \[level=1\]/g), path).toHaveLength(1);
      // Whatever can be pressed or filled in has a name.
      expect(read.match(/- (button|link|textbox|combobox|checkbox|radio|slider|img)( \[[^\]]*\])*:?$/gm) ?? [], path).toEqual([]);
      // The rules quote the texts, some of them with Latin names.
      if (alien && !path.startsWith("/rules")) expect(foreign(read), path).toEqual([]);
    }
    // The board is a grid with a row for each rank and a sentence for each square.
    await page.goto("/");
    await friendHere(page);
    const grid = await page.locator("[role=grid]").ariaSnapshot();
    expect(grid.match(/- row/g)).toHaveLength(8);
    expect(grid.match(/gridcell ".+"/g)).toHaveLength(64);
    expect(errors(page)).toEqual([]);
  });

test("moves, captures, refusals, offers and the result are announced in Russian, each once", async () => {
  const page = await visitor({ locale: "ru" });
  await friendHere(page);
  const said = await listen(page);
  await drag(page, "c3", "d4");
  await reached(page, 1);
  await drag(page, "f6", "e5");
  await reached(page, 2);
  await click(page, "g3");
  await click(page, "h4");
  await page.locator("[data-told].bad").waitFor();
  await click(page, "d4");
  await click(page, "f6");
  await reached(page, 3);
  await offerDraw(page);
  await page.locator(".ask button").last().click();
  await page.locator(".ask").waitFor({ state: "detached" });
  await resign(page);
  await page.locator("[data-ending]").waitFor();
  const heard = await said();
  const order = [/^c3 на d4/, /f6 на e5.*d4/, /бить/, /^d4 бьёт e5, встаёт на f6|^d4.*e5.*f6/, /ничью/, /сдались/];
  let at = 0;
  for (const sentence of heard) if (order[at]?.test(sentence)) at++;
  expect(at, heard.join("\n")).toBe(order.length);
  expect(new Set(heard).size, heard.join("\n")).toBe(heard.length);
});

test("a clock that runs low is announced", async () => {
  const page = await visitor({ locale: "uk" });
  await friendHere(page, async () => {
    await page.locator("details.options > summary").click();
    await page.locator("[data-clock-choice]").selectOption("own");
    await page.locator("input[placeholder]").fill("19s");
    await page.locator("input[placeholder]").blur();
  });
  const said = await listen(page);
  await drag(page, "c3", "d4");
  await reached(page, 1);
  await page.waitForFunction(() => (window as unknown as { said: string[] }).said.some((sentence) => /У (білих|чорних) \d/.test(sentence)));
  expect((await said()).filter((sentence) => /У чорних 0:1\d/.test(sentence)).length).toBe(1);
});

// clauses: D.pieces.1
for (const [locale, ginger, white] of [
  ["ru", /рыж|Рыж/, /Белые|белых|белым|Чёрные|чёрных|чёрным/],
  ["uk", /руд|Руд/, /Білі|білих|білим|Чорні|чорних|чорним/],
  ["en-GB", /Ginger/, /White|Black/],
] as const)
  test(`among monkeys nobody is White: what is shown and said in ${locale}`, async () => {
    const page = await visitor({ locale, theme: "monkeys" });
    await friendHere(page, () => page.locator("input[name=game][value=simple]").check({ force: true }));
    const said = await listen(page);
    await page.locator("[data-listen]").click();
    await page.locator("[data-say=position]").click();
    await page.waitForFunction(() => (window as unknown as { said: string[] }).said.length > 0);
    const shown = [await page.locator("main").innerText(), await page.locator("[role=grid]").ariaSnapshot()];
    await resign(page);
    await page.locator("[data-ending]").waitFor();
    shown.push(await page.locator("main").innerText());
    await page.locator("[data-ending] a[href^='/analysis']").click();
    await page.locator("[data-fen]").waitFor();
    shown.push(await page.locator("main").innerText());
    for (const text of [...(await said()), ...shown]) expect(text).not.toMatch(white);
    expect((await said()).join(" ")).toMatch(ginger);
    expect(shown[2]).toMatch(ginger);
    expect(errors(page)).toEqual([]);
  });
