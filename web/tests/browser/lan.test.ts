// In the local network the page comes over plain http from an address that is not localhost: no clipboard, no wake
// lock, no randomUUID there.
import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { drag, reached } from "./hands";
import { club, errors } from "./house";

const address = Object.values(networkInterfaces()).flat().find((found) => found?.family === "IPv4" && !found.internal)?.address;
const { house, visitor } = club({ more: ["--lan"] });

// A machine without a network has no such address.
test.skipIf(!address)("friends play through the address of the network", async () => {
  const baseURL = house.url.replace("localhost", address!);
  const [maker, friend] = [await visitor(), await visitor({ baseURL })];
  await maker.goto("/");
  await maker.locator("details.options > summary").click();
  await maker.locator("input[name=colour][value=white]").check();
  await maker.locator("[data-opponent=link]").click();
  const link = maker.locator("[data-invitation] input");
  await link.waitFor();
  // Whoever opened the club as localhost gives away an address that works elsewhere.
  expect(await link.inputValue()).toContain(address);
  await maker.locator("[data-invitation] img.qr").waitFor();
  expect(await maker.locator("[data-local-only]").count()).toBe(0);
  await friend.goto(await link.inputValue());
  expect(await friend.evaluate(() => isSecureContext)).toBe(false);
  await maker.waitForSelector(".game[data-status=live]");
  await drag(maker, "c3", "d4");
  await reached(friend, 1);
  await drag(friend, "d6", "c5");
  await reached(maker, 2);

  // Without the clipboard of safe pages the link is copied the old way.
  await friend.goto("/");
  await friend.locator("[data-opponent=link]").click();
  await friend.locator("[data-invitation] button.primary").click();
  await friend.getByText("Copied").waitFor();
  expect([...errors(maker), ...errors(friend)]).toEqual([]);
});
