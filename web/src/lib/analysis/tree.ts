// The moves of an analysis with their variations, as they are drawn. The first child of a node is the main line. What the
// moves are, and how they are written as PDN, the server says.
import type { MoveView, NodeRequest, TreeMoves, TreeView } from "../api/types";

export type Node = {
  id: number;
  /** The move that led here; nothing at the root. */
  move?: MoveView;
  parent?: Node;
  children: Node[];
  comment?: string;
  glyphs?: string[];
};

/** The signs of the codex for good and bad moves. */
export const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"] as const;

let next = 0;

export function root(): Node {
  return { id: next++, children: [] };
}

/** A move made after a node: the child that has it, or a new one. Different moves never lead to the same position. */
export function add(node: Node, move: MoveView): Node {
  const known = node.children.find((child) => child.move!.fen === move.fen);
  if (known) return known;
  const child: Node = { id: next++, move, parent: node, children: [] };
  node.children.push(child);
  return child;
}

/** The nodes from the first move to this one. */
export function path(node: Node): Node[] {
  return node.parent ? [...path(node.parent), node] : [];
}

/** The node from which moves lead here: the root, or the last position that was set up in the place of a move. */
export function origin(node: Node): Node {
  return node.parent && node.move?.text ? origin(node.parent) : node;
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

/** Puts a sign of `GLYPHS` at a move in the place of another, or takes it away; other signs stay. */
export function toggle(node: Node, glyph: string): void {
  const others = (node.glyphs ?? []).filter((sign) => !GLYPHS.some((known) => known === sign));
  node.glyphs = node.glyphs?.includes(glyph) ? others : [glyph, ...others];
}

/** What the server sends, behind what is there already. */
export function graft(start: Node, view: TreeView): Node {
  const nodes: Node[] = [];
  if (view.comment) start.comment = view.comment;
  for (const { parent, move, comment, glyphs } of view.nodes) {
    const node = add(parent === undefined ? start : nodes[parent]!, move);
    if (comment) node.comment = comment;
    if (glyphs) node.glyphs = glyphs;
    nodes.push(node);
  }
  return start;
}

/** A tree as the server reads it. */
export function moves(start: Node): TreeMoves {
  const nodes: NodeRequest[] = [];
  const walk = (from: Node, parent?: number): void => {
    for (const child of from.children) {
      const { move, comment, glyphs } = child;
      nodes.push({
        ...(parent === undefined ? {} : { parent }),
        text: move!.text,
        ...(move!.text ? {} : { setup: move!.fen }),
        ...(comment ? { comment } : {}),
        ...(glyphs?.length ? { glyphs } : {}),
      });
      walk(child, nodes.length - 1);
    }
  };
  walk(start);
  return { ...(start.comment ? { comment: start.comment } : {}), nodes };
}

/** How this device keeps a tree. Older pages kept one sign a move. */
type Packed = { move?: MoveView; comment?: string; glyphs?: string[]; glyph?: string; children?: Packed[] };

/** A tree as a text that can be kept. */
export function pack(start: Node): string {
  const one = ({ move, comment, glyphs, children }: Node): Packed => ({
    ...(move ? { move } : {}),
    ...(comment ? { comment } : {}),
    ...(glyphs?.length ? { glyphs } : {}),
    ...(children.length ? { children: children.map(one) } : {}),
  });
  return JSON.stringify(one(start));
}

/** The tree of such a text; nothing if it is not one. */
export function unpack(text: string | undefined): Node | undefined {
  if (!text) return undefined;
  const fill = (node: Node, { comment, glyphs, glyph, children }: Packed): Node => {
    if (comment) node.comment = comment;
    if (glyphs ?? glyph) node.glyphs = glyphs ?? [glyph!];
    for (const child of children ?? []) {
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
