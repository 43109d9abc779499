// Private games: only their people see them. An arbiter rules when the opponent has agreed, and a player without the
// board finds it in no list.
import { expect, test } from "vitest";
import { after, click, heard, makeGame, pair } from "./hands";
import { club, errors, picture } from "./house";

const { visitor } = club();

test("a private game is chosen among the options, and opened by its links alone", async () => {
  const [ann, bob, eve, dan] = [await visitor(), await visitor(), await visitor(), await visitor()];
  await ann.goto("/");
  await ann.locator("details.options > summary").click();
  await ann.locator("[data-private]").check();
  await ann.locator("input[name=colour][value=white]").check();
  await picture(ann, "private-option");
  await ann.locator("[data-opponent=link]").click();
  const address = await ann.locator("[data-invitation] input").inputValue();
  await ann.locator(".what [data-private]").waitFor();
  // A visitor with the address but without its secret finds nothing, as for an unknown address.
  await eve.goto(address.split("#")[0]!);
  await eve.getByText("There is no such game").waitFor();
  await bob.goto(address);
  for (const page of [ann, bob]) await page.waitForSelector(".game[data-status=live]");
  await after(ann, async () => {
    await click(ann, "c3");
    await click(ann, "d4");
  });
  await eve.goto("/lobby");
  await eve.locator("h1").first().waitFor();
  expect(await eve.locator("[data-game]").count()).toBe(0);
  // The opponent lets someone watch.
  await bob.locator("[data-watch-link] summary").click();
  const watch = await bob.locator("[data-watch-link] input").inputValue();
  expect(watch).toContain("#watch=");
  await picture(bob, "private-game");
  await dan.goto(watch);
  await dan.waitForSelector(".game[data-ply='1']");
  expect(dan.url()).not.toContain("#");
  await ann.goto("/games");
  await ann.locator("[data-game] [data-private]").waitFor();
  for (const page of [ann, bob, dan]) expect(errors(page)).toEqual([]);
});

test("the opponent is asked about the arbiter", async () => {
  const [ann, bob, eva] = [await visitor(), await visitor(), await visitor()];
  const made = await makeGame(ann, { rules: "russian", opponent: { kind: "link" }, colour: "white", manner: "at-board", arbiter: true });
  await Promise.all([ann.goto(`/game/${made.id}`), bob.goto(`/game/${made.id}#seat=${made.invitation}`)]);
  for (const page of [ann, bob]) await page.waitForSelector(".game[data-status=live]");
  await eva.goto(`/game/${made.id}#seat=${made.arbiterInvitation}`);
  await ann.locator("[data-candidate=other]").waitFor();
  await bob.locator("[data-ask=candidate]").waitFor();
  await picture(bob, "arbiter-asked");
  await bob.locator("[data-no=candidate]").press("Enter");
  await eva.locator("[data-candidate=me]").waitFor({ state: "detached" });
  expect(await eva.locator("[data-arbiter]").count()).toBe(0);
  await eva.goto("/");
  await eva.goto(`/game/${made.id}#seat=${made.arbiterInvitation}`);
  await bob.locator("[data-yes=candidate]").press("Enter");
  await eva.locator("[data-arbiter]").waitFor();
  expect(await bob.locator("[data-ask=candidate]").count()).toBe(0);
});

test("the engine is refused for the game that is played, and a list shows no board to who plays without it", async () => {
  const [ann, bob] = [await visitor(), await visitor()];
  const game = await pair(ann, bob, { view: "blind", clock: "none" });
  await ann.locator("input[data-type-move], .typed input").first().fill("c3-d4");
  await ann.keyboard.press("Enter");
  await bob.waitForSelector(".game[data-ply='1']");
  expect(await heard(bob)).toMatch(/d4/);
  const id = game.split("/").pop()!.split("#")[0]!;
  await bob.goto(`/analysis/${id}`);
  await bob.locator("[data-engine]").check();
  await bob.getByText("You are playing this position right now in a game against a person.").waitFor();
  await picture(bob, "engine-refused");
  await ann.goto("/games");
  await ann.locator("[data-game] [data-unseen]").waitFor();
  await picture(ann, "unseen-card");
});
