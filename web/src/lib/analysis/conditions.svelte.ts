// What a player has prepared in a game over days: lines of moves that the club plays when the opponent's moves come.
import { get, put, remove, sentence } from "../api/client";
import type { ConditionsRequest, ConditionsView, GameView, NodeRequest, TreeView } from "../api/types";

/** A line of moves as texts, from the position that stands. */
export type Line = readonly string[];

/** Whether moves can be prepared in a game; the server's `live/conditions.rs` has the same rule. */
export function canPrepare({ status, agreed, you, players }: GameView): boolean {
  const mine = you.seats.filter((seat) => seat !== "arbiter");
  const isShared = mine.some((side) => Boolean(players[side].team));
  const people = players.white.kind === "person" && players.black.kind === "person";
  return status === "live" && mine.length === 1 && people && !isShared && agreed.pace === "days" && agreed.manner === "strict" && you.view === "board";
}

/** The lines of a tree, each from its first move to its last. */
export function linesOf(tree: TreeView | undefined): Line[] {
  const nodes = tree?.nodes ?? [];
  const parents = new Set(nodes.map(({ parent }) => parent));
  const line = (at: number): string[] => {
    const { parent, move } = nodes[at]!;
    return [...(parent === undefined ? [] : line(parent)), move.text];
  };
  return nodes.flatMap((_, at) => (parents.has(at) ? [] : [line(at)]));
}

/** Lines as a tree that can be sent: what begins alike is there once. */
export function nodesOf(lines: readonly Line[]): NodeRequest[] {
  const nodes: NodeRequest[] = [];
  for (const line of lines) {
    let parent: number | undefined;
    for (const text of line) {
      const known = nodes.findIndex((node) => node.text === text && node.parent === parent);
      parent = known >= 0 ? known : nodes.push({ text, ...(parent === undefined ? {} : { parent }) }) - 1;
    }
  }
  return nodes;
}

/** A line with numbers, from a half-move on: `3… d6-c5 4. b2-c3`. */
export function numbered(line: Line, ply: number, secondBegins: boolean): string {
  const first = ply + (secondBegins ? 1 : 0);
  const number = (place: number, at: number) => (place % 2 === 0 ? `${place / 2 + 1}. ` : at === 0 ? `${(place + 1) / 2}… ` : "");
  return line.map((text, at) => number(first + at, at) + text).join(" ");
}

export class Conditions {
  view = $state.raw<ConditionsView>();
  problem = $state<string>();
  readonly lines = $derived(linesOf(this.view?.tree));
  #path: string;
  #asked = 0;

  constructor(id: string) {
    this.#path = `/games/${id}/conditions`;
  }

  async #do(work: () => Promise<ConditionsView | undefined>): Promise<void> {
    const asked = ++this.#asked;
    try {
      const found = await work();
      if (asked === this.#asked) [this.view, this.problem] = [found, undefined];
    } catch (error) {
      if (asked === this.#asked) this.problem = sentence(error);
    }
  }

  load = () => this.#do(() => get<ConditionsView>(this.#path));

  set = (lines: readonly Line[], ply: number, forced = this.view?.forced ?? false) =>
    this.#do(() => put<ConditionsView>(this.#path, { ply, moves: { nodes: nodesOf(lines) }, forced } satisfies ConditionsRequest));

  clear = () =>
    this.#do(async () => {
      await remove(this.#path);
      return { forced: false, lost: false };
    });
}
