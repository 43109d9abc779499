// Nothing on the page that the oldest promised browsers lack. The build rewrites syntax for them; what it cannot rewrite
// are functions and CSS values, so those are looked for, in our files and in what the libraries add to the built page.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OLDEST } from "./browsers.js";

/** What to look for in scripts, and the first versions of Safari and Chrome that have it. */
const FUNCTIONS = [
  [/\.at\(-?\w+\)/, "Array.at: Safari 15.4, Chrome 92"],
  [/\bstructuredClone\(/, "structuredClone: Safari 15.4, Chrome 98"],
  [/\bObject\.hasOwn\(/, "Object.hasOwn: Safari 15.4, Chrome 93"],
  [/\bObject\.groupBy\(|\bMap\.groupBy\(/, "groupBy: Safari 17.4, Chrome 117"],
  [/\.(findLast|findLastIndex)\(/, "findLast: Safari 15.4, Chrome 97"],
  [/\.(toSorted|toReversed|toSpliced)\(/, "changed copies of lists: Safari 16, Chrome 110"],
  [/\bAbortSignal\.(timeout|any)\(/, "AbortSignal.timeout: Safari 16, Chrome 103"],
  [/\bPromise\.(withResolvers|try)\(/, "Promise.withResolvers: Safari 17.4, Chrome 119"],
  [/\bcrypto\.randomUUID\(/, "randomUUID: Safari 15.4, Chrome 92, and only on safe pages"],
  [/\.(showModal|showPopover|checkVisibility)\(/, "dialogues, popovers and checkVisibility: Safari 15.4 to 17.4"],
  [/\brequestIdleCallback\(/, "requestIdleCallback: not in Safari 15"],
  [/\.startViewTransition\(/, "view transitions: Safari 18, Chrome 111"],
  [/\(\?<[=!]/, "looking behind in a regular expression: Safari 16.4"],
  [/\bnew (BroadcastChannel|Intl\.Segmenter|Intl\.DurationFormat)\b/, "BroadcastChannel and Intl.Segmenter: Safari 15.4, Chrome 87"],
];
/** The same for styles. What stands behind `@supports` is only for browsers that have it. */
const STYLES = [
  [/\d(cqw|cqh|cqi|cqb|cqmin|cqmax)\b|@container|container-type/, "container queries: Safari 16, Chrome 105"],
  [/\d[dsl]v[hwib]\b/, "dvh, svh and lvh: Safari 15.4, Chrome 108"],
  [/:has\(/, ":has: Safari 15.4, Chrome 105"],
  [/color-mix\(|oklch\(|oklab\(|\blch\(/, "mixed and new colours: Safari 15.4 to 16.2, Chrome 111"],
  [/@layer|@property|@scope/, "@layer, @property and @scope: Safari 15.4 to 17.4, Chrome 99"],
  [/[{;\s](translate|rotate|scale):/, "transforms as properties of their own: Chrome 104"],
  [/overflow(-[xy])?:\s*clip/, "overflow: clip: Safari 16"],
  [/scrollbar-gutter:|field-sizing:|subgrid/, "scrollbar-gutter, field-sizing and subgrid: Safari 16 to 18"],
];

const root = new URL("..", import.meta.url).pathname;
const problems = [];

function look(text, where, features) {
  for (const [at, line] of text.split("\n").entries())
    for (const [sign, why] of features)
      if (sign.test(line) && !line.includes("@supports")) problems.push(`${where}:${at + 1}: ${why}`);
}

/** The text with everything but its `<style>` or, the other way round, everything but it made blank; lines stay where they are. */
const blank = (text) => text.replace(/[^\n]/g, " ");
const styleOf = (text) => text.replace(/^[^]*?<style>|<\/style>[^]*$/g, blank);
const scriptOf = (text) => text.replace(/<style>[^]*<\/style>/g, blank);
const uncommented = (text) => text.replace(/\/\*[^]*?\*\//g, blank).replace(/(^|\s)\/\/.*$/gm, blank);

for (const entry of readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(svelte|css|ts)$/.test(entry.name) || entry.name.endsWith(".test.ts")) continue;
  const path = join(entry.parentPath, entry.name);
  const [text, where] = [uncommented(readFileSync(path, "utf8")), path.slice(root.length)];
  if (entry.name.endsWith(".css")) look(text, where, STYLES);
  else if (!entry.name.endsWith(".svelte")) look(text, where, FUNCTIONS);
  else {
    look(scriptOf(text), where, FUNCTIONS);
    if (text.includes("<style>")) look(styleOf(text), where, STYLES);
  }
}

const own = problems.length;
for (const name of readdirSync(join(root, "dist/assets")).filter((name) => name.endsWith(".js"))) {
  const text = readFileSync(join(root, "dist/assets", name), "utf8");
  for (const [sign, why] of FUNCTIONS) if (own === 0 && sign.test(text)) problems.push(`dist/assets/${name}, from a library: ${why}`);
}

if (problems.length > 0) {
  console.error(`${problems.join("\n")}\nThe page promises to work in ${OLDEST.join(", ")}.`);
  process.exit(1);
}
