// One Chromium for all files, without a screen and without a network beyond this machine.
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

export default async function launch(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  project.provide("chromium", server.wsEndpoint());
  return () => server.close();
}

declare module "vitest" {
  interface ProvidedContext {
    /** Where the browser listens. */
    chromium: string;
  }
}
