// Signing in on several devices, and signing out of them from one.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { check } from "./checks";
import { heard, pair } from "./hands";
import { club, errors, PHONE, picture } from "./house";

const { visitor } = club();

const PASSWORD = "correct horse";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** Signs in, or creates the account, on the page. */
async function enter(page: Page, name: string, button: "data-account-make" | "data-login"): Promise<void> {
  await page.goto("/me");
  await page.locator("[data-my-name]").fill(name);
  await page.locator("input[autocomplete=new-password]").fill(PASSWORD);
  await page.locator(`[${button}]`).click();
  await page.locator("[data-logout]").waitFor();
}

/** Waits until the page lists this many devices. */
const listed = (page: Page, count: number) => page.locator(`[data-devices="${count}"]`).waitFor();

test("devices are listed, and each can be signed out", async () => {
  const desk = await visitor();
  await desk.goto("/me");
  await desk.locator("[data-my-name]").fill("Devices");
  const password = desk.locator("input[autocomplete=new-password]");
  await password.fill("qwerty123");
  await desk.locator("[data-account-make]").click();
  await desk.getByText("one of the first that others would try").first().waitFor();
  await enter(desk, "Devices", "data-account-make");
  await listed(desk, 1);
  expect(await desk.locator("[data-device-end], [data-devices-end]").count(), "nothing to end where there is one device").toBe(0);

  const [office, phone] = [await visitor({ userAgent: FIREFOX }), await visitor({ userAgent: IPHONE, viewport: PHONE, locale: "ru", colorScheme: "dark" })];
  for (const page of [office, phone]) await enter(page, "Devices", "data-login");
  await desk.reload();
  await listed(desk, 3);
  expect(await desk.locator("[data-devices]").innerText()).toMatch(/Signed in on 3 devices[\s\S]*this device[\s\S]*Firefox · Windows/);
  expect(await desk.locator("[data-device=current] button").count()).toBe(0);
  for (const [page, name] of [[desk, "devices-desktop"], [phone, "devices-phone-dark"]] as const) {
    await check(page, name);
    await picture(page, name);
  }
  expect(await phone.locator("#devices").innerText()).toBe("Вы вошли на 3 устройствах");

  // With the keyboard.
  await desk.getByRole("button", { name: "Sign out on Firefox · Windows, used just now" }).focus();
  await desk.keyboard.press("Enter");
  await listed(desk, 2);
  expect(await heard(desk)).toBe("You are signed out there.");
  await office.reload();
  await office.locator("[data-account-make]").waitFor();
  await desk.locator("[data-devices-end]").click();
  await listed(desk, 1);
  await phone.reload();
  await phone.locator("[data-account-make]").waitFor();
  await desk.locator("[data-logout]").waitFor();
  expect([desk, office, phone].flatMap(errors)).toEqual([]);
});

test("a new password signs out the other device, also in the middle of a game", async () => {
  const [anna, boris, desk] = [await visitor(), await visitor(), await visitor()];
  await enter(anna, "Middle", "data-account-make");
  const game = await pair(anna, boris);
  await enter(desk, "Middle", "data-login");
  await desk.locator("[data-password-change] input[autocomplete=current-password]").fill(PASSWORD);
  await desk.locator("[data-password-change] input[autocomplete=new-password]").fill("battery staple");
  await desk.locator("[data-password-change] button").click();
  await listed(desk, 1);
  // The page of the other device comes back as someone else, who can only watch.
  await anna.waitForFunction(() => !document.querySelector(".game[data-turn=mine]"));
  await desk.goto(game);
  await desk.waitForSelector(".game[data-turn=mine]");
  expect([anna, boris, desk].flatMap(errors)).toEqual([]);
});
