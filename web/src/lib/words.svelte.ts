// Every word on the page comes from here, and from locales/*.ftl behind it.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import names from "virtual:catalogue/names";
import { keep, kept } from "./keep";
import { settings } from "./settings.svelte";

export const LANGUAGES = ["ru", "uk", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Every language's own name. */
export const LANGUAGE_NAMES: Record<Language, string> = names;

const catalogues: Record<Language, () => Promise<{ default: string }>> = {
  ru: () => import("virtual:catalogue/ru"),
  uk: () => import("virtual:catalogue/uk"),
  en: () => import("virtual:catalogue/en"),
};

/** What only some places say. */
export type Topic = "contest" | "keeper" | "notices";
const ofTopic: Record<Topic, Record<Language, () => Promise<{ default: string }>>> = {
  contest: {
    ru: () => import("virtual:catalogue/contest-ru"),
    uk: () => import("virtual:catalogue/contest-uk"),
    en: () => import("virtual:catalogue/contest-en"),
  },
  keeper: {
    ru: () => import("virtual:catalogue/keeper-ru"),
    uk: () => import("virtual:catalogue/keeper-uk"),
    en: () => import("virtual:catalogue/keeper-en"),
  },
  notices: {
    ru: () => import("virtual:catalogue/notices-ru"),
    uk: () => import("virtual:catalogue/notices-uk"),
    en: () => import("virtual:catalogue/notices-en"),
  },
};
/** The topics whose words are wanted, in this language and after every change of it. */
const topics = new Set<Topic>();

let bundle = $state.raw<FluentBundle>();
let current = $state<Language>("en");

/** The language of the page. */
export function language(): Language {
  return current;
}

/** The language as a tag that says too what the pieces are called: among monkeys nobody is White (D.pieces.1). */
export function speech(): string {
  return settings.isMonkeys ? `${current}-x-monkeys` : current;
}

/** What was chosen before, or else the first language of the browser that the page speaks. */
export function preferred(wanted: readonly string[] = navigator.languages): Language {
  const chosen = kept("language");
  const known = (code: string | undefined) => LANGUAGES.find((language) => language === code);
  return known(chosen) ?? wanted.map((tag) => known(tag.slice(0, 2).toLowerCase())).find(Boolean) ?? "en";
}

/** Speaks this language from now on. */
export async function speak(wanted: Language): Promise<void> {
  const made = new FluentBundle(wanted, { useIsolating: false });
  made.addResource(new FluentResource((await catalogues[wanted]()).default));
  for (const topic of topics) made.addResource(new FluentResource((await ofTopic[topic][wanted]()).default));
  bundle = made;
  current = wanted;
  document.documentElement.lang = wanted;
  // A browser takes long over its first plural. It should not do so in the middle of a move, so it does it after the page is drawn.
  requestAnimationFrame(() => setTimeout(() => say("web-captured", { count: 1 })));
}

/** Loads the words about a topic. The places that speak of it wait for them. */
export async function speakOf(topic: Topic): Promise<void> {
  if (topics.has(topic)) return;
  const wanted = current;
  const text = (await ofTopic[topic][wanted]()).default;
  topics.add(topic);
  // The language may have been changed meanwhile.
  if (current === wanted) bundle?.addResource(new FluentResource(text));
  else await speak(current);
}

/** Speaks this language now and at the next visit. */
export function choose(wanted: Language): Promise<void> {
  keep("language", wanted);
  return speak(wanted);
}

/** A message in the language of the page. A missing one shows its id, which the tests look for. */
export function say(id: string, values: Record<string, FluentVariable> = {}): string {
  const special = settings.isMonkeys ? bundle?.getMessage(`${id}-monkeys`) : undefined;
  const message = special ?? bundle?.getMessage(id);
  return message?.value ? bundle!.formatPattern(message.value, values, []) : id;
}
