// Games over days: prepared answers, pauses, vacations, and whose move it is.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { check } from "./checks";
import { drag, heard, makeGame, pair, reached } from "./hands";
import { club, DESKTOP, errors, PHONE, picture } from "./house";

const { visitor } = club();

/** Makes a move in a game over days: it is asked for once more. */
async function move(page: Page, from: string, to: string): Promise<void> {
  const before = Number(await page.locator(".game[data-ply]").getAttribute("data-ply"));
  await drag(page, from, to);
  await page.locator("[data-yes=staged]").click();
  await reached(page, before + 1);
}
const idOf = (address: string) => new URL(address).pathname.split("/").pop()!;

// clauses: A.mode.3
test("answers are prepared on the board of notes and made when the move comes", async () => {
  const [anna, boris] = [await visitor({ viewport: DESKTOP }), await visitor({ viewport: PHONE, locale: "ru", colorScheme: "dark" })];
  const address = await pair(anna, boris, { clock: "1x3d" });
  await move(anna, "c3", "d4");
  await reached(boris, 1);
  await anna.locator("[data-prepare-open]").click();
  await anna.waitForURL(/\/analysis\//);
  await anna.locator("[data-prepare]").waitFor();
  // The opponent's move alone is not an answer yet.
  await drag(anna, "f6", "g5");
  await anna.locator("[data-prepare] .muted").waitFor();
  expect(await anna.locator("[data-prepare-line]").count()).toBe(0);
  await drag(anna, "g3", "h4");
  await anna.locator("[data-prepare-line]").click();
  await anna.locator("[data-line='f6-g5 g3-h4']").waitFor();
  await anna.locator("[data-forced]").check();
  await check(anna, "prepare");
  await picture(anna, "letters-prepare-desktop");
  // Another line of it, and away again, with the keyboard.
  await anna.locator("[data-step=back]").click();
  await anna.locator("[data-step=back]").click();
  await drag(anna, "d6", "c5");
  await drag(anna, "b2", "c3");
  await anna.locator("[data-prepare-line]").click();
  const second = anna.locator("[data-line='d6-c5 b2-c3']");
  await second.locator("[data-drop]").focus();
  await anna.keyboard.press("Enter");
  await second.waitFor({ state: "detached" });

  await anna.goto(address);
  await anna.locator("[data-prepared='1']").waitFor();
  await picture(anna, "letters-prepared-desktop");
  // The opponent sees nothing of it, and then both moves.
  expect(await boris.locator("body").innerText()).not.toContain("g3-h4");
  await move(boris, "f6", "g5");
  for (const page of [anna, boris]) await reached(page, 3);
  await anna.locator("[data-prepared='0']").waitFor();
  expect(await boris.locator(".game[data-turn]").getAttribute("data-turn")).toBe("mine");

  // The game goes another way: its player learns that, and nobody else.
  await anna.request.put(`/api/games/${idOf(address)}/conditions`, { data: { ply: 3, moves: { nodes: [{ text: "e7-f6" }, { parent: 0, text: "b2-c3" }] } } });
  await move(boris, "b6", "a5");
  await anna.locator("[data-prepared-lost]").waitFor();
  await picture(anna, "letters-prepared-lost-desktop");
  expect(await boris.locator("[data-prepared-lost]").count()).toBe(0);
  await anna.locator("[data-prepared-clear]").click();
  await anna.locator("[data-prepared-lost]").waitFor({ state: "detached" });
  expect([...errors(anna), ...errors(boris)]).toEqual([]);
});

// clauses: A.mode.3
test("a pause is asked for, agreed to and ended; a vacation stands beside the player", async () => {
  const [anna, boris] = [await visitor({ viewport: DESKTOP, locale: "uk" }), await visitor({ viewport: PHONE, locale: "ru" })];
  await pair(anna, boris, { clock: "10d+1d" });
  await move(anna, "c3", "d4");
  expect(await anna.locator("[data-clock=white]").textContent()).toMatch(/^(10|11)\s*(д|дн)/);
  await anna.locator("[data-ask-pause]").click();
  await boris.locator("[data-ask=pause]").waitFor();
  await picture(boris, "letters-pause-asked-phone");
  await boris.locator("[data-yes=pause]").click();
  for (const page of [anna, boris]) await page.locator("[data-paused]").waitFor();
  expect(await boris.locator(".game[data-turn]").getAttribute("data-turn")).toBe("theirs");
  await check(boris, "paused");
  await picture(anna, "letters-paused-desktop");
  await boris.locator("[data-end-pause]").click();
  await anna.locator("[data-paused]").waitFor({ state: "detached" });

  const game = boris.url();
  await boris.goto("/me");
  await boris.locator("[data-vacation=here]").waitFor();
  await boris.locator("[data-vacation-go]").click();
  await boris.locator("[data-vacation=away]").waitFor();
  expect(await boris.locator("[data-vacation-left]").getAttribute("data-vacation-left")).toBe("23");
  await check(boris, "vacation");
  await boris.locator("[data-vacation]").scrollIntoViewIfNeeded();
  await picture(boris, "letters-vacation-phone", false);
  await anna.locator("[data-on-vacation=black]").waitFor();
  await check(anna, "on vacation");
  await picture(anna, "letters-on-vacation-desktop");
  // A move ends it.
  await boris.goto(game);
  await boris.locator("[data-on-vacation=black]").waitFor();
  await picture(boris, "letters-on-vacation-phone");
  await move(boris, "f6", "g5");
  await anna.locator("[data-on-vacation]").waitFor({ state: "detached" });
  await boris.goto("/me");
  await boris.locator("[data-vacation=here]").waitFor();
  expect([...errors(anna), ...errors(boris)]).toEqual([]);
});

// clauses: A.mode.3
test("a flag that waits is claimed with a button", async () => {
  const [anna, boris] = [await visitor({ viewport: DESKTOP }), await visitor()];
  const terms = { pace: "days", flag: "claims", clocks: { white: "1x4s", black: "1x4s" } } as const;
  const made = await makeGame(anna, { rules: "russian", opponent: { kind: "link" }, colour: "white", ...terms });
  await Promise.all([anna.goto(`/game/${made.id}`), boris.goto(`/game/${made.id}#seat=${made.invitation}`)]);
  for (const page of [anna, boris]) await page.waitForSelector(".game[data-status=live]");
  await move(anna, "c3", "d4");
  await anna.locator("[data-claim=flag]").waitFor();
  expect(await heard(anna)).toBe((await anna.locator("[data-flag-due] p").textContent())!.trim());
  await picture(anna, "letters-claim-flag-desktop");
  await anna.locator("[data-claim=flag]").dblclick();
  await anna.locator("[data-ending=flag]").waitFor();
  expect(errors(anna)).toEqual([]);
});

// clauses: A.mode.3
test("where it is my move stands first, and its number in the menu, the title and the icon", async () => {
  for (const [locale, viewport, size] of [["en-GB", DESKTOP, "desktop"], ["ru", PHONE, "phone"], ["uk", PHONE, "phone"]] as const) {
    const mine = await visitor({ viewport, locale, colorScheme: size === "phone" ? "dark" : "light" });
    await mine.goto("/games");
    expect(await mine.title()).not.toMatch(/^\(/);
    const games: string[] = [];
    for (const clock of ["1x7d", "1x1d", "1x3d"]) {
      const other = await visitor();
      const made = await makeGame(other, { rules: "russian", opponent: { kind: "link" }, colour: "black", clocks: { white: clock, black: clock } });
      await mine.request.post(`/api/games/${made.id}/seat`, { data: { invitation: made.invitation } });
      games.push(made.id);
    }
    const [week, day, three] = games;
    await mine.goto("/games");
    await mine.locator("[data-turns]").waitFor();
    const listed = await mine.locator("[data-turns] [data-game]").evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.game));
    // No clock runs before the first move.
    expect(new Set(listed)).toEqual(new Set([day, three, week]));
    await mine.locator("[data-turn-count='3']").waitFor();
    await mine.waitForFunction(() => document.title.startsWith("(3) "));
    await mine.waitForFunction(() => document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href.startsWith("data:image/svg+xml"));
    await check(mine, `turns ${locale}`);
    await picture(mine, `letters-turns-${locale}-${size}`);
    // A move makes it fewer, also in the title.
    await mine.goto(`/game/${day}`);
    await move(mine, "c3", "d4");
    await mine.locator("[data-turn-count='2']").waitFor();
    await mine.goto("/");
    await mine.locator("[data-resume]").waitFor();
    await mine.waitForFunction(() => document.title.startsWith("(2) "));
    await picture(mine, `letters-start-${locale}-${size}`);
    expect(errors(mine)).toEqual([]);
  }
});

// clauses: A.mode.3
test("time and terms are chosen on the club page and among the options", async () => {
  for (const [locale, viewport, size] of [["en-GB", DESKTOP, "desktop"], ["ru", PHONE, "phone"], ["uk", DESKTOP, "desktop"]] as const) {
    const page = await visitor({ viewport, locale });
    await page.goto("/lobby");
    await page.locator("[data-way=letters]").click();
    await page.locator("[data-way-clock]").selectOption("10/30d");
    await page.locator("[data-flag-waits]").check();
    await page.locator("[data-vacation-allowed]").uncheck();
    await check(page, `letters ${locale}`);
    await picture(page, `letters-way-${locale}-${size}`);
    await page.locator("[data-way-start]").click();
    await page.waitForURL(/\/game\//);
    const made = (await (await page.request.get(`/api/games/${idOf(page.url())}`)).json()) as { agreed: { clocks: { white: string }; flag: string; vacation: boolean } };
    expect([made.agreed.clocks.white, made.agreed.flag, made.agreed.vacation]).toEqual(["10/30d", "claims", false]);
    await page.goto("/");
    await page.locator("details.options > summary").click();
    expect(await page.locator("[data-flag-waits]").count()).toBe(0);
    await page.locator("[data-clock-choice]").selectOption("1x7d");
    await page.locator("[data-flag-waits]").waitFor();
    expect(errors(page)).toEqual([]);
  }
});
