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
/** Topics that only some places speak of: those load the words about them, and a first visit does not. */
const TOPICS = {
  contest: (id) => ABOUT_BOARDS.has(id) || OF_CONTESTS.some((start) => id.startsWith(start)),
  keeper: (id) => id.startsWith("web-keeper-"),
  notices: (id) => id.startsWith("web-mail-") || id.startsWith("web-push-"),
};
/** What a message is about; nothing for what every place may say. */
const topicOf = (id) => Object.keys(TOPICS).find((topic) => TOPICS[topic](id));

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
    if (current && (current.startsWith("web-") || SHARED.has(current) || topicOf(current)))
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
      // Each topic is a module of its own: `virtual:catalogue/contest-ru`.
      const [language, topic] = wanted.split("-").reverse();
      const path = file(language);
      this.addWatchFile(path);
      const found = [...messages(readFileSync(path, "utf8"))].filter(([id]) => topicOf(id) === topic);
      return `export default ${JSON.stringify(found.map(([, text]) => text).join("\n"))};`;
    },
  };
}
