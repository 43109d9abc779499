import { defineConfig } from "vitest/config";

// One browser after the other: the machines that run this have two cores.
export default defineConfig({
  test: { include: ["tests/browser/*.test.ts"], fileParallelism: false, testTimeout: 150_000, hookTimeout: 30_000 },
});
