// Running the club: the link that makes a keeper, people, complaints, hidden games, the log; and a person's own data.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { check } from "./checks";
import { pair } from "./hands";
import { club, DESKTOP, errors, type House, PHONE, picture, saved } from "./house";

const { house, visitor } = club();
const PASSWORD = "correct horse battery";

/** Creates an account as the page would. */
async function account(page: Page, name: string): Promise<void> {
  const answer = await page.request.post("/api/me/account", { data: { name, password: PASSWORD } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The code of the link that the server printed. */
const code = (from: House) => /\/keeper#(\w+)/.exec(from.told())![1]!;

test("a keeper comes by the link, and runs the club", async () => {
  const keeper = await visitor();
  await keeper.goto(`/keeper#${code(house)}`);
  // An account first; then the link continues by itself.
  await keeper.locator("[data-to-account]").click();
  await keeper.locator("[data-my-name]").fill("Kim");
  await keeper.locator("input[type=password]").first().fill(PASSWORD);
  await keeper.locator("[data-account-make]").click();
  await keeper.locator("[data-become]").click();
  await keeper.locator("[data-people] [data-member]").first().waitFor();
  expect(new URL(keeper.url()).hash, "the code does not stay in the address").toBe("");

  // Two play; one has a name that the other reports.
  const [rude, friend] = [await visitor(), await visitor()];
  await account(rude, "Very Rude");
  const game = await pair(friend, rude);
  await friend.locator("[data-report=black]").click();
  await friend.locator("[data-yes=report]").click();
  await friend.locator("[data-told]", { hasText: "The keeper will look at it" }).waitFor();
  expect(await rude.locator("[data-report]").count(), "a guest has no name to report, and nobody reports themselves").toBe(0);

  await keeper.reload();
  const reported = keeper.locator("[data-reported] [data-member]");
  await reported.locator("[data-unfold]").click();
  await reported.locator("[data-new-name]").fill("Rudi");
  await reported.locator("[data-rename]").click();
  await keeper.locator("[data-reported] [data-member]").waitFor({ state: "detached" });
  await friend.locator("[data-player=black]", { hasText: "Rudi" }).waitFor();

  // Appointed, found among the coaches, blocked.
  await keeper.locator("[data-search]").fill("rud");
  const member = keeper.locator("[data-people] [data-member]", { hasText: "Rudi" });
  await member.locator("[data-unfold]").click();
  await member.locator("[data-office=coach]").check();
  await keeper.locator("[data-people] .office", { hasText: "Coach" }).waitFor();
  await member.locator("[data-block]").click();
  await member.locator("[data-yes=block]").click();
  await member.locator("[data-unblock]").waitFor();
  await rude.goto("/me");
  await rude.locator("[data-account-make]").waitFor();
  expect((await rude.request.post("/api/me/login", { data: { name: "Rudi", password: PASSWORD } })).status()).toBe(403);

  // A hidden game is not shown to a stranger.
  await keeper.locator("[data-hide-id]").fill(game);
  await keeper.locator("[data-hide]").click();
  await keeper.locator("[data-hidden] [data-show]").waitFor();
  const stranger = await visitor();
  await stranger.goto(game);
  await stranger.locator("main", { hasText: "no such game" }).waitFor();
  await keeper.locator("[data-log]", { hasText: "Kim hid a game" }).waitFor();
  expect(await keeper.locator("[data-log]").innerText()).toContain("Kim renamed Very Rude: now Rudi");

  // A new password for a person who forgot theirs.
  await member.locator("[data-unblock]").click();
  await member.locator("[data-reset]").click();
  const link = await member.locator("input[readonly]").inputValue();
  await rude.goto(link);
  await rude.locator("[data-new-password]").fill("another good password");
  await rude.locator("[data-reset]").click();
  await rude.waitForURL(/\/me$/);
  await rude.locator("main", { hasText: "Rudi" }).waitFor();

  for (const [size, viewport] of [["desktop", DESKTOP], ["phone", PHONE]] as const)
    for (const [locale, theme] of [["en-GB", "wood"], ["ru", "green"], ["uk", "contrast"]] as const)
      for (const colorScheme of ["light", "dark"] as const) {
        const storageState = { cookies: await keeper.context().cookies(), origins: [] };
        const page = await visitor({ viewport, locale, theme, colorScheme, storageState, hasTouch: size === "phone" });
        await page.goto("/keeper");
        await page.locator("[data-people] [data-unfold]").first().click();
        await page.locator("[data-people] [data-rename]").waitFor();
        await page.locator("[data-log] li").first().waitFor();
        await check(page, `keeper ${size} ${locale} ${colorScheme}`);
        await picture(page, `keeper-${locale}-${colorScheme}-${size}`);
        expect(errors(page)).toEqual([]);
      }
  expect(errors(keeper)).toEqual([]);
});

test("the keeper's page works with the keyboard, and is closed to others", async () => {
  const keeper = await visitor();
  await account(keeper, "Ken");
  // The club has a keeper by now: only a link from a keeper or the machine helps, and none is known here.
  await keeper.goto("/keeper");
  await keeper.locator("[data-only-keepers]").waitFor();
  await keeper.goto("/keeper#guessed");
  await keeper.locator("[data-become]").focus();
  await keeper.keyboard.press("Enter");
  await keeper.locator("[data-problem]", { hasText: "invalid or has expired" }).waitFor();
});

test("a person saves their own data, and deletes them after a question", async () => {
  const [ann, bob] = [await visitor(), await visitor()];
  await account(ann, "Ann");
  const game = await pair(ann, bob);
  await ann.goto("/me");
  const [download] = await Promise.all([ann.waitForEvent("download"), ann.locator("[data-export-me]").click()]);
  const data = JSON.parse((await saved(download)).toString("utf8"));
  expect([data.profile.name, data.games.length]).toEqual(["Ann", 1]);
  await ann.locator("[data-delete-me]").click();
  await check(ann, "deleting my data");
  await picture(ann, "delete-me");
  await ann.locator("[data-my-data] input[type=password]").fill("not the password");
  await ann.locator("[data-delete-me-really]").click();
  await ann.locator("[data-my-data] .problem").waitFor();
  await ann.locator("[data-my-data] input[type=password]").fill(PASSWORD);
  await ann.locator("[data-delete-me-really]").click();
  await ann.locator("[data-deleted-me]").waitFor();
  await bob.goto(game);
  await bob.locator("[data-player=white]", { hasText: "Guest" }).waitFor();
  expect(errors(ann)).toEqual([]);
});

test("nothing of the keeper's page is loaded on a first visit", async () => {
  const page = await visitor();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((url) => /Keeper|Reset|Member/.test(url))).toEqual([]);
});
