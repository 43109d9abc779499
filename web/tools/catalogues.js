// The page's part of locales/*.ftl as modules: `virtual:catalogue/ru` and so on.
// The catalogues are one file for each language, for the terminal, the server and the page; the page needs a tenth.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PREFIX = "virtual:catalogue/";
export const LANGUAGES = ["ru", "uk", "en"];
/** Messages that the page shares with the rest of the program. */
const SHARED = new Set(["language-name", "side", "side-monkeys", "turn", "turn-monkeys", "conduct-flag-fell", "conduct-flag-fell-monkeys"]);
/** How the messages begin that name things of a closed list, for all who name them. */
const SHARED_LISTS = ["contest-kind-", "contest-stage-", "contest-standing-", "contest-outcome-", "contest-source-", "contest-table-"];
/** Messages about boards of contests, as records and the page call them. */
["contest-board", "contest-game", "contest-game-again", "contest-in-room", "contest-did-lot"].forEach((id) => SHARED.add(id));

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
    if (current && (current.startsWith("web-") || SHARED.has(current) || SHARED_LISTS.some((list) => current.startsWith(list))))
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
      const path = file(wanted);
      this.addWatchFile(path);
      return `export default ${JSON.stringify([...messages(readFileSync(path, "utf8")).values()].join("\n"))};`;
    },
  };
}
