// Every page in every theme, language and size: nothing for axe to find, no word that is missing, nothing cut off.
import type { Cookie, Page } from "playwright-core";
import { expect, test } from "vitest";
import { check } from "./checks";
import { anyMove, drag, reached, resign } from "./hands";
import { club, DESKTOP, errors, PHONE, picture } from "./house";

const { house, visitor } = club();

type Games = { live: string; over: string; cookies: Cookie[] };
let made: Promise<Games> | undefined;

/** A game that is begun, one that is over, and who has played them: made once, and looked at in every theme. */
const games = () => (made ??= visitor().then(played));

async function played(page: Page): Promise<Games> {
  await page.goto("/");
  await page.locator("[data-opponent=screen]").click();
  await page.waitForURL(/\/game\//);
  await drag(page, "c3", "d4");
  await reached(page, 1);
  await drag(page, "f6", "e5");
  await reached(page, 2);
  const live = page.url();
  await page.goto("/");
  await page.locator("[data-opponent=screen]").click();
  await page.waitForURL((url) => url.pathname.startsWith("/game/") && url.href !== live);
  for (let n = 0; n < 4; n++) await anyMove(page);
  await resign(page);
  await page.locator("[data-ending]").waitFor();
  return { live, over: page.url(), cookies: await page.context().cookies() };
}

const themes = ["wood", "green", "contrast", "monkeys"];
for (const [at, theme] of themes.entries())
  test(`every page in the theme ${theme}, in three languages, on a desk and a phone`, async () => {
    const { live, over, cookies } = await games();
    for (const [size, viewport] of [["desktop", DESKTOP], ["phone", PHONE]] as const) {
      const locale = ["en-GB", "ru", "uk"][(at + (size === "phone" ? 1 : 0)) % 3]!;
      const page = await visitor({ viewport, theme, locale, storageState: { cookies, origins: [] }, hasTouch: size === "phone" });
      const look = async (name: string, ready: string) => {
        await page.locator(ready).first().waitFor();
        await check(page, `${name} ${theme} ${size} ${locale}`);
        await picture(page, `${name}-${theme}-${size}`, size === "phone");
      };
      await page.goto("/");
      await page.locator("[data-opponent=computer]").click();
      await look("start", "[data-level]");
      await page.locator("details.options > summary").click();
      await page.locator("[data-settings]").click();
      await check(page, `options and settings ${theme} ${size}`);
      await page.goto("/coach");
      await page.locator("[data-coach-make]").click();
      await look("coach", "[data-link]");
      await page.goto(live);
      await look("game", ".cell.glow");
      await page.goto(over);
      await look("over", "[data-ending]");
      await page.goto(`/analysis/${over.split("/").pop()}`);
      await look("analysis", "[data-fen]");
      await page.locator("[data-edit]").click();
      await look("editor", "[data-use]");
      await page.goto("/lobby");
      await look("lobby", "[data-game]");
      await page.goto("/me");
      await look("me", "[data-account-make]");
      await page.goto("/games");
      await look("games", "[data-game]");
      await page.goto("/rules");
      await look("rules", "main li a");
      await page.goto("/rules/russian");
      await look("rules-russian", "article figure");
      await page.goto("/nowhere/at-all");
      await look("nowhere", "main .button");
      await page.goto("/continue");
      await look("continue", "form");
      expect(errors(page)).toEqual([]);
    }
  });

test("the language comes from the browser, can be changed, and stays", async () => {
  const page = await visitor({ locale: "uk-UA" });
  await page.goto("/");
  await page.getByText("Зіграймо в шашки!").waitFor();
  await page.locator("[data-settings]").click();
  await page.locator("input[name=language][value=ru]").check({ force: true });
  await page.getByText("Сыграем в шашки!").waitFor();
  await page.reload();
  await page.getByText("Сыграем в шашки!").waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("ru");
});

// clauses: C.1.2.look C.2.6 E.theme.1 D.pieces.1
test("friction 14: in every set pieces are matt, in one colour a side, and never in the colour of the squares (C.1.2.look); kings are stacked (C.2.6), larger, and crowned with contrast", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.locator("[data-opponent=computer]").waitFor();
  /** The colours that a look gives, as hexadecimal numbers. */
  const colours = (look: Record<string, string>, names: string[]) =>
    page.evaluate(([look, names]) => {
      const part = document.body.appendChild(Object.assign(document.createElement("div")));
      Object.assign(part.dataset, look);
      const found = names.map((name) => getComputedStyle(part).getPropertyValue(name).trim());
      part.remove();
      return found;
    }, [look, names] as const);
  const luminance = (colour: string) => {
    const full = colour.length === 4 ? colour.replace(/[0-9a-f]/g, "$&$&") : colour;
    const [red, green, blue] = full.match(/[0-9a-f]{2}/g)!.map((part) => parseInt(part, 16) / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const contrast = (one: string, other: string) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05);
  };
  for (const pieces of ["classic", "ivory", "bold", "monkeys"]) {
    const [white, black, whiteCrown, blackCrown] = await colours({ pieces }, ["--white", "--black", "--white-crown", "--black-crown"]);
    if (pieces !== "monkeys") expect(Math.min(contrast(white!, whiteCrown!), contrast(black!, blackCrown!)), pieces).toBeGreaterThanOrEqual(4.5);
    for (const board of ["wood", "green", "slate", "contrast", "stones"]) {
      const squares = await colours({ board }, ["--light", "--dark"]);
      expect(new Set([white, black, ...squares]).size, `${pieces} on ${board}`).toBe(4);
      if (board !== "green") continue;
      const [red, green, blue] = squares[1]!.match(/[0-9a-f]{2}/g)!.map((part) => parseInt(part, 16));
      expect(green).toBeGreaterThan(Math.max(red!, blue!));
    }
  }
  // Ginger and brown monkeys, white and black ones as their kings, each on a stand; the outline of a crown is seen on any fur.
  const monkeys = await page.evaluate(() => ["white-man", "black-man", "white-king", "black-king"].map((name) => {
    const fur = document.querySelector(`#monkey-${name} circle`)!.getAttribute("fill")!;
    const crown = document.querySelector(`#monkey-${name} path[stroke="#5f3f00"]`);
    return { fur, crown: crown && [crown.getAttribute("fill")!, crown.getAttribute("stroke")!] };
  }));
  expect(new Set(monkeys.map(({ fur }) => fur)).size).toBe(4);
  for (const { fur, crown } of monkeys.slice(2)) expect(Math.max(...crown!.map((colour) => contrast(fur, colour)))).toBeGreaterThanOrEqual(4.5);
  const discs = (name: string) => page.locator(`#${name} circle[stroke-width="2"][fill^="var"]`);
  for (const set of ["turned", "flat"]) {
    expect(await discs(`${set}-white-king`).count()).toBe(2 * (await discs(`${set}-white-man`).count()));
    const radius = async (name: string) => Number(await discs(name).first().getAttribute("r"));
    expect(await radius(`${set}-black-king`)).toBeGreaterThan(await radius(`${set}-black-man`));
  }
  expect(await page.locator("symbol linearGradient, symbol radialGradient").count()).toBe(0);
});

test("the page is ready within a second, and nothing is loaded from elsewhere", async () => {
  const page = await visitor();
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(house.url) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  // The best of three: other work on the machine is not the page's.
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    const before = Date.now();
    await page.goto("/");
    await page.locator("[data-opponent=computer]").waitFor();
    times.push(Date.now() - before);
  }
  expect(Math.min(...times)).toBeLessThan(1000);
  expect(foreign).toEqual([]);
});

test("a first visit loads at most 200 KB, everything counted, in every language", async () => {
  for (const locale of ["ru", "uk", "en-GB"]) {
    const page = await visitor({ locale });
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    const names = new Map<string, string>();
    const sizes = new Map<string, number>();
    network.on("Network.requestWillBeSent", ({ requestId, request }) => names.set(requestId, request.url));
    // The bytes that came over the wire, headers included.
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sizes.set(names.get(requestId)!, encodedDataLength));
    await page.goto("/", { waitUntil: "networkidle" });
    await page.locator("[data-opponent=computer]").waitFor();
    expect([...sizes.keys()].some((url) => url.includes("/api/choices")), "choices are counted").toBe(true);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    console.log(`first visit in ${locale}: ${(total / 1000).toFixed(1)} KB in ${sizes.size} answers`);
    expect(total, [...sizes].map(([url, size]) => `${size} ${url}`).join("\n")).toBeLessThan(200_000);
  }
});
