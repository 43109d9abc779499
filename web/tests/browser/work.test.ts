// Workers on the keeper's page: a key is made, a real worker comes with it and does a job, the key is withdrawn.
import { type ChildProcess, spawn } from "node:child_process";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { check } from "./checks";
import { club, DESKTOP, errors, type House, PHONE, picture, program } from "./house";

const { house, visitor } = club({ more: ["--background-jobs", "--compare", "0"] });
const PASSWORD = "correct horse battery";
const PDN = '[GameType "25"]\n[Result "2-0"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 2-0\n';
const workers: ChildProcess[] = [];
afterAll(() => workers.forEach((worker) => worker.kill("SIGKILL")));

const code = (from: House) => /\/keeper#(\w+)/.exec(from.told())![1]!;

async function becomeKeeper(): Promise<Page> {
  const keeper = await visitor();
  await keeper.goto("/");
  for (const [path, data] of [["/api/me/account", { name: "Kim", password: PASSWORD }], ["/api/me/keeper", { code: code(house) }]] as const) {
    const answer = await keeper.request.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return keeper;
}

test("a keeper makes a key, a worker comes with it, and the page shows its work", async () => {
  const keeper = await becomeKeeper();
  await keeper.goto("/keeper");
  const work = keeper.locator("[data-work]");
  await work.locator("[data-key-name]").fill("Attic");
  await work.locator("[data-key-make]").click();
  const command = await work.locator("[data-key-new] input").inputValue();
  expect(command).toMatch(/^damka worker --club http:\/\/localhost:\d+ --key \w{26}$/);
  await work.locator("[data-key]", { hasText: "Attic" }).waitFor();
  await keeper.locator("[data-log]", { hasText: "Kim made a key for workers: Attic" }).waitFor();

  const words = command.split(" ").slice(1);
  const worker = spawn(program(), [...words, "--lang", "en", "--threads", "2", "--name", "Ann’s laptop"], { stdio: "ignore" });
  workers.push(worker);
  const row = work.locator("[data-worker]", { hasText: "Ann’s laptop" });
  await row.waitFor();

  // Somebody has a game analysed; levels play meanwhile.
  const ann = await visitor();
  await ann.goto("/");
  const imported = await ann.request.post("/api/me/games", { data: { text: PDN } });
  const game = (await imported.json()).games[0] as string;
  await ann.request.post(`/api/games/${game}/analysis`, { data: {} });
  await expect.poll(async () => (await (await ann.request.get(`/api/games/${game}/analysis`)).json()).status, { timeout: 30_000 }).toBe("done");
  await work.locator("[data-queue-kind=analysis]").waitFor({ timeout: 30_000 });
  await work.locator("[data-levels] tbody tr").nth(2).waitFor({ timeout: 60_000 });
  await expect.poll(() => row.innerText(), { timeout: 30_000 }).toMatch(/million/);

  for (const [size, viewport] of [["desktop", DESKTOP], ["phone", PHONE]] as const)
    for (const [locale, theme, colorScheme] of [["en-GB", "wood", "light"], ["ru", "green", "dark"], ["uk", "contrast", "light"]] as const) {
      const storageState = { cookies: await keeper.context().cookies(), origins: [] };
      const page = await visitor({ viewport, locale, theme, colorScheme, storageState, hasTouch: size === "phone" });
      await page.goto("/keeper");
      await page.locator("[data-levels] tbody tr").first().waitFor();
      await check(page, `work ${size} ${locale}`);
      await page.locator("[data-work]").screenshot({ path: `screenshots/keeper-work-${locale}-${size}.png` });
      await picture(page, `keeper-with-work-${locale}-${size}`);
      expect(errors(page)).toEqual([]);
    }

  // Withdrawn: the worker is refused and ends.
  const gone = new Promise<number | null>((resolve) => worker.once("exit", resolve));
  await work.locator("[data-key-withdraw]").click();
  await work.locator("[data-yes=withdraw]").click();
  await work.locator("[data-key]", { hasText: "withdrawn" }).waitFor();
  expect(await gone).toBe(2);
  expect(errors(keeper)).toEqual([]);
});
