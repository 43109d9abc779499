// Simultaneous displays with several real browsers: the host goes from board to board, guests see the round, some play in the room.
import { type APIRequestContext, type Page, request } from "playwright-core";
import { expect, test } from "vitest";
import type { ContestMade, ContestView, CreateContest } from "../../src/lib/api/types";
import { check } from "./checks";
import { after, anyMove, click, ply, reached } from "./hands";
import { club, DESKTOP, errors, PHONE, picture } from "./house";

const { house, visitor } = club();

async function make(host: Page, wanted: Partial<CreateContest> = {}): Promise<string> {
  const answer = await host.request.post("/api/contests", { data: { name: "Open day", kind: "simul", rules: "russian", colours: "white", ...wanted } });
  if (!answer.ok()) throw new Error(`no display was made: ${await answer.text()}`);
  return ((await answer.json()) as ContestMade).id;
}

async function act(asks: APIRequestContext, id: string, data: object): Promise<ContestView> {
  const answer = await asks.post(`/api/contests/${id}/acts`, { data });
  if (!answer.ok()) throw new Error(`${JSON.stringify(data)}: ${await answer.text()}`);
  return (await answer.json()) as ContestView;
}
const look = async (page: Page, id: string) => (await (await page.request.get(`/api/contests/${id}`)).json()) as ContestView;

async function called(page: Page, name: string): Promise<Page> {
  await page.request.put("/api/me/name", { data: { name } });
  return page;
}

/** Guests who come by requests alone, each in a context of its own: many of them, without windows. */
function crowd(id: string, count: number): Promise<APIRequestContext[]> {
  const come = async (name: string) => {
    const asks = await request.newContext({ baseURL: house.url });
    await asks.put("/api/me/name", { data: { name } });
    await act(asks, id, { kind: "enter" });
    return asks;
  };
  return Promise.all(Array.from({ length: count }, (_, at) => come(NAMES[at % NAMES.length]!)));
}
const NAMES = ["Maxim", "Sofia", "Taras", "Olena", "Ivan", "Daria", "Petro", "Anna Alexandrova", "Nikita", "Yulia"];
const gameOf = (view: ContestView, board: number) => view.boards[board]!.game!;
const at = (page: Page) => page.url().split("/").pop()!;
const press = async (page: Page, key: string) => {
  await page.locator("body").evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press(key);
};

// clauses: A.mode.2
test("the host goes round three boards online and one in the room, by one key", async () => {
  const host = await called(await visitor(), "A. Petrova");
  const guests = [await called(await visitor(), "Maxim"), await called(await visitor({ locale: "ru", viewport: PHONE }), "Софья"), await called(await visitor({ locale: "uk", viewport: PHONE, colorScheme: "dark" }), "Тарас")];
  const id = await make(host);
  await host.goto(`/contest/${id}`);
  await host.locator("[data-guests='0']").waitFor();
  for (const guest of guests) {
    await guest.goto(`/contest/${id}`);
    await guest.locator("[data-enter]").click();
  }
  await act(host.request, id, { kind: "enter", name: "Grandfather Mazay" });
  await host.locator("[data-guests='4']").waitFor();
  await check(guests[1]!, "a display before its beginning");
  await picture(guests[1]!, "display-gathering-phone");

  // Terms with one guest: a man less, and the other colour for another.
  await host.locator("[data-agree='2']").click();
  await host.locator("[data-terms='2'] [data-term-odds] summary").click();
  await click(host, "c1");
  await host.locator("[data-term-odds='c1']").waitFor();
  await host.locator("[data-agree='2']").click();
  await host.locator("[data-agree='3']").click();
  await host.locator("[data-term-colour]").selectOption("white");
  await host.locator("[data-guest='3'] [data-agreed]").waitFor();
  await check(host, "the guests of a display");
  await picture(host, "display-guests-desktop");
  await host.locator("[data-agree='3']").click();
  await host.locator("[data-begin]").dblclick();

  // Guests are taken to their boards; the host is at all of them.
  for (const guest of guests) await guest.waitForURL(/\/game\//);
  await host.locator("[data-strip='4']").waitFor();
  const begun = await look(host, id);
  expect(begun.boards.map((board) => [board.white, board.inRoom])).toEqual([[1, false], [3, false], [1, false], [1, true]]);
  await picture(host, "display-begun-desktop");
  await host.locator("[data-next-board]").waitFor();
  await press(host, "n");
  await host.waitForURL(`**/game/${gameOf(begun, 0)}`);
  await host.locator("[data-strip='4']").waitFor();
  await host.locator(".game[data-turn=mine]").waitFor();
  await host.locator(".game.beside").waitFor();
  // Guests see where the host is.
  await guests[0]!.locator("[data-host-at='1']").waitFor();
  await guests[2]!.locator("[data-host-at='1'][data-before='1']").waitFor();
  await check(guests[2]!, "a guest's board");
  await picture(guests[2]!, "display-guest-phone", false);
  await picture(guests[0]!, "display-guest-desktop", false);
  await check(host, "the host at a board");
  await picture(host, "display-host-desktop", false);

  // After the host's move the page goes to the next board that waits, by itself.
  await host.evaluate(() => Object.assign(window, { isSamePage: true }));
  await anyMove(host);
  await host.waitForURL(`**/game/${gameOf(begun, 2)}`);
  await guests[2]!.locator("[data-host-at='3']").waitFor();
  // Held back, the host stays.
  await host.locator(".game[data-turn=mine]").waitFor();
  await host.locator("[data-goes-on]").uncheck();
  await anyMove(host);
  await host.locator("[data-no-next]").waitFor();
  expect(at(host)).toBe(gameOf(begun, 2));
  // Somebody who has White moves: the board begins to wait, and the key leads there.
  await reached(guests[0]!, 1);
  await anyMove(guests[0]!);
  await anyMove(guests[1]!);
  await host.locator("[data-queue='2']").waitFor();
  await press(host, "Space");
  await host.waitForURL(`**/game/${gameOf(begun, 0)}`);
  // Left without a move, it comes last.
  await host.locator(".game[data-turn=mine]").waitFor();
  await press(host, "n");
  await host.waitForURL(`**/game/${gameOf(begun, 1)}`);
  await host.locator("[data-next-board]").waitFor();
  expect(await host.evaluate(() => (window as unknown as { isSamePage?: boolean }).isSamePage), "the page was never loaded again").toBe(true);
  await host.reload();
  await host.locator(".game[data-turn=mine]").waitFor();
  await host.locator("[data-queue='2']").waitFor();
  expect(await host.locator("[data-goes-on]").isChecked(), "the choice is remembered").toBe(false);
  expect([...errors(host), ...guests.flatMap(errors)]).toEqual([]);

  await settle(host, guests, id, begun);
});

/** At closing time what is open is decided, and what was played in the room is typed. */
async function settle(host: Page, guests: readonly Page[], id: string, begun: ContestView): Promise<void> {
  await host.emulateMedia({ media: "print" });
  await host.setViewportSize({ width: 794, height: 1123 });
  for (const format of ["sheet", "slips"]) {
    await host.goto(`/api/contests/${id}/export?format=${format}&lang=ru`);
    await picture(host, `display-${format}`);
  }
  await host.emulateMedia({ media: "screen" });
  await host.setViewportSize(DESKTOP);
  await host.goto(`/contest/${id}`);
  await host.locator("[data-results='1.4.1'] [data-outcome=draw]").click();
  await host.locator("[data-board='1.4.1'][data-source=typed]").waitFor();
  for (const board of [1, 2, 3]) {
    await host.locator(`[data-decide='1.${board}.1']`).click();
    await host.locator(`[data-results='1.${board}.1'] [data-outcome=draw]`).click();
    await host.locator("[data-yes=settle]").click();
    await host.locator(`[data-board='1.${board}.1'][data-source=settled]`).waitFor();
  }
  await guests[0]!.locator(".game[data-status=over]").waitFor();
  const sheet = await host.request.get((await host.locator("[data-sheet]").getAttribute("href"))!);
  const text = await sheet.text();
  expect(text).toContain("Grandfather Mazay");
  expect(sheet.headers()["content-security-policy"]).toContain("default-src 'none'");
  await act(host.request, id, { kind: "close" });
  await host.locator("[data-stage=over]").waitFor();
  const over = await look(host, id);
  expect(over.boards.map((board) => board.result!.source)).toEqual(["settled", "settled", "settled", "typed"]);
  expect(over.boards[0]!.game).toBe(gameOf(begun, 0));
  await check(host, "a display that is over");
  await picture(host, "display-over-desktop");
}

// clauses: A.mode.4, A.mode.5
test("a host who sees no board plays by name, and the strip has moves instead of boards", async () => {
  const host = await called(await visitor(), "A. Petrova");
  const guests = [await called(await visitor(), "Maxim"), await called(await visitor({ viewport: PHONE }), "Sofia")];
  const id = await make(host, { people: { creator: { seat: { view: "blind" } }, opponent: {} } });
  for (const guest of guests) await act(guest.request, id, { kind: "enter" });
  const begun = await act(host.request, id, { kind: "begin" });
  for (const [board, guest] of guests.entries()) await guest.goto(`/game/${gameOf(begun, board)}`);
  await host.goto(`/game/${gameOf(begun, 0)}`);
  await host.locator("[data-blindfold]").waitFor();
  await host.locator("[data-strip='2']").waitFor();
  expect(await host.locator("[data-strip] svg[viewBox='0 0 8 8']").count()).toBe(0);
  expect(await guests[0]!.locator("[data-strip] svg[viewBox='0 0 8 8']").count()).toBe(2);
  for (const board of [0, 1]) {
    await host.waitForURL(`**/game/${gameOf(begun, board)}`);
    await host.locator(".game[data-turn=mine]").waitFor();
    // The line for moves has the focus again at the next board.
    if (board === 0) await host.locator("[data-type]").focus();
    else await host.locator("[data-type]:focus").waitFor();
    await after(host, async () => {
      await host.keyboard.type("c3-d4");
      await host.keyboard.press("Enter");
    });
    await reached(guests[board]!, 1);
  }
  await anyMove(guests[0]!);
  await host.locator("[data-tile='1.1.1'][data-waits] [data-last]").waitFor();
  await check(host, "a display without the boards");
  await picture(host, "display-blind-desktop", false);
  await host.setViewportSize(PHONE);
  await host.locator("[data-type]:visible").waitFor();
  await picture(host, "display-blind-phone", false);
  expect([...errors(host), ...guests.flatMap(errors)]).toEqual([]);
});

test("thirty boards stay readable on a desk, and ten on a phone", async () => {
  for (const [count, size, name] of [[30, DESKTOP, "desk"], [10, PHONE, "phone"]] as const) {
    const host = await called(await visitor({ viewport: size, ...(name === "phone" ? { locale: "ru" } : {}) }), "A. Petrova");
    const id = await make(host, { colours: "alternate", people: { creator: { clock: "1h" }, opponent: { clock: "30m" } } });
    const guests = await crowd(id, count);
    await act(host.request, id, { kind: "enter", name: "Grandfather Mazay" });
    const begun = await act(host.request, id, { kind: "begin" });
    await host.goto(`/contest/${id}`);
    await host.locator(`[data-strip='${count + 1}']`).waitFor();
    await picture(host, `display-all-${name}`);
    const first = begun.boards.find((board) => board.white === 1 && board.game)!;
    await host.goto(`/game/${first.game!}`);
    await host.locator(".game.beside[data-turn=mine]").waitFor();
    await anyMove(host);
    await host.waitForURL((url) => !url.pathname.endsWith(first.game!));
    await host.locator(".game.beside[data-turn=mine]").waitFor();
    await act(guests[3]!, id, { kind: "out" });
    await act(host.request, id, { kind: "result", board: begun.boards[3]!.id, outcome: "draw" });
    await host.locator("[data-tile-result=draw]").waitFor();
    await check(host, `a strip of ${count} boards`);
    await picture(host, `display-strip-${name}`, false);
    const widths = await host.locator("[data-tile]").evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().width));
    expect(Math.min(...widths), "every board is as wide as a finger").toBeGreaterThanOrEqual(44);
    // By the least time, remembered, and the next board is another one.
    await host.locator("[data-order=time]").click();
    await host.locator("[data-order=time][aria-pressed=true]").waitFor();
    expect(await ply(host)).toBe(0);
    await Promise.all(guests.map((guest) => guest.dispose()));
    expect(errors(host)).toEqual([]);
  }
});
