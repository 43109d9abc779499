// The files of a first visit, compressed, with the largest language. What the server answers besides is counted in a real
// browser (tests/browser/pages.test.ts), which keeps the whole under 200 KB; this is the quick half of it.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

const MOST = 140_000;
const folder = new URL("../dist", import.meta.url).pathname;
const assets = readdirSync(join(folder, "assets"));

/** A file and everything that it cannot do without. */
function needed(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(join(folder, "assets", name), "utf8");
  // What is imported when it is needed is called as a function, and does not count.
  for (const [, other] of text.matchAll(/(?:from|import) ?["'`]\.\/([^"'`]+)["'`]/g)) needed(other, found);
  return found;
}

const page = readFileSync(join(folder, "index.html"), "utf8");
const first = [...page.matchAll(/\/assets\/([^"]+)/g)].map(([, name]) => name);
const files = new Set(first.flatMap((name) => (name.endsWith(".js") ? [...needed(name)] : [name])));
// Letters are packed already.
const size = (name) => statSync(join(folder, name.endsWith(".woff2") ? name : `${name}.gz`)).size;
const languages = assets.filter((name) => /^(ru|uk|en)-[^.]+\.js$/.test(name)).map((name) => size(join("assets", name)));
const total = ["index.html", "icon.svg"].map(size).reduce((sum, one) => sum + one) + [...files].map((name) => size(join("assets", basename(name)))).reduce((sum, one) => sum + one) + Math.max(...languages);
console.log(`the page's own files: ${(total / 1000).toFixed(1)} KB with gzip in ${files.size + 3} files, at most ${MOST / 1000} KB`);
if (first.length === 0 || languages.length !== 3 || total > MOST) process.exit(1);
