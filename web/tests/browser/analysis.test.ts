import { expect, test } from "vitest";
import { click, openMore } from "./hands";
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
  await expect.poll(notes, { timeout: 10_000 }).toContain("e3-f4 $1 {calmer}");
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator(".tree .aside").waitFor();
  expect(await page.locator(".tree").innerText()).toMatch(/e3-f4\s*!\s*calmer/);

  const download = page.waitForEvent("download");
  await page.locator("[data-pdn]").click();
  const text = (await saved(await download)).toString();
  expect(text).toContain('[White "Anna"]');
  expect(text).toMatch(/2\. d4-c5 \(2\. e3-f4 \$1 \{calmer\}\)\s2\.\.\. d6:b4/);

  // What was exported can be read again.
  await page.goto("/games");
  await page.locator("[data-import]").fill(text);
  await page.locator("[data-bring]").click();
  await page.waitForURL(/\/analysis\//);
  expect(errors(page)).toEqual([]);
});

test("a tree comes in one answer, and a variation becomes the main line or goes", async () => {
  const page = await visitor();
  await page.goto("/games");
  await page.locator("[data-import]").fill(PDN);
  await page.locator("[data-bring]").click();
  await page.waitForURL(/\/analysis\//);
  await page.locator("[data-fen]").waitFor();
  // What an older page kept, with two variations.
  const status = await page.evaluate(async () => {
    const pdn = "[GameType \"25\"]\n\n1. c3-d4 b6-a5 (1... d6-c5? 2. b2-c3) (1... f6-g5 {so}) 2. d4-c5 d6xb4 3. a3xc5 2-0";
    return (await fetch(`/api/games/${location.pathname.split("/").pop()}/notes`, { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ pdn }) })).status;
  });
  expect(status).toBe(200);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.reload();
  await page.locator(".tree .aside").nth(1).waitFor();
  expect(await page.locator(".tree").innerText()).toMatch(/d6-c5\s*\?\s*2\.\s*b2-c3[^]*f6-g5\s*so/);
  // One request for the whole tree, and one for the position that is shown.
  expect(asked.filter((request) => /\/tree$/.test(request))).toHaveLength(1);
  expect(asked.filter((request) => request === "POST /api/position")).toHaveLength(1);

  await page.locator(".tree button", { hasText: "f6-g5" }).click();
  await page.locator(".tree button[aria-current]", { hasText: "f6-g5" }).waitFor();
  await page.locator("[data-promote]").click();
  await expect.poll(() => page.locator(".tree").innerText()).toMatch(/^\s*1\.\s*c3-d4\s*f6-g5\s*so\s*\(/);
  await page.locator(".tree button", { hasText: "d6-c5" }).click();
  await page.locator(".tree button[aria-current]", { hasText: "d6-c5" }).waitFor();
  await page.locator("[data-delete]").click();
  await expect.poll(() => page.locator(".tree .aside").count()).toBe(1);
  await page.locator(".tree button[aria-current]", { hasText: "c3-d4" }).waitFor();
  const kept = () => page.evaluate(async () => ((await (await fetch(`/api/games/${location.pathname.split("/").pop()}/notes`)).json()) as { pdn: string }).pdn);
  await expect.poll(kept, { timeout: 10_000 }).toMatch(/1\. c3-d4 f6-g5 \{so\} \(1\.\.\. b6-a5 2\. d4-c5 d6:b4 3\. a3:c5\)/);
  expect(errors(page)).toEqual([]);
});

test("an analysis of a bare position is kept on this device and becomes a game", async () => {
  const page = await visitor();
  await page.goto("/analysis?rules=english");
  await page.locator("[data-fen]").waitFor();
  await click(page, "11");
  await click(page, "15");
  await page.locator(".tree button", { hasText: "11-15" }).waitFor();
  // Black begins this game, so Black's move is the first.
  expect(await page.locator(".tree").innerText()).toMatch(/^\s*1\.\s*11-15/);
  await page.reload();
  await page.locator(".tree button", { hasText: "11-15" }).waitFor();
  await page.locator("[data-pdn]").click();
  await page.waitForURL(/\/analysis\//);
  await page.locator(".tree button", { hasText: "11-15" }).waitFor();
  expect(await page.locator(".tree").innerText()).toMatch(/^\s*1\.\s*11-15/);
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
  // The text follows the pieces, and pieces follow a text.
  const text = page.locator(".editor input[spellcheck=false]");
  await expect.poll(() => text.inputValue()).toBe("W:WKa1:Bd4,h8");
  await text.fill("B:W32,K31:B1-3");
  await text.blur();
  await page.locator("[data-piece=b8]").waitFor();
  await text.fill("W:Wz9:B");
  await text.blur();
  await page.locator(".editor .problem").waitFor();
  await text.fill("W:WKa1:Bd4,h8");
  await text.blur();
  await expect.poll(() => page.locator("[data-piece]").count()).toBe(3);
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
    await openMore(page);
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
  await openMore(page);
  await page.locator("[data-print]").click();
  const paper = await page.waitForFunction(() => (window as unknown as { paper?: string }).paper);
  expect(await paper.jsonValue()).toMatch(/Русские шашки.*Ход белых.*print=true.*W:W/s);
  expect(await page.evaluate(() => (window as unknown as { rest: string }).rest)).toContain("no-print");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("header").isVisible()).toBe(false);
  expect(errors(page)).toEqual([]);
});
