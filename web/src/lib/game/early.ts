// Games that are asked for before their page is shown, so that going there shows them at once.
import { get } from "../api/client";
import type { GameView } from "../api/types";

const early = new Map<string, Promise<GameView>>();

/** Asks for a game to which the visitor is about to go; comes back when it is there, or cannot be had. */
export async function fetchEarly(id: string): Promise<void> {
  const asked = get<GameView>(`/games/${id}`);
  early.set(id, asked);
  await asked.catch(() => early.delete(id));
}

/** A game that was asked for, once: later it may have changed. */
export function takeEarly(id: string): Promise<GameView> | undefined {
  const asked = early.get(id);
  early.delete(id);
  return asked;
}
