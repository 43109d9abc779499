import { defineConfig } from "vitest/config";

// The core flows in the browsers that are not Chromium, both at once.
export default defineConfig({
  test: { include: ["tests/engines/*.test.ts"], maxWorkers: 2, testTimeout: 90_000, hookTimeout: 60_000 },
});
