// The address of a position with the moves that led there, so that it can be kept and sent.
import { origin, path, type Node } from "./tree";

/** Between two moves; no move has it in its text. */
const BETWEEN = ".";

export type Link = { rules: string | undefined; fen: string | undefined; moves: string[] };

/** What an address asks for. */
export function readLink(search: string): Link {
  const query = new URLSearchParams(search);
  const moves = (query.get("moves") ?? "").split(BETWEEN).filter(Boolean);
  return { rules: query.get("rules") ?? undefined, fen: query.get("fen") ?? undefined, moves };
}

/** The address of a board with its rules, its start and its moves. */
export function boardAddress(rules: string, fen: string | undefined, moves: readonly string[] = []): string {
  return `/analysis?${query({ rules, fen, moves: moves.join(BETWEEN) })}`;
}

/** The address of a node in a game of the club. */
export function gameAddress(id: string, moves: readonly string[]): string {
  const more = query({ moves: moves.join(BETWEEN) });
  return `/analysis/${id}${more ? `?${more}` : ""}`;
}

/** The moves to a node; nothing if a position was set up on the way, which an address does not say. */
export function movesTo(node: Node): string[] | undefined {
  return origin(node).parent ? undefined : path(node).map((step) => step.move!.text);
}

function query(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  // These letters need no escape in a query, and moves are easier to read with them.
  return new URLSearchParams(given).toString().replace(/%3A/g, ":").replace(/%2C/g, ",");
}
