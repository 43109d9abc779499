// What must hold on every page: nothing for axe to find, no word that is missing, nothing cut off.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = { axe: { run: (options: { resultTypes: string[] }) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> } };

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    // What is in order is not described: that is a third of the work.
    const found = await (window as unknown as Axe).axe.run({ resultTypes: ["violations"] });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`));
  });
}

/** What must hold on every page. */
export async function check(page: Page, name: string): Promise<void> {
  expect(await violations(page), name).toEqual([]);
  expect(await page.locator("body").innerText(), name).not.toMatch(/\bweb-[a-z]|\{ ?\$|undefined|\[object/);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
}
