// Who I am, for everything on the page that shows it: asked for once, and again when it has changed.
import { get } from "./api/client";
import type { Me } from "./api/types";
import { speech } from "./words.svelte";

/** Why the server closes sockets whose session has ended. */
export const SIGNED_OUT = "signed out";

let found = $state.raw<Me>();
let asked: Promise<Me> | undefined;
/** The language that it was asked in: a guest has another name in another one. */
let askedIn = "";

/** Who I am, once the server has said so. */
export function me(): Me | undefined {
  return found;
}

/** I am this from now on. */
export function become(now: Me): Me {
  found = now;
  asked = Promise.resolve(now);
  askedIn = speech();
  return now;
}

/** Asks who I am; many parts of the page may ask, the server is asked once in each language. */
export function learn(): Promise<Me> {
  const language = speech();
  if (asked && askedIn === language) return asked;
  askedIn = language;
  asked = get<Me>("/me").then(become, (error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** How long another window may take to get its answer, in milliseconds: it may have signed in for all of them. */
const OTHERS = 1000;

/** Asks again: the session has ended, here or elsewhere, so I may be someone else now. */
export function relearn(): void {
  setTimeout(() => {
    asked = undefined;
    // If the server cannot be reached, the next page asks again.
    learn().catch(() => undefined);
  }, OTHERS);
}
