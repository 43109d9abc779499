// Who I am, for everything on the page that shows it: asked for once, and again when it has changed.
import { get } from "./api/client";
import type { Me } from "./api/types";

let found = $state.raw<Me>();
let asked: Promise<Me> | undefined;

/** Who I am, once the server has said so. */
export function me(): Me | undefined {
  return found;
}

/** I am this from now on. */
export function become(now: Me): Me {
  found = now;
  asked = Promise.resolve(now);
  return now;
}

/** Asks who I am; many parts of the page may ask, the server is asked once. */
export function learn(): Promise<Me> {
  asked ??= get<Me>("/me").then(become, (error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}
