// What the server allows a page to do: nothing inline. Pages for printing have a style of their own, and it is applied.
import { expect, test } from "vitest";
import { makeGame } from "./hands";
import { club, errors, picture } from "./house";

const { visitor } = club();

test("interop 12: pages for paper keep their style under a policy without exceptions", async () => {
  const page = await visitor();
  await page.goto("/");
  const { id } = await makeGame(page, { rules: "russian", opponent: { kind: "sameScreen" } });
  const papers = [
    ["rules", "/api/rules/page?rules=russian&lang=en", "figure.start", "max-width", "352px"],
    ["sheet", `/api/games/${id}/export?format=sheetPage&lang=en`, ".signatures", "display", "flex"],
  ] as const;
  for (const [name, address, element, property, value] of papers) {
    const answer = (await page.goto(address))!;
    expect(answer.headers()["content-security-policy"]).toContain("style-src 'sha256-");
    const styled = page.locator(element).first();
    expect(await styled.evaluate((found, property) => getComputedStyle(found).getPropertyValue(property), property)).toBe(value);
    await picture(page, `paper-${name}`);
  }
  const diagram = await page.goto("/api/diagram?rules=russian&lang=en");
  expect(diagram!.headers()["content-type"]).toContain("image/svg+xml");
  await page.locator("svg").waitFor();
  expect(errors(page)).toEqual([]);
});

test("a style that somebody sneaks into the page is refused, and the tests would notice", async () => {
  const page = await visitor();
  await page.goto("/");
  await page.evaluate(() => {
    document.body.innerHTML += '<p id="sneaked" style="color: rgb(1, 2, 3)">x</p>';
  });
  expect(await page.locator("#sneaked").evaluate((found) => getComputedStyle(found).color)).not.toBe("rgb(1, 2, 3)");
  await expect.poll(() => errors(page).join()).toContain("Content Security Policy");
});
