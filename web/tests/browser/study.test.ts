// The analysis board for work: keys, addresses, the engine's settings, the editor.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { check } from "./checks";
import { cell, click, drag, importGames } from "./hands";
import { club, errors, picture } from "./house";

const { visitor } = club();
/** Two cores may be busy with other tests. */
const SOON = { timeout: 8000 };

/** A long game, so that its list scrolls, with a variation at its second move. */
const LONG = `[GameType "25"]
[White "Анна"]
[Black "Борис"]

1. c3-d4 f6-e5 (1... b6-a5 {тише}) 2. d4:f6 g7:e5 3. g3-h4 e7-f6 4. h4-g5 h6:f4 5. e3:c5 b6:d4 6. h2-g3 c7-d6 7. g1-h2 e5-f4
8. g3:c3 h8-g7 9. f2-e3 f8-e7 10. e1-f2 a7-b6 11. c3-b4 d6-e5 12. e3-d4 e5:g3 13. h2:f4 g7-h6 14. f4-e5 e7-d6 15. e5:a5 h6-g5 *
`;

const fen = (page: Page) => page.locator("[data-fen]").inputValue();
/** The text of the move that is shown. */
const current = async (page: Page) => ((await page.locator(".tree [aria-current]").textContent({ timeout: 3000 })) ?? "").trim();

/** Whether an element is wholly inside the frame of the list. */
const isInSight = (page: Page) =>
  page.evaluate(() => {
    const [frame, move] = [document.querySelector(".tree")!, document.querySelector(".tree [aria-current]")!].map((element) => element.getBoundingClientRect());
    return move!.top >= frame!.top && move!.bottom <= frame!.bottom;
  });

test("fault 14 and friction 6: the current move is in sight, and keys and the wheel go through the moves", async () => {
  const page = await visitor({ viewport: { width: 1280, height: 640 } });
  await page.goto("/games");
  const [id] = await importGames(page, LONG);
  await page.goto(`/analysis/${id}`);
  await expect.poll(() => current(page), SOON).toBe("h6-g5");
  await expect.poll(() => isInSight(page), SOON).toBe(true);
  expect(await page.evaluate(() => scrollY), "the page stands still").toBe(0);

  const press = async (key: string, text: string | null) => {
    await page.keyboard.press(key);
    if (text === null) await page.waitForFunction(() => !document.querySelector(".tree [aria-current]"));
    else await expect.poll(() => current(page), { message: key, ...SOON }).toBe(text);
  };
  await press("ArrowLeft", "e5:a5");
  expect(await isInSight(page)).toBe(true);
  await press("Home", null);
  await press("ArrowRight", "c3-d4");
  await press("ArrowRight", "f6-e5");
  await press("ArrowDown", "b6-a5");
  await press("ArrowUp", "f6-e5");
  await press("End", "h6-g5");
  expect(await isInSight(page)).toBe(true);
  await page.locator(".played").hover();
  await page.mouse.wheel(0, -120);
  await expect.poll(() => current(page), SOON).toBe("e5:a5");
  expect(await page.evaluate(() => scrollY)).toBe(0);

  // F turns the board; in a field it is a letter, and arrows there are the field's.
  const top = () => page.locator("[role=gridcell]").first().getAttribute("data-cell");
  const before = await top();
  await page.keyboard.press("f");
  await expect.poll(top, SOON).not.toBe(before);
  await page.locator("[data-comment]").fill("of");
  await page.locator("[data-comment]").press("f");
  await page.locator("[data-comment]").press("Home");
  expect(await page.locator("[data-comment]").inputValue()).toBe("off");
  expect(await current(page)).toBe("e5:a5");
  // On the board arrows move the cursor for those who came there with the keyboard; after a click they step.
  await page.keyboard.press("Tab");
  await cell(page, "d4").focus();
  await page.keyboard.press("ArrowUp");
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.cell)).toMatch(/^d[35]$/);
  expect(await current(page)).toBe("e5:a5");
  await click(page, "d4");
  await press("ArrowLeft", "e7-d6");
  await check(page, "analysis of a long game");
  expect(errors(page)).toEqual([]);
});

test("a position has an address with its moves, which can be copied, and the engine's settings are remembered", async () => {
  const page = await visitor({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto("/analysis?rules=russian&fen=W:Wc3,e3:Bd6,h8");
  await page.locator("[data-fen]").waitFor();
  await click(page, "c3");
  await click(page, "b4");
  await page.waitForURL(/moves=c3-b4$/);
  await click(page, "h8");
  await click(page, "g7");
  await page.waitForURL(/moves=c3-b4\.h8-g7$/);
  const shown = await fen(page);
  await page.locator("[data-copy-link]").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), SOON).toBe(page.url());

  // Somebody else opens it and sees the same, with the moves.
  const friend = await visitor();
  await friend.goto(page.url());
  await friend.locator("[data-fen]").waitFor();
  expect(await fen(friend)).toBe(shown);
  expect(await friend.locator(".tree").innerText()).toMatch(/1\.\s*c3-b4\s*h8-g7/);

  // Friction 21: the switch, the number of lines and the depth are there after a reload.
  expect(await page.locator("[data-engine-lines]").count(), "calm until it is wanted").toBe(0);
  await page.locator("[data-engine]").check();
  await page.locator("[data-engine-lines]").selectOption("2");
  await page.locator("[data-engine-depth]").selectOption("12");
  await page.locator("[data-depth='12']").waitFor();
  await page.reload();
  await page.locator("[data-depth='12']").waitFor();
  expect(await page.locator("[data-engine]").isChecked()).toBe(true);
  expect(await page.locator("[data-lines] li").count()).toBe(2);
  // The bar says what the best line says, and a line is entered by clicking.
  await page.locator("[data-evaluation]:not([data-evaluation=''])").waitFor();
  expect(await page.locator("[data-evaluation]").getAttribute("data-evaluation")).toBe(await page.locator("[data-lines] li b").first().textContent());
  const second = page.locator("[data-lines] li").first().locator("button").nth(1);
  const text = await second.textContent();
  await second.click();
  await expect.poll(() => current(page), SOON).toBe(text);
  expect(errors(page)).toEqual([]);
});

test("fault 7: an address that is not a position is a sentence with ways on", async () => {
  const page = await visitor({ locale: "ru" });
  for (const address of ["fen=garbage", "fen=W:W:B", "fen=W:Wb8:Bh8", "moves=a1-h8"]) {
    await page.goto(`/analysis?rules=russian&${address}`);
    await page.locator("[data-unreadable]").waitFor();
    expect(await page.locator("[data-unreadable] p").first().innerText()).toMatch(/[а-я]{3}/);
  }
  await page.locator("[data-unreadable] a.primary").click();
  await page.locator("[data-fen]").waitFor();
  expect(page.url()).toMatch(/\/analysis\?rules=russian$/);
  expect(errors(page)).toEqual([]);
});

test("fault 8: the editor refuses nonsense and says why", async () => {
  const page = await visitor();
  await page.goto("/analysis?rules=russian&edit=yes");
  const problem = page.locator("[data-problem]");
  const text = page.locator("[data-editor-fen]");
  await text.fill("hello world");
  await page.locator("[data-use]").click();
  await expect.poll(() => problem.innerText(), SOON).toMatch(/side to move/);
  expect(await text.inputValue(), "what was typed stays").toBe("hello world");
  await page.locator("[data-clear]").click();
  await expect.poll(() => problem.innerText(), SOON).toMatch(/no piece/);
  await page.locator("[data-use]").click();
  await page.locator("[data-brush=w]").click();
  await click(page, "b8");
  await expect.poll(() => problem.innerText(), SOON).toContain("b8");
  await page.locator("rect.pointed").waitFor();
  await page.locator("[data-use]").click();
  expect(await page.locator("[data-fen]").count(), "it does not leave").toBe(0);
  // With a key it is taken off again.
  await cell(page, "b8").press("Delete");
  await cell(page, "a1").press("2");
  await cell(page, "a1").press("Enter");
  await cell(page, "h8").press("3");
  await cell(page, "h8").press("Enter");
  await expect.poll(() => text.inputValue(), SOON).toBe("W:WKa1:Bh8");
  expect(await problem.innerText()).toBe("");
  await page.locator("[data-use]").click();
  await page.locator("[data-fen]").waitFor();
  expect(await fen(page)).toBe("W:WKa1:Bh8");
  expect(errors(page)).toEqual([]);
});

/** Carries from the middle of an element to a point. */
async function carry(page: Page, from: string, to: { x: number; y: number }): Promise<void> {
  const box = (await page.locator(from).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 3 });
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}
const middle = async (page: Page, name: string) => {
  const box = (await cell(page, name).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test("friction 25: pieces are dragged from the tray, on the board and off it", async () => {
  const page = await visitor();
  await page.goto("/analysis?rules=russian&edit=yes");
  const text = page.locator("[data-editor-fen]");
  await page.locator("[data-clear]").click();
  await carry(page, "[data-brush=W]", await middle(page, "a1"));
  await carry(page, "[data-brush=b]", await middle(page, "d4"));
  await expect.poll(() => text.inputValue(), SOON).toBe("W:WKa1:Bd4");
  await drag(page, "d4", "e5");
  await expect.poll(() => text.inputValue(), SOON).toBe("W:WKa1:Be5");
  // Where no piece can stand it goes back, and beside the board it goes.
  await drag(page, "e5", "e4");
  await carry(page, "[data-brush=b]", await middle(page, "h8"));
  await expect.poll(() => text.inputValue(), SOON).toBe("W:WKa1:Be5,h8");
  const edge = (await page.locator("[role=grid]").boundingBox())!;
  await carry(page, "[data-cell=e5]", { x: edge.x + edge.width + 60, y: edge.y + 40 });
  await expect.poll(() => text.inputValue(), SOON).toBe("W:WKa1:Bh8");
  expect(await page.locator("[data-piece]").count()).toBe(2);

  // With a finger.
  const phone = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await phone.goto("/analysis?rules=russian&edit=yes&fen=W:Wa1:Bh8");
  await phone.locator("[data-use]").waitFor();
  await cell(phone, "a1").scrollIntoViewIfNeeded();
  const session = await phone.context().newCDPSession(phone);
  const [from, to] = [await middle(phone, "a1"), await middle(phone, "c3")];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  await touch("touchMove", [{ x: from.x + 20, y: from.y - 20 }]);
  await touch("touchMove", [to]);
  await touch("touchEnd", []);
  await expect.poll(() => phone.locator("[data-editor-fen]").inputValue(), SOON).toBe("W:Wc3:Bh8");
  expect([...errors(page), ...errors(phone)]).toEqual([]);
});

test("the whole board is seen at every size, and the tools are reached", async () => {
  for (const [name, width, height] of [["1920", 1920, 1080], ["820", 820, 1180], ["390", 390, 844], ["360x640", 360, 640], ["640x360", 640, 360]] as const) {
    const page = await visitor({ viewport: { width, height }, colorScheme: name === "820" ? "dark" : "light", locale: name === "390" ? "uk" : "ru" });
    await page.goto("/games");
    const [id] = await importGames(page, LONG);
    await page.goto(`/analysis/${id}`);
    await page.locator("[data-fen]").waitFor();
    const board = page.locator("[role=grid]");
    await board.scrollIntoViewIfNeeded();
    const box = (await board.boundingBox())!;
    const seen = { left: box.x >= 0, right: box.x + box.width <= width, height: box.height <= height };
    expect(seen, name).toEqual({ left: true, right: true, height: true });
    await picture(page, `study-${name}`, false);
    // One calm row: five tools, the others behind the last.
    expect(await page.locator(".tools > button, .tools > details").count()).toBe(5);
    await page.locator("[data-more]").scrollIntoViewIfNeeded();
    await page.locator("[data-more]").click();
    await page.locator("[data-print]").waitFor();
    await check(page, `study ${name}`);
    await page.keyboard.press("Escape");
    expect(await page.locator("[data-print]").isVisible()).toBe(false);
    expect(errors(page)).toEqual([]);
    await page.context().close();
  }
});
