// Files without loss, and lists of many games.
import { expect, test } from "vitest";
import { check } from "./checks";
import { importGames } from "./hands";
import { club, errors, picture, saved } from "./house";

const { visitor } = club({ each: true });
/** Two cores may be busy with other tests. */
const SOON = { timeout: 8000 };

const ANNOTATED = `[Event "Кубок Києва"]
[Site "Київ"]
[Date "1987.05.??"]
[Round "3"]
[White "Ганна"]
[Black "Борис"]
[Result "*"]
[GameType "25"]

{Відомий початок.} 1. c3-d4! {так грають} b6-a5 (1... d6-c5? {слабше} 2. b2-c3 (2. g3-h4)) 2. d4-c5 d6xb4 3. a3xc5 *
`;

test("fault 1 and fault 4: an import shows all that its file says, and an unknown result stays unknown", async () => {
  const page = await visitor({ locale: "uk" });
  await page.goto("/games");
  await page.locator("[data-import]").fill(ANNOTATED);
  await page.locator("[data-bring]").click();
  await page.waitForURL(/\/analysis\//);
  await page.locator("[data-fen]").waitFor();
  const list = await page.locator(".tree").innerText();
  expect(list.replace(/\s+/g, " ")).toMatch(/Відомий початок\. 1\. c3-d4! так грають 1… b6-a5 \( ?1… d6-c5\? слабше 2\. b2-c3 \( ?2\. g3-h4 ?\) ?\) 2\. d4-c5/);
  const about = await page.locator(".about").innerText();
  expect(about).toMatch(/Ганна – Борис[^]*Кубок Києва · Київ · травень 1987[^]*\* \(результат невідомий\)/);
  await picture(page, "import-annotated", false);
  await check(page, "an annotated import");

  const download = page.waitForEvent("download");
  await page.locator("[data-pdn]").click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Ганна – Борис 1987-05.pdn");
  const text = (await saved(file)).toString();
  for (const part of ["[Event \"Кубок Києва\"]", "[Round \"3\"]", "[Date \"1987.05.??\"]", "[Result \"*\"]", "{так грають}", "(1... d6-c5 $2 {слабше} 2. b2-c3 (2. g3-h4))"]) {
    expect(text.replace(/\n/g, " ")).toContain(part);
  }

  // The card shows the game's own day, its event and its last position; it leads to the analysis.
  const id = page.url().split("/").pop()!;
  await page.goto("/games");
  const card = page.locator(`[data-game="${id}"]`);
  await card.waitFor();
  expect(await card.innerText()).toMatch(/Кубок Києва[^]*\* \(результат невідомий\) · травень 1987/);
  const drawn = await card.locator(".picture use").count();
  expect(drawn, "24 pieces less one that was taken on each side").toBe(22);
  // At the address of a game, too, nobody reads that it is over or is offered a seat.
  await page.goto(`/game/${id}`);
  await page.waitForURL(/\/analysis\//);
  expect(errors(page)).toEqual([]);
});

const game = (at: number) => `[Event "Cup ${at % 2}"]
[Date "2020.${String((at % 12) + 1).padStart(2, "0")}.01"]
[White "Player ${at}"]
[Black "Їжак"]
[GameType "25"]
[Result "${["1-0", "0-1", "1/2-1/2"][at % 3]}"]

1. c3-d4 b6-a5 ${["1-0", "0-1", "1/2-1/2"][at % 3]}

`;

test("friction 11: hundreds of games are counted, searched and deleted", async () => {
  const page = await visitor();
  await page.goto("/games");
  await importGames(page, Array.from({ length: 150 }, (_, at) => game(at)).join(""));
  await page.reload();
  const total = async (count: number) => page.locator(`[data-total="${count}"]`).waitFor();
  await total(150);
  expect(await page.locator("[data-game]").count()).toBe(60);
  await page.locator("[data-game]").nth(59).scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator("[data-game]").count(), SOON).toBe(120);
  await page.evaluate(() => scrollTo(0, 0));

  await page.locator("[data-search-player]").fill("player 14");
  await total(11);
  await page.locator("[data-search] summary").click();
  await page.locator("[data-search-event]").fill("cup 1");
  await total(5);
  await page.locator("[data-search-clear]").click();
  await total(150);
  await page.locator("[data-search-result]").selectOption("white");
  await total(50);
  await page.locator("[data-search-from]").fill("2020-03-01");
  await page.locator("[data-search-to]").fill("2020-04-30");
  await total(13);
  await check(page, "a search among my games");
  await picture(page, "games-search", false);

  // One, after a question that names the number; a key says no.
  await page.locator("[data-remove-one]").first().click();
  expect(await page.locator("[data-removal]").innerText()).toContain("Delete 1 game?");
  await page.keyboard.press("Escape");
  await page.locator("[data-removal]").waitFor({ state: "detached" });
  await page.locator("[data-remove-one]").first().click();
  await page.locator("[data-remove-yes]").click();
  await total(12);

  // Some, then all that were found.
  await page.locator("[data-search-clear]").click();
  await total(149);
  await page.locator("[data-select]").click();
  await page.locator("[data-pick]").first().check();
  await page.locator("[data-game]").nth(1).click();
  expect(await page.locator("[data-total]").innerText()).toBe("2 games selected");
  await page.locator("[data-select-all]").click();
  await expect.poll(() => page.locator("[data-total]").innerText(), SOON).toBe("149 games selected");
  await page.locator("[data-remove]").click();
  expect(await page.locator("[data-removal]").innerText()).toContain("Delete 149 games?");
  await picture(page, "games-delete", false);
  await check(page, "the question before deleting");
  await page.locator("[data-remove-yes]").click();
  await page.locator("[data-removal]").waitFor({ state: "detached" });
  await expect.poll(() => page.locator("[data-game]").count(), SOON).toBe(0);
  expect(errors(page)).toEqual([]);
});

test("security 8: an import shows its progress, also after a reload, and can be cancelled", async () => {
  const page = await visitor();
  await page.goto("/games");
  // A busy server: the import makes no progress until it is cancelled. The server's own tests cover the real one.
  let status = "none";
  const games = Array.from({ length: 12 }, (_, at) => `g${at}`);
  const job = () => ({ id: "slow", status, read: 400, size: 1000, games, problems: [] });
  await page.route("**/api/me/games?*", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    status = "running";
    return route.fulfill({ json: job() });
  });
  await page.route("**/api/me/imports?*", (route) => route.fulfill({ json: { imports: status === "running" || status === "cancelled" ? [job()] : [] } }));
  await page.route("**/api/me/imports/slow?*", (route) => {
    if (route.request().method() === "DELETE") status = status === "running" ? "cancelled" : "forgotten";
    return route.fulfill({ json: job() });
  });
  await page.locator("[data-import]").fill(game(1));
  await page.locator("[data-bring]").click();
  const bar = page.locator("[data-importing] progress");
  await bar.waitFor();
  expect([await bar.getAttribute("value"), await bar.getAttribute("max")]).toEqual(["400", "1000"]);
  expect(await page.locator("[data-importing]").innerText()).toContain("12 games so far");
  await page.locator("[data-importing]").scrollIntoViewIfNeeded();
  await picture(page, "import-progress", false);
  await check(page, "an import under way");
  await page.reload();
  await page.locator("[data-import-cancel]").click();
  await page.locator("[data-imported]").waitFor();
  expect(await page.locator("[data-imported]").innerText()).toMatch(/The import was cancelled\.\s+12 games were read\./);
  await page.locator("[data-imported]").scrollIntoViewIfNeeded();
  await picture(page, "import-cancelled", false);

  // Then the next one can begin, on the real server.
  await page.unrouteAll({ behavior: "wait" });
  await page.locator("[data-import]").fill(Array.from({ length: 30 }, (_, at) => game(at)).join(""));
  await page.locator("[data-bring]").click();
  await page.locator("[data-total=\"30\"]").waitFor();
  expect(await page.locator("[data-imported]").innerText()).toBe("30 games were read.");
  expect(errors(page)).toEqual([]);
});
