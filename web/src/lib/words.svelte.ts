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
  bundle = made;
  current = wanted;
  document.documentElement.lang = wanted;
  // A browser takes long over its first plural. It should not do so in the middle of a move, so it does it after the page is drawn.
  requestAnimationFrame(() => setTimeout(() => say("web-captured", { count: 1 })));
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
