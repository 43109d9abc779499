// Which contests are displays, once they have been seen: a game of theirs leaves room for all boards from its first picture on.
import { SvelteSet } from "svelte/reactivity";

export const displays = new SvelteSet<string>();
