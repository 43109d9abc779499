// No word on the page outside the catalogues, no message that is missing, none that nobody says.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { file, LANGUAGES, messages } from "./catalogues.js";

/** Names of formats, the same in every language. */
const NAMES = new Set(["PDN", "FEN", "SVG", "PNG"]);
/** Attributes that people read or hear. */
const SPOKEN = new Set(["aria-label", "aria-description", "title", "alt", "placeholder"]);
/** What a clock or a path looks like is no word. */
const SIGNS = /^[\d\s.:/+×½–·()…,m-]*$/u;

const source = new URL("../src", import.meta.url).pathname;
const problems = [];
const used = new Set();
const families = new Set();

function word(text, where) {
  const plain = text.trim();
  if (plain && !SIGNS.test(plain) && /\p{L}/u.test(plain) && !NAMES.has(plain)) problems.push(`${where}: “${plain}” is not from a catalogue`);
}

function walk(node, where) {
  if (!node || typeof node !== "object") return;
  if (Array.isArray(node)) return node.forEach((child) => walk(child, where));
  if (node.type === "Text") word(node.data, where);
  if (node.type === "Attribute") {
    if (SPOKEN.has(node.name) && Array.isArray(node.value)) node.value.filter((part) => part.type === "Text").forEach((part) => word(part.data, where));
    return;
  }
  for (const [key, value] of Object.entries(node)) if (key !== "metadata" && key !== "parent") walk(value, where);
}

for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/(\.svelte|(?<!\.test)\.ts)$/.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const where = path.slice(source.length + 1);
  const text = readFileSync(path, "utf8");
  for (const [, id] of text.matchAll(/["`](web-[a-z0-9-]+)["`]/g)) used.add(id);
  for (const [, family] of text.matchAll(/`(web-[a-z0-9-]+-)\$\{/g)) families.add(family);
  if (/[а-яіїєґ]/iu.test(text)) problems.push(`${where}: Cyrillic letters belong into the catalogues`);
  if (entry.name.endsWith(".svelte")) walk(parse(text, { modern: true }).fragment, where);
}

for (const language of LANGUAGES) {
  const known = messages(readFileSync(file(language), "utf8"));
  for (const id of used) if (!known.has(id)) problems.push(`${id} is missing in ${language}`);
  for (const family of families) if (![...known.keys()].some((id) => id.startsWith(family))) problems.push(`${family}… is missing in ${language}`);
  for (const id of known.keys())
    // Where the pieces are monkeys, a message gives way to its twin.
    if (id.startsWith("web-") && !(id.endsWith("-monkeys") && used.has(id.slice(0, -"-monkeys".length))) && !used.has(id) && ![...families].some((family) => id.startsWith(family))) problems.push(`${id} in ${language} is never said`);
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`${used.size} messages and ${families.size} families of them, all from the catalogues`);
