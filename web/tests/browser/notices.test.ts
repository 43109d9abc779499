// Notices for people who are not at the board: the bell with its list, and the other ways to get them.
import type { Page } from "playwright-core";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { check } from "./checks";
import { after, click, makeGame } from "./hands";
import { club, DESKTOP, errors, PHONE, picture } from "./house";

/** A mail server that keeps what it gets, in as much of SMTP as the club speaks. */
const letters: string[] = [];
const mail = createServer((socket) => {
  let text: string | undefined;
  const say = (answer: string) => socket.write(`${answer}\r\n`);
  let rest = "";
  say("220 mail.test");
  socket.on("error", () => undefined);
  socket.on("data", (data) => {
    rest += data.toString();
    for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (text !== undefined) {
        if (line !== ".") text += `${line}\n`;
        else {
          letters.push(text);
          text = undefined;
          say("250 kept");
        }
      } else if (line === "DATA") {
        text = "";
        say("354 go on");
      } else if (line === "QUIT") {
        say("221 bye");
        socket.end();
      } else say("250 ok");
    }
  });
});
const PORT = 20_000 + (process.pid % 20_000);
beforeAll(() => new Promise<void>((done) => mail.listen(PORT, "127.0.0.1", done)));
afterAll(() => void mail.close());

const { visitor } = club({ each: true, more: ["--mail-at-once", "--smtp", `smtp://127.0.0.1:${PORT}`, "--mail-from", "club@club.test"] });

/** Ann moves in a game over days, in which Bob has come. */
async function moved(ann: Page, bob: Page): Promise<string> {
  const clocks = { white: "none", black: "none" };
  await bob.request.put("/api/me/name", { data: { name: "Bob" } });
  await ann.request.put("/api/me/name", { data: { name: "Анна Каренина" } });
  const made = await makeGame(ann, { rules: "russian", opponent: { kind: "link" }, colour: "white", pace: "days", clocks });
  await bob.request.post(`/api/games/${made.id}/seat`, { data: { invitation: made.invitation } });
  // Moves in games over days are confirmed otherwise, which is not the subject here.
  await ann.addInitScript(() => localStorage.setItem("damka.confirm", "never"));
  await ann.goto(`/game/${made.id}`);
  await ann.waitForSelector(".game[data-status=live]");
  await after(ann, async () => {
    await click(ann, "c3");
    await click(ann, "d4");
  });
  return made.id;
}

/** The bell shows a number; the page asks when it is looked at again. */
async function rings(page: Page, unread: number): Promise<void> {
  await page.evaluate((wanted) => {
    const look = () => document.dispatchEvent(new Event("visibilitychange"));
    return new Promise<void>((done) => {
      const timer = setInterval(() => {
        look();
        if (document.querySelector(`[data-bell="${wanted}"]`)) {
          clearInterval(timer);
          done();
        }
      }, 200);
    });
  }, unread);
}

for (const [at, locale] of ["en-GB", "ru", "uk"].entries())
  test(`a bell tells whose move it is, on a desk and a phone: ${locale}`, async () => {
    const ann = await visitor({ locale });
    for (const [size, viewport] of [["desktop", DESKTOP], ["phone", PHONE]] as const) {
      const colorScheme = (at + (size === "phone" ? 1 : 0)) % 2 === 0 ? "light" : "dark";
      const bob = await visitor({ viewport, locale, colorScheme });
      await bob.goto("/");
      expect(await bob.locator("[data-bell]").count(), "nothing has happened yet").toBe(0);
      const id = await moved(ann, bob);
      await rings(bob, 1);
      if (locale === "ru") await picture(bob, `notices-bell-${size}-${colorScheme}`, false);
      await bob.locator("[data-bell]").click();
      const notice = bob.locator("[data-notice=turn]");
      await notice.waitFor();
      expect(await notice.innerText()).toContain("Анна Каренина");
      await check(bob, `notices ${locale} ${size}`);
      await picture(bob, `notices-${locale}-${size}-${colorScheme}`, false);
      await bob.locator("[data-bell='0']").waitFor();
      await bob.keyboard.press("Escape");
      expect(await notice.count()).toBe(0);
      // By the keyboard, to the game.
      await bob.keyboard.press("Enter");
      await notice.focus();
      await bob.keyboard.press("Enter");
      await bob.waitForURL(`**/game/${id}`);
      expect(errors(bob)).toEqual([]);
    }
  });

test("who looks at the game needs no notice about it", async () => {
  const [ann, bob] = [await visitor(), await visitor()];
  const id = await moved(ann, bob);
  await bob.goto(`/game/${id}`);
  await bob.locator("[data-bell='0']").waitFor();
});

test("letters are asked for on the page, confirmed with a link, and ended with another", async () => {
  for (const [size, viewport] of [["desktop", DESKTOP], ["phone", PHONE]] as const) {
    letters.length = 0;
    const page = await visitor({ viewport, locale: size === "phone" ? "ru" : "en-GB" });
    await page.goto("/me");
    await page.locator("[data-notice-settings]").waitFor();
    await page.request.post("/api/me/account", { data: { name: `Ann ${size}`, password: "seven green draughtsmen" } });
    await page.reload();
    await page.locator("[data-mail-address]").fill("ann@club.test");
    await page.locator("input[value=came]").check();
    await page.locator("[data-mail-save]").dblclick();
    await page.locator("[data-mail=waits]").waitFor();
    await check(page, `letters ${size}`);
    await page.locator("[data-notice-settings]").scrollIntoViewIfNeeded();
    await picture(page, `notices-letters-${size}`);
    await expect.poll(() => letters.length).toBeGreaterThan(0);
    const code = () => /\/mail#(\w+)/.exec(letters.at(-1)!.replaceAll("=\n", ""))?.[1] ?? plain(letters.at(-1)!);
    const elsewhere = await visitor({ viewport });
    await elsewhere.goto(`/mail#${code()}`);
    await elsewhere.locator("[data-mail-told]").waitFor();
    expect(await elsewhere.locator("[data-mail-told]").innerText()).toContain("is confirmed");
    await page.reload();
    await page.locator("[data-mail=on]").waitFor();

    // Somebody comes to a game that she offered; the letter about it ends the letters.
    letters.length = 0;
    const made = await makeGame(page, { rules: "russian", opponent: { kind: "link" }, colour: "white" });
    await elsewhere.request.post(`/api/games/${made.id}/seat`, { data: { invitation: made.invitation } });
    await expect.poll(() => letters.length).toBe(1);
    const off = /List-Unsubscribe: <[^>]*(\/mail\?off=[^>]+)>/.exec(letters[0]!)![1]!;
    await elsewhere.goto(off);
    await elsewhere.locator("[data-mail-off]").click();
    await elsewhere.locator("[data-mail-told]").waitFor();
    await picture(elsewhere, `notices-letters-off-${size}`);
    await page.reload();
    await page.locator("[data-notice-settings]").waitFor();
    expect(await page.locator("[data-mail]").count()).toBe(0);
    expect(errors(page)).toEqual([]);
  }
});

/** The code of a letter whose text is in base64, as letters in Russian are. */
function plain(letter: string): string {
  const body = letter.slice(letter.indexOf("\n\n")).replaceAll(/\s/g, "");
  return /\/mail#(\w+)/.exec(Buffer.from(body, "base64").toString())![1]!;
}
