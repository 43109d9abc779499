// Teams that share a seat, each member in a browser of their own.
// clauses: A.goal.1
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drag, heard, reached, resign } from "./hands";
import { club, errors, PHONE, picture } from "./house";

const { house, visitor } = club();

/** The link for a side, as somebody who sits in the waiting room copies it. */
async function link(page: Page, side: "white" | "black"): Promise<string> {
  await page.locator(`[data-team-side=${side}] summary`).click();
  const url = await page.locator(`[data-team-side=${side}] .link input`).inputValue();
  await page.locator(`[data-team-side=${side}] summary`).click();
  return url;
}

const bubble = (page: Page, side: "white" | "black") => page.locator(`[data-player=${side}] [data-bubble]`);
const arrows = (page: Page) => page.locator("[data-arrow=mate]");

test("two teams gather, consult and play, in three languages", async () => {
  const [anna, boris, petro, eve] = [
    await visitor(),
    await visitor({ locale: "ru", viewport: PHONE, hasTouch: true, colorScheme: "dark" }),
    await visitor({ locale: "uk" }),
    await visitor(),
  ];
  // Two clicks on the club page, and the sizes between them.
  await anna.goto("/lobby");
  await anna.locator("[data-way=team]").click();
  await anna.locator("[data-team-mine]").selectOption("3");
  await anna.locator("[data-team-theirs]").selectOption("1");
  await anna.locator("[data-team-decides]").selectOption("captain");
  await picture(anna, "teams-way-desktop", false);
  await anna.locator("[data-way-start]").click();
  await anna.locator("[data-gathering]").waitFor();
  const own = (await anna.locator("[data-team-side=white] li").count()) > 0 ? "white" : "black";
  const other = own === "white" ? "black" : "white";
  expect(await anna.locator("[data-begin]").isDisabled(), "nobody plays against them yet").toBe(true);
  await boris.goto(await link(anna, own));
  await boris.locator("[data-gathering]").waitFor();
  await anna.locator(`[data-team-side=${own}] [data-member="2"]`).waitFor();
  await picture(boris, "teams-gathering-phone", false);
  // Without a side in the link one chooses.
  await petro.goto((await link(anna, other)).replace(/&side=\w+/, ""));
  await petro.locator(`[data-join=${own}]`).waitFor();
  await picture(petro, "teams-join-desktop", false);
  await petro.locator(`[data-join=${other}]`).click();
  await anna.locator("[data-begin]:enabled").waitFor();
  await picture(anna, "teams-gathering-desktop", false);
  await anna.locator("[data-begin]").click();
  for (const page of [anna, boris, petro]) await page.waitForSelector(".game[data-status=live]");
  await eve.goto(anna.url());
  await eve.waitForSelector(".game[data-status=live]");

  // White begins, whichever side that is: the team plays White after the lone player's move, or at once.
  if (own === "black") {
    await drag(petro, "c3", "d4");
    await reached(anna, 1);
  }
  const [from, to] = own === "white" ? ["g3", "h4"] : ["b6", "a5"];
  const made = own === "white" ? 0 : 1;
  // What a member plays is a proposal: an arrow for the team alone. Before the first move the page says that the game begins.
  if (own === "black") await expect.poll(() => boris.locator("[data-told]").textContent()).toContain("предложения");
  await drag(boris, from, to);
  await arrows(anna).waitFor();
  await arrows(boris).waitFor();
  expect(await heard(anna)).toContain(`${from} → ${to}`);
  await picture(anna, "teams-proposal-desktop", false);
  await picture(boris, "teams-proposal-phone", false);
  // The captain asks for another view, in her words; he reads his.
  await anna.locator("[data-talk]").click();
  await anna.locator("[data-team-phrase=your-view]").waitFor();
  await picture(anna, "teams-talk-desktop", false);
  await anna.locator("[data-team-phrase=your-view]").click();
  await expect.poll(() => bubble(boris, own).textContent()).toContain("?");
  expect(await bubble(boris, own).textContent()).toMatch(/[а-яё]/i);
  // The captain draws an arrow with the other button, and proposes it.
  await anna.locator(`[data-cell="${own === "white" ? "c3" : "d6"}"]`).hover();
  await anna.mouse.down({ button: "right" });
  await anna.locator(`[data-cell="${own === "white" ? "b4" : "c5"}"]`).hover();
  await anna.mouse.up({ button: "right" });
  await anna.locator("[data-propose]").click();
  await expect.poll(() => arrows(boris).count()).toBe(2);

  // Neither the opponent nor a spectator has seen or heard any of it.
  await drag(anna, from, to);
  for (const page of [boris, petro, eve]) await reached(page, made + 1);
  for (const page of [petro, eve]) {
    expect(await arrows(page).count()).toBe(0);
    expect(await page.locator("[data-bubble]").count()).toBe(0);
    const game = await (await page.request.get(`/api/games/${anna.url().split("/").pop()}`)).json();
    expect(game.said).toBe(undefined);
  }

  // The server dies; the room is as it was.
  await house.crash();
  await house.open();
  for (const page of [anna, boris, petro, eve]) await page.locator(".banner").waitFor({ state: "detached" });
  await boris.locator("[data-talk]").tap();
  await expect.poll(() => boris.locator("[data-talk-list] li").count()).toBe(3);

  // After the end everybody reads what the team has said.
  await resign(petro);
  await eve.locator("[data-ending]").waitFor();
  await eve.locator("[data-talk]").click();
  await expect.poll(() => eve.locator('[data-talk-list] [data-audience="team"]').count()).toBe(3);
  await eve.keyboard.press("ArrowLeft");
  await expect.poll(() => arrows(eve).count()).toBe(2);
  await picture(eve, "teams-over-desktop", false);
  expect([anna, boris, petro, eve].flatMap(errors)).toEqual([]);
});

/** The sockets of a page, whose messages from the server can be held back. */
async function slowNews(page: Page): Promise<{ hold: () => void; release: () => void }> {
  let isHeld = false;
  let held: (() => void)[] = [];
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      if (isHeld) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold: () => (isHeld = true),
    release: () => {
      isHeld = false;
      for (const send of held) send();
      held = [];
    },
  };
}

test("of two who move at once one reads that the other has moved", async () => {
  const [anna, boris, petro] = [await visitor(), await visitor({ locale: "ru" }), await visitor({ locale: "uk" })];
  const seats = { white: { places: 2, decides: "anyone" as const }, black: {} };
  const answer = await anna.request.post("/api/games", { data: { rules: "russian", opponent: { kind: "link" }, colour: "white", seats } });
  const made = (await answer.json()) as { id: string; invitation: string };
  const news = await slowNews(boris);
  await anna.goto(`/game/${made.id}`);
  await boris.goto(`/game/${made.id}#seat=${made.invitation}&side=white`);
  await boris.locator("[data-gathering]").waitFor();
  await petro.goto(`/game/${made.id}#seat=${made.invitation}&side=black`);
  for (const page of [anna, boris, petro]) await page.waitForSelector(".game[data-status=live]");
  // Both have a piece in hand, and Boris lets go before the news of Anna's move can reach him.
  await anna.locator('[data-cell="c3"]').click();
  await boris.locator('[data-cell="g3"]').click();
  news.hold();
  await anna.locator('[data-cell="d4"]').click();
  await reached(petro, 1);
  await boris.locator('[data-cell="h4"]').click();
  news.release();
  await boris.locator("[data-told].bad").waitFor();
  expect(await anna.locator("[data-told].bad").count()).toBe(0);
  for (const page of [anna, boris, petro]) expect(await page.locator(".game").getAttribute("data-ply")).toBe("1");
  await drag(petro, "b6", "a5");
  await reached(boris, 2);
  expect([anna, boris, petro].flatMap(errors)).toEqual([]);
});
