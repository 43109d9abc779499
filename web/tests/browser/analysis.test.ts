import { expect, test } from "vitest";
import { click } from "./hands";
import { club, errors, picture, saved } from "./house";

const { visitor } = club();

const PDN = `[Event "Test"]
[White "Anna"]
[Black "Boris"]
[Result "2-0"]
[GameType "25"]

1. c3-d4 b6-a5 2. d4-c5 d6xb4 3. a3xc5 2-0
`;

test("import, analyse, export", async () => {
  const page = await visitor();
  await page.goto("/games");
  await page.locator("[data-import]").fill(PDN);
  await page.locator("[data-bring]").click();
  await page.waitForURL(/\/analysis\//);
  await page.locator("[data-fen]").waitFor();
  expect(await page.locator(".tree").innerText()).toContain("a3:c5");

  await page.locator("[data-engine]").check();
  await page.locator("[data-lines] li").first().waitFor();
  await page.locator(".arrows polyline.best").waitFor();

  // Another second move of Black becomes a variation, with a comment and a sign.
  for (let n = 0; n < 3; n++) {
    const fen = await page.locator("[data-fen]").inputValue();
    await page.locator("[data-step=back]").click();
    await page.waitForFunction((old) => document.querySelector<HTMLInputElement>("[data-fen]")!.value !== old, fen);
  }
  await click(page, "e3");
  await click(page, "f4");
  await page.locator(".tree .aside").waitFor();
  await page.locator("[data-comment]").fill("calmer");
  await page.locator("[data-comment]").blur();
  await page.locator("button.glyph", { hasText: "!" }).first().click();
  await picture(page, "analysis-variation-desktop", false);

  // Variations, comments and signs are there after a reload, also where this device has forgotten everything.
  const notes = () => page.evaluate(async () => ((await (await fetch(`/api/games/${location.pathname.split("/").pop()}/notes`)).json()) as { pdn: string }).pdn);
  await expect.poll(notes, { timeout: 10_000 }).toContain("e3-f4! {calmer}");
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator(".tree .aside").waitFor();
  expect(await page.locator(".tree").innerText()).toMatch(/e3-f4\s*!\s*calmer/);

  const download = page.waitForEvent("download");
  await page.locator("[data-pdn]").click();
  const text = (await saved(await download)).toString();
  expect(text).toContain('[White "Anna"]');
  expect(text).toMatch(/2\. d4-c5 \(2\. e3-f4! \{calmer\}\) 2\.\.\. d6:b4/);

  // What was exported can be read again.
  await page.goto("/games");
  await page.locator("[data-import]").fill(text);
  await page.locator("[data-bring]").click();
  await page.waitForURL(/\/analysis\//);
  expect(errors(page)).toEqual([]);
});

test("a whole game is analysed, with a graph", async () => {
  const page = await visitor();
  await page.goto("/games");
  await page.locator("[data-import]").fill(PDN);
  await page.locator("[data-bring]").click();
  await page.waitForURL(/\/analysis\//);
  await page.locator("[data-whole]").click();
  await page.locator(".graph polyline").waitFor({ timeout: 40_000 });
  await picture(page, "analysis-graph-desktop", false);
});

test("a file that cannot be read is a sentence", async () => {
  const page = await visitor();
  await page.goto("/games");
  await page.locator("[data-file]").setInputFiles({ name: "x.pdn", mimeType: "text/plain", buffer: Buffer.from("1. e2-e9 nonsense") });
  await page.locator("[data-imported]").waitFor();
  expect((await page.locator("section.card").last().innerText()).length).toBeGreaterThan(20);
});

test("a position is set up and played on", async () => {
  const page = await visitor();
  await page.goto("/analysis");
  await page.locator("[data-edit]").click();
  await page.locator("[data-clear]").click();
  await page.locator("[data-brush=W]").click();
  await click(page, "a1");
  await page.locator("[data-brush=b]").click();
  await click(page, "d4");
  await click(page, "h8");
  await page.locator("[data-use]").click();
  await page.locator("[data-fen]").waitFor();
  expect(await page.locator("[data-fen]").inputValue()).toMatch(/^W:WKa1:B/);
  await page.locator(".cell.glow[data-cell=a1]").waitFor();
  await click(page, "a1");
  await click(page, "b2");
  await page.locator("[data-told].problem").waitFor();
  expect(await page.locator("[data-told]").textContent()).toContain("capture");
  expect(errors(page)).toEqual([]);
});

test("the shown position is exported as a picture and printed", async () => {
  const page = await visitor({ locale: "ru" });
  await page.goto("/analysis?rules=russian&fen=W:WKa1,c3:Bd6,Kh8");
  await page.locator("[data-fen]").waitFor();
  const fetched = async (button: string) => {
    const download = page.waitForEvent("download");
    await page.locator(button).click();
    return saved(await download);
  };
  // Nothing but the shown position is drawn: four pieces, two of them kings.
  const svg = (await fetched("[data-svg]")).toString("utf8");
  expect(svg).toMatch(/^<svg /);
  expect(svg).toContain("Белые: простая c3; дамка a1. Чёрные: простая d6; дамка h8.");
  const png = await fetched("[data-png]");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1600, 1600]);

  // A printer gets the position alone, in black and white, with its caption.
  await page.evaluate(() => {
    window.print = () => Object.assign(window, { paper: document.querySelector(".paper")?.outerHTML, rest: document.querySelector(".analysis")?.className });
  });
  await page.locator("[data-print]").click();
  const paper = await page.waitForFunction(() => (window as unknown as { paper?: string }).paper);
  expect(await paper.jsonValue()).toMatch(/Русские шашки.*Ход белых.*print=true.*W:W/s);
  expect(await page.evaluate(() => (window as unknown as { rest: string }).rest)).toContain("no-print");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("header").isVisible()).toBe(false);
  expect(errors(page)).toEqual([]);
});
