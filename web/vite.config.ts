import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { OLDEST } from "./tools/browsers.js";
import { catalogues } from "./tools/catalogues.js";

// The server of `damka serve`, for `npm run dev` beside it.
const server = process.env.DAMKA_SERVER ?? "http://localhost:8064";

export default defineConfig({
  plugins: [svelte(), catalogues()],
  build: { target: OLDEST, reportCompressedSize: false, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
