// The first load of the page, compressed, with the largest language: under 200 KB.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const MOST = 200_000;
const folder = new URL("../dist", import.meta.url).pathname;
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".gz"))
  .map((entry) => ({ name: entry.name, size: statSync(join(entry.parentPath, entry.name)).size }));
const languages = files.filter(({ name }) => /^(ru|uk|en)-/.test(name)).map(({ size }) => size);
const rest = files.filter(({ name }) => !/^(ru|uk|en)-/.test(name)).reduce((sum, { size }) => sum + size, 0);
const total = rest + Math.max(...languages);
console.log(`first load: ${(total / 1000).toFixed(1)} KB with gzip, at most ${MOST / 1000} KB`);
if (files.length === 0 || languages.length !== 3 || total > MOST) process.exit(1);
