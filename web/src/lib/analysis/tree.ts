// The moves of an analysis with their variations. The first child of a node is the main line.
import type { MoveView } from "../api/types";

export type Node = {
  id: number;
  /** The move that led here; nothing at the root. */
  move?: MoveView;
  parent?: Node;
  children: Node[];
  comment?: string;
  glyph?: string;
};

/** The signs of the codex for good and bad moves. */
export const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"] as const;

let next = 0;

export function root(): Node {
  return { id: next++, children: [] };
}

/** A move made after a node: the child that has it, or a new one. */
export function add(node: Node, move: MoveView): Node {
  const known = node.children.find((child) => child.move!.text === move.text && child.move!.fen === move.fen);
  if (known) return known;
  const child: Node = { id: next++, move, parent: node, children: [] };
  node.children.push(child);
  return child;
}

/** The nodes from the first move to this one. */
export function path(node: Node): Node[] {
  return node.parent ? [...path(node.parent), node] : [];
}

/** The last node of the main line from here. */
export function end(node: Node): Node {
  return node.children[0] ? end(node.children[0]) : node;
}

/** Takes a variation away; gives the node before it. */
export function remove(node: Node): Node {
  const parent = node.parent ?? node;
  parent.children = parent.children.filter((child) => child !== node);
  return parent;
}

/** Makes the variation with this node the main line. */
export function promote(node: Node): void {
  for (let child = node; child.parent; child = child.parent) {
    const siblings = child.parent.children;
    siblings.unshift(...siblings.splice(siblings.indexOf(child), 1));
  }
}

type Packed = { move?: MoveView; comment?: string; glyph?: string; children?: Packed[] };

/** A tree as a text that can be kept. */
export function pack(start: Node): string {
  const one = ({ move, comment, glyph, children }: Node): Packed => ({
    ...(move ? { move } : {}),
    ...(comment ? { comment } : {}),
    ...(glyph ? { glyph } : {}),
    ...(children.length ? { children: children.map(one) } : {}),
  });
  return JSON.stringify(one(start));
}

/** The tree of such a text; nothing if it is none. */
export function unpack(text: string | undefined): Node | undefined {
  if (!text) return undefined;
  const fill = (node: Node, packed: Packed): Node => {
    if (packed.comment) node.comment = packed.comment;
    if (packed.glyph) node.glyph = packed.glyph;
    for (const child of packed.children ?? []) {
      if (!child.move) throw new Error("a variation without a move");
      fill(add(node, child.move), child);
    }
    return node;
  };
  try {
    return fill(root(), JSON.parse(text) as Packed);
  } catch {
    return undefined;
  }
}

/** Numbers of moves and results. There is no square 0, so no result is a move. */
const NO_MOVE = /^(\d+\.+|\*|0-\d|\d-0|1-1|1\/2-1\/2)$/;

/** Moves as they are written, before the server has said what they are. */
export type Sketch = { text: string; comment?: string; glyph?: string; children: Sketch[] };

/** Reads what `movetext` writes: moves with variations, comments and signs. */
export function readMovetext(text: string): Sketch {
  const start: Sketch = { text: "", children: [] };
  // The line that is read, and those in whose brackets it stands; each with its last move and the one before it.
  type Line = { last: Sketch; before: Sketch };
  let line: Line = { last: start, before: start };
  const outer: Line[] = [];
  for (const [token] of text.matchAll(/\{[^}]*\}|[()]|[^\s(){}]+/g)) {
    if (token.startsWith("{")) line.last.comment = token.slice(1, -1).trim();
    else if (token === "(") {
      outer.push(line);
      line = { last: line.before, before: line.before };
    } else if (token === ")") line = outer.pop() ?? line;
    else if (!NO_MOVE.test(token)) {
      const [, move, glyph] = /^(.*?)([!?]*)$/.exec(token)!;
      const next: Sketch = { text: move!, ...(glyph ? { glyph } : {}), children: [] };
      line.last.children.push(next);
      line = { last: next, before: line.last };
    }
  }
  return start;
}

/** The tree of a sketch. The server is asked for each line what its moves are. */
export async function realise(sketch: Sketch, ask: (moves: string[]) => Promise<MoveView[]>): Promise<Node> {
  const lines: Sketch[][] = [];
  const walk = (line: Sketch[]): void => {
    const children = (line.at(-1) ?? sketch).children;
    if (children.length === 0 && line.length > 0) lines.push(line);
    for (const child of children) walk([...line, child]);
  };
  walk([]);
  const moves = await Promise.all(lines.map((line) => ask(line.map(({ text }) => text))));
  const start = root();
  lines.forEach((line, at) => {
    let node = start;
    line.forEach(({ comment, glyph }, ply) => {
      node = add(node, moves[at]![ply]!);
      if (comment) node.comment = comment;
      if (glyph) node.glyph = glyph;
    });
  });
  return start;
}

/** The moves as PDN has them, with comments, signs and variations. */
export function movetext(start: Node, blackBegins: boolean): string {
  const number = (ply: number, first: boolean) => {
    const place = ply + (blackBegins ? 1 : 0);
    return place % 2 === 1 ? `${(place + 1) / 2}. ` : first ? `${place / 2}... ` : "";
  };
  const one = (node: Node, first: boolean) => {
    const text = `${number(path(node).length, first)}${node.move!.text}${node.glyph ?? ""}`;
    return node.comment ? `${text} {${node.comment.replace(/[{}]/g, "")}}` : text;
  };
  const line = (node: Node, first: boolean): string[] => {
    const [main, ...others] = node.children;
    if (!main) return [];
    const aside = others.map((other) => `(${[one(other, true), ...line(other, Boolean(other.comment))].join(" ")})`);
    return [one(main, first), ...aside, ...line(main, aside.length > 0 || Boolean(main.comment))];
  };
  return line(start, true).join(" ");
}
