// One Chromium for all files, without a screen and without a network beyond this machine.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

/** The one without any window is the same engine and opens a new visitor's window for a third of the work. */
const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export default async function launch(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: process.env.CHROMIUM || PROGRAMS.find((program) => existsSync(program)),
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
