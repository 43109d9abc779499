import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A file that waits for real minutes says so on its first line, and begins first: others work meanwhile. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = (file: TestSpecification) => /^\/\/.*\bwaits\b/.test(readFileSync(file.moduleId, "utf8"));
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

// One browser for all, and three files at once: the machines that run this have two cores, and a page waits now and then.
// Files share what they import.
export default defineConfig({
  test: {
    include: ["tests/browser/*.test.ts"],
    globalSetup: "tests/browser/chromium.ts",
    sequence: { sequencer: WaitingFirst },
    maxWorkers: 3,
    isolate: false,
    testTimeout: 150_000,
    // Shared machines are sometimes so slow that a page does not answer in ten seconds. What fails twice is broken.
    retry: 1,
    hookTimeout: 30_000,
  },
});
