// The club page: never empty, every way to play two clicks away, and offers that can be filtered.
import { expect, test } from "vitest";
import { check } from "./checks";
import { makeGame } from "./hands";
import { club, DESKTOP, errors, PHONE, picture } from "./house";

const { visitor } = club({ each: true });

test("an empty club says what a visitor can do, in three languages, on a desk and a phone, in light and dark", async () => {
  for (const [at, locale] of ["en-GB", "ru", "uk"].entries())
    for (const [size, viewport] of [["desktop", DESKTOP], ["phone", PHONE]] as const) {
      const colorScheme = (at + (size === "phone" ? 1 : 0)) % 2 === 0 ? "light" : "dark";
      const page = await visitor({ viewport, locale, colorScheme });
      await page.goto("/lobby");
      await page.locator("[data-offer]").waitFor();
      await page.locator("[data-way=letters]").click();
      await page.locator("[data-way-start]").waitFor();
      await check(page, `club ${locale} ${size}`);
      await picture(page, `club-${locale}-${size}-${colorScheme}`);
      expect(errors(page)).toEqual([]);
    }
});

for (const [way, ready] of [["link", ".game[data-status=waiting]"], ["screen", ".game[data-status=live]"], ["letters", ".game[data-status=waiting]"]] as const)
  test(`${way} is two clicks away`, async () => {
    const page = await visitor();
    await page.goto("/lobby");
    await page.locator(`[data-way=${way}]`).click();
    await page.locator("[data-way-start]").click();
    await page.waitForURL(/\/game\//);
    await page.locator(ready).waitFor();
    const id = page.url().split("/").pop();
    const made = (await (await page.request.get(`/api/games/${id}`)).json()) as { agreed: { pace?: string; clocks: { white: string } } };
    if (way === "letters") expect(made.agreed.clocks.white).toBe("1x3d");
  });

test("the computer is two clicks away, by the keyboard too", async () => {
  const page = await visitor();
  await page.goto("/lobby");
  await page.locator("[data-way=computer]").focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-level='1']").focus();
  await page.keyboard.press("Enter");
  await page.locator(".game[data-status=live]").waitFor();
});

test("offers are filtered by game, pace and manner", async () => {
  const [maker, page] = [await visitor(), await visitor()];
  const offer = (rules: string, clock: string) => makeGame(maker, { rules, opponent: { kind: "lobby" }, colour: "white", clocks: { white: clock, black: clock } });
  await offer("russian", "8m");
  await offer("italian", "1x3d");
  await maker.goto("/lobby");
  await page.goto("/lobby");
  const shown = () => page.locator("[data-looking] [data-game]");
  await page.waitForFunction(() => document.querySelectorAll("[data-looking] [data-game]").length === 2);
  await picture(page, "club-offers-desktop");
  await page.locator("[data-filter=pace]").selectOption("days");
  expect(await shown().count()).toBe(1);
  expect(await shown().innerText()).toContain("Italian");
  await page.locator("[data-filter=manner]").selectOption("at-board");
  expect(await shown().count()).toBe(0);
  await page.locator("[data-filter-all]").click();
  expect(await shown().count()).toBe(2);
});
