// The page's part of locales/*.ftl as modules: `virtual:catalogue/ru` and so on.
// The catalogues are one file for each language, for the terminal, the server and the page; the page needs a tenth.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PREFIX = "virtual:catalogue/";
export const LANGUAGES = ["ru", "uk", "en"];
/** Messages that the page shares with the rest of the program. */
const SHARED = new Set(["language-name", "side", "side-monkeys", "turn", "turn-monkeys", "conduct-flag-fell", "conduct-flag-fell-monkeys"]);
/** How the messages of contests begin, among them names that the page shares. They are loaded by the pages that have contests. */
const OF_CONTESTS = ["web-contest-", "web-display-", "contest-kind-", "contest-stage-", "contest-standing-", "contest-outcome-", "contest-source-", "contest-table-"];
/** What records and the page say alike about boards of contests. */
const ABOUT_BOARDS = new Set(["contest-board", "contest-game", "contest-game-again", "contest-in-room", "contest-did-lot"]);
const isOfContests = (id) => ABOUT_BOARDS.has(id) || OF_CONTESTS.some((start) => id.startsWith(start));

/** The path of a language's catalogue. */
export function file(language) {
  return fileURLToPath(new URL(`../../locales/${language}.ftl`, import.meta.url));
}

/** The messages of a catalogue that the page may use: id to Fluent text. */
export function messages(text) {
  const found = new Map();
  let current = null;
  for (const line of text.split("\n")) {
    const start = /^([a-z][a-z0-9-]*) =/i.exec(line);
    if (start) current = start[1];
    else if (!/^[ }]/.test(line)) current = null;
    if (current && (current.startsWith("web-") || SHARED.has(current) || isOfContests(current)))
      found.set(current, `${found.has(current) ? `${found.get(current)}\n` : ""}${line}`);
  }
  return found;
}

/** The Vite plugin. */
export function catalogues() {
  return {
    name: "damka-catalogues",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const wanted = id.slice(PREFIX.length + 1);
      // Every language under its own name, so that everybody finds theirs.
      if (wanted === "names") {
        const name = (code) => /^language-name = (.*)$/m.exec(readFileSync(file(code), "utf8"))[1];
        return `export default ${JSON.stringify(Object.fromEntries(LANGUAGES.map((code) => [code, name(code)])))};`;
      }
      // What only the pages of contests say is a module of its own: `virtual:catalogue/contest-ru`.
      const ofContests = wanted.startsWith("contest-");
      const path = file(ofContests ? wanted.slice("contest-".length) : wanted);
      this.addWatchFile(path);
      const found = [...messages(readFileSync(path, "utf8"))].filter(([id]) => isOfContests(id) === ofContests);
      return `export default ${JSON.stringify(found.map(([, text]) => text).join("\n"))};`;
    },
  };
}
