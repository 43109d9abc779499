import { defineConfig } from "vitest/config";

// One browser for all, and two files at once: the machines that run this have two cores. Files share what they import.
export default defineConfig({
  test: { include: ["tests/browser/*.test.ts"], globalSetup: "tests/browser/chromium.ts", maxWorkers: 2, isolate: false, testTimeout: 150_000, hookTimeout: 30_000 },
});
