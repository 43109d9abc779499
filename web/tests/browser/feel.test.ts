// How moving feels: pieces travel, captures are dragged, moves can wait, nothing happens by accident. The numbers are those of the
// review of the page (faults and frictions).
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { cell, click, drag, heard, offerDraw, pair, ply, reached } from "./hands";
import { club, errors, picture } from "./house";

const { house, visitor } = club();

/** Makes a game by the API and opens it. */
async function play(page: Page, wanted: object): Promise<void> {
  if (page.url() === "about:blank") await page.goto("/");
  const id = await page.evaluate(async (body) => {
    const answer = await fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    return ((await answer.json()) as { id: string }).id;
  }, wanted);
  await page.goto(`/game/${id}`);
  await page.locator("[data-piece]").first().waitFor();
}

const alone = (fen?: string) => ({ rules: "russian", opponent: { kind: "sameScreen" }, ...(fen ? { fen } : {}) });
const pieces = async (page: Page) => (await page.locator("[data-piece]").evaluateAll((all) => all.map((one) => `${(one as SVGElement).dataset.piece}${(one as SVGElement).dataset.letter}`))).sort().join(" ");
const middle = async (page: Page, name: string) => {
  const box = (await cell(page, name).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2] as const;
};

test("fault 2: a capture of several is dragged square by square, clicked square by square, or walked by keys", async () => {
  const page = await visitor();
  const fen = "W:Wc3:Bd4,f6,f4,h8";
  await play(page, alone(fen));
  await drag(page, "c3", "e5");
  await page.locator("[data-piece=e5]").waitFor();
  expect(await pieces(page)).toBe("d4b e5w f4b f6b h8b");
  expect(await page.locator(".piece.passed").getAttribute("data-piece")).toBe("d4");
  await drag(page, "e5", "g7");
  await reached(page, 1);
  expect(await pieces(page)).toBe("f4b g7w h8b");

  await play(page, alone(fen));
  await click(page, "c3");
  await click(page, "e5");
  // Given up half way, everything is as before.
  await page.keyboard.press("Escape");
  expect(await pieces(page)).toBe("c3w d4b f4b f6b h8b");
  await click(page, "c3");
  await click(page, "e5");
  await click(page, "g7");
  await reached(page, 1);

  await play(page, alone(fen));
  for (const square of ["c3", "e5", "g3"]) await cell(page, square).press("Enter");
  await reached(page, 1);
  expect(await pieces(page)).toBe("f6b g3w h8b");
  expect(errors(page)).toEqual([]);
});

test("pieces travel along their path and captured ones go one by one; with less motion at once", async () => {
  const page = await visitor({ reducedMotion: "no-preference" });
  await play(page, alone("W:Wc3,a1:Bd4,f6,h8"));
  await click(page, "c3");
  const seen = page.evaluate(async () => {
    // Which properties move, in how many steps, and in which order captured pieces begin to go.
    const next = () => new Promise(requestAnimationFrame);
    let running: Animation[] = [];
    while ((running = document.getAnimations().filter((one) => !(one instanceof CSSAnimation))).length < 3) await next();
    return running.map((one) => {
      const effect = one.effect as KeyframeEffect;
      const names = [...new Set(effect.getKeyframes().flatMap((frame) => Object.keys(frame)))].filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name));
      return { names, steps: effect.getKeyframes().length - 1, delay: effect.getTiming().delay ?? 0, leaves: (effect.target as HTMLElement).dataset.leaving !== undefined };
    });
  });
  await click(page, "g7");
  const [mover, first, second] = (await seen).sort((one, other) => Number(one.leaves) - Number(other.leaves) || one.delay - other.delay);
  expect(mover).toMatchObject({ names: ["transform"], steps: 2, leaves: false });
  expect(first).toMatchObject({ names: ["opacity"], leaves: true });
  expect(second!.delay).toBeGreaterThan(first!.delay);
  await page.locator("[data-leaving]").first().waitFor({ state: "detached" });

  const still = await visitor();
  await play(still, alone("W:Wc3,a1:Bd4,f6,h8"));
  await click(still, "c3");
  await click(still, "g7");
  await reached(still, 1);
  expect(await still.evaluate(() => document.getAnimations().filter((one) => !(one instanceof CSSAnimation)).length)).toBe(0);
});

test("fault 6: a move made offline is on the board, can be taken back, and the one that is kept is played", async () => {
  const page = await visitor();
  await play(page, alone());
  await house.close();
  await page.locator(".banner").waitFor();
  await drag(page, "c3", "d4");
  await page.locator("[data-unsent]").waitFor();
  expect(await pieces(page)).toContain("d4w");
  await picture(page, "unsent-desktop", false);
  await page.locator("[data-unsend]").click();
  await page.locator("[data-piece=c3]").waitFor();
  await drag(page, "g3", "f4");
  await page.locator("[data-unsent]").waitFor();
  await house.open();
  await reached(page, 1);
  expect(await pieces(page)).toContain("f4w");
  expect(await pieces(page)).toContain("c3w");
  expect(await page.locator("[data-told].bad").count()).toBe(0);
});

test("fault 3, friction 7: a double click neither resigns nor offers a draw", async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const page = await visitor({ viewport });
    await play(page, { ...alone(), opponent: { kind: "computer", level: 1 }, colour: "white" });
    const seq = await page.locator(".game").getAttribute("data-seq");
    for (const name of ["resign", "draw"]) {
      await page.locator(`[data-${name}]`).dblclick();
      await page.locator(`[data-ask=${name}]`).waitFor();
      expect(await page.locator(".game").getAttribute("data-status")).toBe("live");
      await page.locator(`[data-no=${name}]`).click();
    }
    expect(await page.locator(".game").getAttribute("data-seq")).toBe(seq);
    await page.context().close();
  }
});

test("a move can be asked for once more, with buttons or taken back", async () => {
  const page = await visitor();
  await page.addInitScript(() => localStorage.setItem("damka.confirm", "always"));
  await play(page, alone());
  await drag(page, "c3", "d4");
  await page.locator("[data-ask=staged]").waitFor();
  expect(await pieces(page)).toContain("d4w");
  expect(await ply(page)).toBe(0);
  await page.locator("[data-no=staged]").click();
  await page.locator("[data-piece=c3]").waitFor();
  await drag(page, "g3", "f4");
  await page.locator("[data-yes=staged]").click();
  await reached(page, 1);
});

test("a premove on a fast clock is shown, can be cancelled, and is played when the turn comes", async () => {
  const [anna, boris] = [await visitor(), await visitor()];
  await pair(anna, boris, { clock: "5m+3s" });
  await drag(boris, "d6", "c5");
  await boris.locator("[data-wish='d6-c5']").waitFor();
  expect(await boris.locator("[data-arrow=wish]").count()).toBe(1);
  await boris.locator("[data-unwish]").click();
  await boris.locator("[data-wish]").waitFor({ state: "detached" });
  await click(boris, "f6");
  await click(boris, "g5");
  await boris.locator("[data-wish='f6-g5']").waitFor();
  await picture(boris, "premove-desktop", false);
  await drag(anna, "c3", "d4");
  await reached(boris, 2);
  expect(await pieces(boris)).toContain("g5b");
  // What has become impossible is dropped, and said.
  await click(boris, "b6");
  await click(boris, "c5");
  await click(anna, "d4");
  await click(anna, "c5");
  await reached(boris, 3);
  await boris.waitForFunction(() => /prepared/.test(document.querySelector("[data-told]")!.textContent ?? ""));
  expect(await ply(boris)).toBe(3);
});

test("own arrows and circles with the right button or a long press; the next move wipes them", async () => {
  const page = await visitor({ hasTouch: true });
  await play(page, alone());
  const line = async (from: string, to: string) => {
    await page.mouse.move(...(await middle(page, from)));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...(await middle(page, to)), { steps: 2 });
    await page.mouse.up({ button: "right" });
  };
  await line("c3", "e5");
  await line("f4", "f4");
  expect(await page.locator("[data-arrow=own]").count()).toBe(1);
  expect(await page.locator("[data-circle]").count()).toBe(1);
  await line("c3", "e5");
  expect(await page.locator("[data-arrow=own]").count()).toBe(0);
  // A finger that rests on an empty square draws, too.
  await page.evaluate(() => (navigator.vibrate = () => ((window as unknown as { felt: boolean }).felt = true)));
  const [x, y] = await middle(page, "e5");
  const touch = await page.context().newCDPSession(page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  // The long press is felt, and only then the finger is lifted.
  await page.waitForFunction(() => (window as unknown as { felt: boolean }).felt);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForFunction(() => document.querySelectorAll("[data-circle]").length === 2);
  await drag(page, "c3", "d4");
  await reached(page, 1);
  expect(await page.locator("[data-circle], [data-arrow]").count()).toBe(0);
});

test("friction 6: keys and the wheel walk through a game, also after a click on the board", async () => {
  const page = await visitor();
  await play(page, alone());
  for (const [from, to] of [["c3", "d4"], ["d6", "c5"], ["b2", "c3"]] as const) {
    await drag(page, from, to);
  }
  await reached(page, 3);
  const shown = () => page.locator("li button[aria-current]").textContent({ timeout: 500 }).catch(() => "start");
  await page.keyboard.press("ArrowLeft");
  expect((await shown())?.trim()).toBe("d6-c5");
  await page.keyboard.press("Home");
  expect(await page.locator("[data-piece=c3]").count()).toBe(1);
  expect(await page.locator("li button[aria-current]").count()).toBe(0);
  await page.keyboard.press("ArrowRight");
  expect((await shown())?.trim()).toBe("c3-d4");
  await page.keyboard.press("End");
  expect((await shown())?.trim()).toBe("b2-c3");
  await page.mouse.move(...(await middle(page, "e5")));
  await page.mouse.wheel(0, -120);
  await page.waitForFunction(() => document.querySelector("li button[aria-current]")?.textContent?.trim() === "d6-c5");
  // Somebody who types a move keeps the keys.
  await page.locator("[data-type]").fill("xx");
  await page.keyboard.press("Home");
  expect((await shown())?.trim()).toBe("d6-c5");
});

test("fault 9, friction 23: by ear the side is said, blocked pieces are, the first stop is an own piece, a wrong move stays typed", async () => {
  const page = await visitor();
  await play(page, { rules: "russian", opponent: { kind: "computer", level: 1 }, colour: "white" });
  await page.waitForFunction(() => /You are White/.test(document.querySelector("[data-live]")!.textContent ?? ""));
  expect(await cell(page, "c3").getAttribute("aria-label")).toMatch(/can move/);
  expect(await cell(page, "a1").getAttribute("aria-label")).toMatch(/cannot move/);
  expect(await page.locator("[data-cell][tabindex='0']").getAttribute("aria-label")).toMatch(/white man, can move/);
  await page.locator("[data-type]").fill("c3-c4");
  await page.keyboard.press("Enter");
  await page.locator("[data-told].bad").waitFor();
  expect(await page.locator("[data-type]").inputValue()).toBe("c3-c4");
  await page.locator("[data-type]").fill("c3-d4");
  await page.keyboard.press("Enter");
  await reached(page, 2);
  expect(await page.locator("[data-type]").inputValue()).toBe("");
  // A skip link leads past the header to the board.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("gridcell");
});

test("friction 8: the title and the icon say whose turn it is", async () => {
  const [anna, boris] = [await visitor(), await visitor()];
  await pair(anna, boris);
  await anna.waitForFunction(() => document.title.startsWith("● "));
  expect(await anna.locator("link[rel=icon]").getAttribute("href")).toBe("/icon-turn.svg");
  expect(await boris.title()).not.toContain("●");
  await drag(anna, "c3", "d4");
  await boris.waitForFunction(() => document.title.startsWith("● ") && document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href.endsWith("/icon-turn.svg"));
  await anna.waitForFunction(() => !document.title.includes("●"));
});

test("fault 10, friction 12: the whole board and both clocks are seen at every size, and the board is as large as it can be", async () => {
  const page = await visitor();
  await play(page, { ...alone(), clocks: { white: "5m+3s", black: "5m+3s" } });
  for (const [width, height, least] of [[1920, 1080, 960], [1440, 900, 780], [820, 1180, 700], [390, 844, 388], [360, 640, 355], [640, 360, 340], [640, 400, 380]] as const) {
    await page.setViewportSize({ width, height });
    const seen = await page.evaluate(() => ["[role=grid]", "[data-clock=white]", "[data-clock=black]", ".board"].map((name) => {
      const { left, top, right, bottom, width } = document.querySelector(name)!.getBoundingClientRect();
      return { name, width, isInside: left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1 };
    }));
    for (const part of seen) expect(part.isInside, `${part.name} at ${width}×${height}`).toBe(true);
    expect(seen[3]!.width, `${width}×${height}`).toBeGreaterThanOrEqual(least);
    await picture(page, `sizes-${width}x${height}`, false);
  }
});

test("friction 17: nothing moves when the list grows or the connection goes", async () => {
  const page = await visitor();
  await play(page, alone());
  await page.evaluate(() => {
    const seen = ((window as unknown as { shifts: number }).shifts = 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) (window as unknown as { shifts: number }).shifts += entry.value;
    }).observe({ type: "layout-shift", buffered: false });
    return seen;
  });
  const box = await page.locator(".board").boundingBox();
  await house.crash();
  await page.locator(".banner").waitFor();
  expect(await page.locator(".board").boundingBox()).toEqual(box);
  await house.open();
  await page.locator(".banner").waitFor({ state: "detached" });
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThanOrEqual(0.01);
});

test("friction 16: a victory is celebrated, its reason is one sentence, and the turning points can be seen", async () => {
  const page = await visitor();
  await play(page, { rules: "russian", fen: "W:Wc3,Kh8:Bd4", colour: "white", opponent: { kind: "computer", level: 1 } });
  await click(page, "c3");
  await click(page, "e5");
  await page.locator("[data-ending]").waitFor();
  expect(await page.locator("[data-celebration]").count()).toBe(1);
  const text = await page.locator("[data-ending]").innerText();
  expect(text).toContain("Black has no pieces left");
  expect(text).not.toMatch(/\b[A-E]\.[a-z]+\./);
});

test("friction 28: the page is dark where the system is, and as it was chosen elsewhere", async () => {
  const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await visitor({ colorScheme: "dark" });
  await dark.goto("/");
  await dark.waitForFunction(() => document.documentElement.dataset.light === "dark");
  const night = await ground(dark);
  await dark.emulateMedia({ colorScheme: "light" });
  await dark.waitForFunction(() => document.documentElement.dataset.light === "light");
  expect(await ground(dark)).not.toBe(night);
  await dark.locator("[data-settings]").click();
  await dark.locator("input[name=light][value=dark]").check({ force: true });
  expect(await ground(dark)).toBe(night);
});

test("friction 9: an opponent who left an untimed game can be waited for, and the game put aside", async () => {
  const [anna, boris] = [await visitor(), await visitor()];
  await pair(anna, boris, { clock: "none" });
  await drag(anna, "c3", "d4");
  await reached(boris, 1);
  await drag(boris, "d6", "c5");
  await reached(anna, 2);
  await boris.context().close();
  await anna.locator("[data-gone=wait]").waitFor({ timeout: 30_000 });
  expect(await anna.locator("[data-gone]").textContent()).toMatch(/\b(1:00|0:5\d)\b/);
  expect(await heard(anna)).toContain("left");
  await anna.locator("[data-put-aside]").click();
  await anna.waitForURL((url) => url.pathname === "/");
});

test("a draw that is offered can be accepted in its own place", async () => {
  const [anna, boris] = [await visitor(), await visitor()];
  await pair(anna, boris);
  await offerDraw(anna);
  await boris.locator("[data-yes=offer]").click();
  await anna.locator("[data-ending=agreement]").waitFor();
});
