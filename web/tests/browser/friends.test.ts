import { expect, test } from "vitest";
import { drag, heard, offerDraw, pair, ply, reached, resign } from "./hands";
import { club, errors, picture } from "./house";

const { house, visitor } = club();

test("two friends by link, with a reload and a restart of the server in the middle", async () => {
  const [anna, boris] = [await visitor(), await visitor({ locale: "uk" })];
  await anna.goto("/");
  await anna.locator("details.options > summary").click();
  await anna.locator("input[name=colour][value=white]").check();
  await anna.locator("[data-opponent=link]").click();
  const link = anna.locator("[data-invitation] input");
  await link.waitFor();
  await anna.locator("[data-local-only]").waitFor();
  await picture(anna, "invitation-desktop", false);
  await boris.goto(await link.inputValue());
  await anna.waitForSelector(".game[data-status=live]");
  expect(await heard(anna)).toContain("has joined");
  // The secret does not stay in the address.
  await boris.waitForFunction(() => location.hash === "");

  await drag(anna, "c3", "d4");
  await reached(boris, 1);
  await drag(boris, "d6", "c5");
  await reached(anna, 2);

  await anna.reload();
  await reached(anna, 2);
  await drag(anna, "b2", "c3");
  await reached(boris, 3);

  await house.close();
  await boris.locator(".banner").waitFor();
  await house.open();
  await boris.locator(".banner").waitFor({ state: "detached" });
  await anna.locator(".banner").waitFor({ state: "detached" });
  expect(await ply(boris)).toBe(3);
  await drag(boris, "c7", "d6");
  await reached(anna, 4);

  // A take-back by consent.
  await boris.locator("[data-back]").click();
  await anna.locator(".ask button.primary").click();
  await boris.waitForSelector(".game[data-ply='3']");

  // A draw by agreement, and another game with colours changed.
  await offerDraw(boris);
  await anna.locator(".ask button.primary").click();
  await boris.locator("[data-ending=agreement]").waitFor();
  const first = anna.url();
  await anna.locator("[data-again]").click();
  await boris.locator("[data-rematch-wanted]").waitFor();
  // Whoever comes later learns of it, too.
  await boris.reload();
  await boris.locator("[data-rematch-wanted]").waitFor();
  await boris.locator("[data-again]").click();
  await anna.waitForURL((url) => url.href !== first);
  await anna.waitForSelector(".game[data-turn=theirs]");
  await boris.waitForSelector(".game[data-turn=mine]");
  expect([...errors(anna), ...errors(boris)]).toEqual([]);
});

test("a page opened after another game was made finds the way to it", async () => {
  const [anna, boris, watcher] = [await visitor(), await visitor(), await visitor()];
  const first = await pair(anna, boris);
  await resign(anna);
  await anna.locator("[data-again]").click();
  // Who has asked is not asked again, also after a reload.
  await anna.locator("[data-rematch-asked]").waitFor();
  await anna.reload();
  await anna.locator("[data-rematch-asked]").waitFor();
  expect(await anna.locator("[data-again]").count()).toBe(0);
  await boris.locator("[data-again]").click();
  await boris.waitForURL((url) => url.href !== first);
  const second = boris.url();
  await anna.waitForURL(second);

  for (const page of [anna, boris, watcher]) {
    await page.goto(first);
    await page.locator("[data-rematch]").waitFor();
    // The page stays where somebody wanted to look, and makes no third game.
    expect(page.url()).toBe(first);
    expect(await page.locator("[data-again], [data-rematch-wanted]").count()).toBe(0);
    await page.locator("[data-rematch]").click();
    await page.waitForURL(second);
    await page.waitForSelector(".game[data-status=live]");
  }
  expect(await watcher.locator("[data-resign]").count()).toBe(0);
  expect([...errors(anna), ...errors(boris), ...errors(watcher)]).toEqual([]);
});

test("somebody sits down from the lobby, and somebody else watches", async () => {
  const [maker, guest, watcher] = [await visitor(), await visitor(), await visitor()];
  await maker.goto("/");
  await maker.locator("[data-opponent=lobby]").click();
  await maker.waitForURL(/\/game\//);
  const id = maker.url().split("/").pop()!;
  await guest.goto("/lobby");
  await guest.locator(`[data-game="${id}"]`).click();
  await guest.locator("[data-join]").click();
  await guest.waitForSelector(".game[data-status=live]");
  await watcher.goto(`/game/${id}`);
  await maker.getByText("1 spectator").waitFor();
  expect(await watcher.locator("[data-resign]").count()).toBe(0);
});

test("spectators see a game later where that was agreed", async () => {
  const [maker, guest, watcher] = [await visitor(), await visitor(), await visitor({ locale: "uk" })];
  await maker.goto("/");
  await maker.locator("details.options > summary").click();
  await maker.locator("input[name=colour][value=white]").check();
  await maker.locator("[data-delay]").selectOption("60");
  await maker.locator("[data-delay]").scrollIntoViewIfNeeded();
  await picture(maker, "start-delay-desktop", false);
  await maker.locator("[data-opponent=lobby]").click();
  await maker.waitForURL(/\/game\//);
  await guest.goto(maker.url());
  await guest.locator("[data-join]").click();
  await guest.waitForSelector(".game[data-status=live]");
  await watcher.goto(maker.url());
  await watcher.locator("[data-delayed]").waitFor();
  expect(await watcher.locator("[data-delayed]").innerText()).toBe("глядачі бачать її із затримкою на 1 хвилину");
  await drag(maker, "c3", "d4");
  await reached(guest, 1);
  await watcher.reload();
  await watcher.locator("[data-delayed]").waitFor();
  expect(await ply(watcher)).toBe(0);
  await picture(watcher, "game-delayed-desktop", false);
});

test("the wall shows every game that is played, page by page", async () => {
  const page = await visitor();
  await page.goto("/lobby");
  const made = await page.evaluate(async () => {
    const body = JSON.stringify({ rules: "russian", opponent: { kind: "sameScreen" } });
    const headers = { "content-type": "application/json" };
    const ids: string[] = [];
    while (ids.length < 105) {
      const answer = await fetch("/api/games", { method: "POST", headers, body });
      if (!answer.ok) throw new Error(`game ${ids.length}: ${answer.status} ${await answer.text()}`);
      ids.push((await answer.json()).id);
    }
    return ids;
  });
  await page.reload();
  // A hundred boards are much to draw for a machine that is busy with other tests.
  await page.locator("[data-more]").waitFor({ timeout: 60_000 });
  expect(await page.locator("[data-game]").count()).toBe(100);
  // Other games of this file leave the wall meanwhile, and the button with them: it is looked for and clicked at once.
  const more = () => page.evaluate(() => document.querySelector<HTMLElement>("[data-more]")?.click());
  const missing = (ids: string[]) => ids.filter((id) => !document.querySelector(`[data-game="${id}"]`)).length;
  for (let left = 5; left > 0; left = await page.evaluate(missing, made)) {
    const shown = await page.locator("[data-game]").count();
    await more();
    await page.waitForFunction((before) => document.querySelectorAll("[data-game]").length > before, shown, { timeout: 60_000 });
  }
  expect(await page.evaluate(missing, made)).toBe(0);
  await page.locator("[data-more]").waitFor({ state: "detached" });
  expect(errors(page)).toEqual([]);
});

test("a game that is not there is a sentence with a way on", async () => {
  const page = await visitor();
  await page.goto("/game/nothing-here");
  await page.getByText("There is no such game.").waitFor();
  await page.locator("main a.button.primary").click();
  await page.locator("[data-opponent=computer]").waitFor();
});
