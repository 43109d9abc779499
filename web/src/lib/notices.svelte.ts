// What I am told while I am not at the board: asked for from time to time, while somebody looks at the page.
import { get, post } from "./api/client";
import type { NoticesView, ReadNotices } from "./api/types";

/** How often the server is asked while the page is looked at, and at most, in milliseconds. */
export const EVERY = 30_000;
const AT_MOST = 3_000;

let found = $state.raw<NoticesView>();
let askedAt = 0;

/** What I am told, once the server has said so. */
export function notices(): NoticesView | undefined {
  return found;
}

/** Asks the server, unless it was asked a moment ago. Without an answer the page works as well. */
export async function refresh(now = false): Promise<void> {
  if (!now && Date.now() - askedAt < AT_MOST) return;
  askedAt = Date.now();
  found = await get<NoticesView>("/me/notices").catch(() => found);
}

/** I have read what I was told up to a number, or about a game. */
export async function read(wanted: ReadNotices): Promise<void> {
  found = await post<NoticesView>("/me/notices/read", wanted).catch(() => found);
}
