// Talk at the table: three people at one board, each of whom reads and hears it in their own language.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drag, heard, makeGame, reached } from "./hands";
import { club, errors, PHONE, picture } from "./house";

const bubble = (page: Page, side: "white" | "black") => page.locator(`[data-player=${side}] [data-bubble]`);

/** Says a phrase in two taps. */
async function say(page: Page, phrase: string): Promise<void> {
  await page.locator("[data-talk]").click();
  await page.locator(`[data-phrase=${phrase}]`).click();
}

async function meet(maker: Page, friend: Page, talk: "phrases" | "free" | "none" = "phrases"): Promise<string> {
  const made = await makeGame(maker, { rules: "russian", opponent: { kind: "link" }, colour: "white", talk });
  await Promise.all([maker.goto(`/game/${made.id}`), friend.goto(`/game/${made.id}#seat=${made.invitation}`)]);
  for (const page of [maker, friend]) await page.waitForSelector(".game[data-status=live]");
  return maker.url();
}

describe("ready phrases", () => {
  const { visitor } = club();

  test("each reads a phrase in their own language, at the desk and on the phone", async () => {
    const [anna, boris, petro] = [
      await visitor(),
      await visitor({ locale: "ru", viewport: PHONE, hasTouch: true, colorScheme: "dark" }),
      await visitor({ locale: "uk" }),
    ];
    const game = await meet(anna, boris);
    await petro.goto(game);
    await petro.waitForSelector(".game[data-status=live]");
    // Who only watches has nothing to say, and nothing was said yet.
    expect(await petro.locator("[data-talk]").count()).toBe(0);

    await anna.locator("[data-talk]").click();
    await anna.locator("[data-phrase=hello]").waitFor();
    await picture(anna, "talk-phrases-desktop", false);
    await anna.locator("[data-phrase=hello]").click();
    await expect.poll(() => bubble(boris, "white").textContent()).toBe("Здравствуйте!");
    await expect.poll(() => bubble(petro, "white").textContent()).toBe("Вітаю!");
    expect(await bubble(anna, "white").textContent()).toBe("Hello!");
    await picture(boris, "talk-bubble-phone", false);
    expect(await heard(boris)).toContain("Здравствуйте!");
    expect(await anna.locator("[data-talk-panel]").count(), "two taps, and the board is free again").toBe(0);

    // Saying something does not disturb what somebody holds in the hand.
    await anna.locator('[data-cell="c3"]').click();
    await anna.locator(".cell.chosen").waitFor();
    await boris.locator("[data-talk]").tap();
    await boris.locator("[data-phrase=good-luck]").waitFor();
    await picture(boris, "talk-phrases-phone", false);
    await boris.locator("[data-phrase=good-luck]").tap();
    await expect.poll(() => bubble(anna, "black").textContent()).toBe("Good luck!");
    await picture(anna, "talk-bubble-desktop", false);
    expect(await anna.locator(".cell.chosen").count()).toBe(1);
    await anna.locator('[data-cell="d4"]').click();
    await reached(boris, 1);

    // Everything that was said is in the list, also after a reload, with the keyboard alone.
    await petro.reload();
    await petro.locator("[data-talk]").focus();
    await petro.keyboard.press("Enter");
    await expect.poll(() => petro.locator("[data-talk-list] li").allTextContents()).toEqual([expect.stringContaining("Вітаю!"), expect.stringContaining("Успіхів")]);
    await picture(petro, "talk-list-uk-desktop", false);
    expect([...errors(anna), ...errors(boris), ...errors(petro)]).toEqual([]);
  });

  test("who does not want to hear it does not", async () => {
    const [anna, boris] = [await visitor(), await visitor({ locale: "ru" })];
    await meet(anna, boris);
    await boris.locator("[data-talk]").click();
    await boris.locator("[data-talk-mute]").check();
    await say(anna, "hello");
    await bubble(anna, "white").waitFor();
    // The move comes after what was said, so that was received by now.
    await drag(anna, "c3", "d4");
    await reached(boris, 1);
    expect(await bubble(boris, "white").count()).toBe(0);
    expect(await boris.locator("[data-talk-list]").count()).toBe(0);
    expect(await heard(boris)).not.toContain("Здравствуйте");
    await boris.reload();
    await reached(boris, 1);
    await boris.locator("[data-talk]").click();
    expect(await boris.locator("[data-talk-mute]").isChecked(), "this game stays quiet").toBe(true);
    await boris.locator("[data-talk-mute]").uncheck();
    await boris.locator("[data-talk-list] [data-said=hello]").waitFor();

    // In the settings, for every game.
    await boris.locator("[data-settings]").click();
    await boris.locator("[data-hears]").uncheck();
    await boris.keyboard.press("Escape");
    await say(anna, "thanks");
    await drag(boris, "d6", "c5");
    await reached(anna, 2);
    expect(await bubble(boris, "white").count()).toBe(0);
  });

  test("silence can be agreed, and own words cannot where the club has none", async () => {
    const [anna, boris] = [await visitor(), await visitor()];
    await anna.goto("/");
    await anna.locator("details.options > summary").click();
    expect(await anna.locator("[data-talk-terms] option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual(["phrases", "none"]);
    await anna.locator("[data-talk-terms]").selectOption("none");
    await anna.locator("[data-opponent=link]").click();
    await boris.goto(await anna.locator("[data-invitation] input").inputValue());
    await anna.waitForSelector(".game[data-status=live]");
    expect(await anna.locator("[data-talk]").count()).toBe(0);
    const refused = await anna.request.post("/api/games", { data: { rules: "russian", opponent: { kind: "link" }, talk: "free" } });
    expect([refused.status(), (await refused.json()).code]).toEqual([403, "no-chat"]);
  });
});

describe("words of one's own", () => {
  const { visitor } = club({ more: ["--chat"] });

  test("two who agreed write to each other", async () => {
    const [anna, boris] = [await visitor({ viewport: PHONE }), await visitor({ locale: "uk" })];
    await meet(anna, boris, "free");
    await anna.locator("[data-talk]").click();
    await anna.locator("[data-talk-own]").fill("That was a surprise <b>for me</b>! I had only looked at the other capture, which wins nothing at all.");
    await anna.locator("[data-talk-send]").click();
    await expect.poll(() => bubble(boris, "white").textContent()).toContain("<b>for me</b>");
    await picture(boris, "talk-own-desktop", false);
    await boris.locator("[data-talk]").click();
    await boris.locator("[data-talk-own]").fill("Дякую, гарна партія");
    await boris.keyboard.press("Enter");
    await anna.locator("[data-talk-list] [data-said-by=black]").waitFor();
    await picture(anna, "talk-own-phone", false);
    expect([...errors(anna), ...errors(boris)]).toEqual([]);
  });
});
