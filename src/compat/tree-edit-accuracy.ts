import { isJsonObject, isScalar, type JsonValue } from '../model/json/json-value.ts';
import { editSimilarity } from '../scorers/compare/text/edit-similarity.ts';
import { requireJsonPair } from '../scorers/extraction/require-json.ts';

/** Largest accepted product of the numbers of nodes of both trees. Larger trees would take minutes and gigabytes. */
const maxPairs = 25_000_000;

/**
 * Returns the tree-edit accuracy (nTED): 1 - (cost of changing the prediction into the gold / cost of building the gold
 * from nothing). A negative result becomes 0.
 *
 * Gold and prediction become trees with a node per key, per row and per value, without empty values. Keys are sorted by
 * length, then alphabetically; rows keep their order.
 * - A key or row costs 1 to insert, remove or rename.
 * - A value costs its number of characters to insert or remove, and the number of edits to change.
 *
 * Range 0 to 1, higher is better; not symmetric. If the gold has no values, the result is 1 for an empty prediction and
 * otherwise 0. Null if the trees have more than 25,000,000 pairs of nodes. Source: Kim et al. 2022 (Donut), arXiv
 * 2111.15664. Differences: edits count UTF-16 units; numbers and booleans are JSON texts; the original divides by 0 for
 * an empty gold.
 *
 * Example: the gold {a: "abcd"} costs 1 key + 4 characters = 5, and the prediction {a: "abce"} needs 1 edit. The score
 * is 1 - 1/5 = .80.
 * @example
 * treeEditAccuracy({ a: 'abcd' }, { a: 'abce' }) // => 0.8
 */
export function treeEditAccuracy(expected: unknown, predicted: unknown): number | null {
  requireJsonPair(expected, predicted);
  const gold = treeOf('<root>', normalised((expected ?? null) as JsonValue));
  const given = treeOf('<root>', normalised((predicted ?? null) as JsonValue));
  if (countNodes(gold) * countNodes(given) > maxPairs) return null;
  const whole = treeEditDistance(treeOf('<root>', undefined), gold, costs);
  const correction = treeEditDistance(given, gold, costs);
  if (whole === 0) return correction === 0 ? 1 : 0;
  return Math.max(0, 1 - correction / whole);
}

type Normal = Map<string, Normal | Normal[] | string[]> | Normal[] | string[] | undefined;

/** Removes members without a value, and converts a single value to a list. */
function normalised(value: JsonValue): Normal {
  if (isJsonObject(value)) {
    const members = new Map<string, Normal | Normal[] | string[]>();
    const keys = Object.keys(value).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    for (const key of keys) {
      const member = normalised(value[key] as JsonValue);
      if (member !== undefined) members.set(key, Array.isArray(member) ? member : [member]);
    }
    return members.size === 0 ? undefined : members;
  }
  if (Array.isArray(value)) {
    const inner = value.every(isJsonObject)
      ? value.map(normalised).filter((row) => row !== undefined)
      : value
          .filter(isScalar)
          .map((one) => String(one ?? '').trim())
          .filter((text) => text !== '');
    return inner.length === 0 ? undefined : (inner as Normal);
  }
  const text = String(value ?? '').trim();
  return text === '' ? undefined : [text];
}

function treeOf(label: string, value: Normal | string): LabelledTree {
  if (typeof value === 'string') return { label: value, leaf: true, children: [] };
  if (value instanceof Map) {
    return { label, leaf: false, children: [...value].map(([key, member]) => treeOf(key, member as Normal)) };
  }
  return {
    label,
    leaf: false,
    children: (value ?? []).map((one) => treeOf('<row>', one as Normal | string)),
  };
}

const costs: EditCosts = {
  single: (node) => (node.leaf ? node.label.length : 1),
  change: (from, to) => {
    if (from.leaf && to.leaf) return edits(from.label, to.label);
    if (from.leaf || to.leaf) return 1 + (from.leaf ? from.label.length : to.label.length);
    return from.label === to.label ? 0 : 1;
  },
};

/** Returns the number of edits between two texts, or a lower bound if more than 20,000 characters differ. */
function edits(a: string, b: string): number {
  return Math.round((1 - editSimilarity(a, b).similarity) * Math.max(a.length, b.length));
}

/** An ordered tree. `leaf` marks values, whose labels are compared by characters. */
export interface LabelledTree {
  readonly label: string;
  readonly leaf: boolean;
  readonly children: readonly LabelledTree[];
}

export interface EditCosts {
  single(node: LabelledTree): number;
  change(from: LabelledTree, to: LabelledTree): number;
}

interface Postorder {
  readonly nodes: readonly LabelledTree[];
  /** Position in `nodes` of the leftmost leaf below each node. */
  readonly leftmost: readonly number[];
  /** Positions of the key roots of Zhang and Shasha: the last node per value of `leftmost`. */
  readonly keyRoots: readonly number[];
}

/**
 * Returns the smallest cost of turning one ordered tree into another by inserting, removing and relabelling nodes.
 * Costs must be at least 0. Source: Zhang and Shasha 1989; for trees with n and m nodes, time O(n m min(depth,
 * leaves)^2) and memory O(n m). Example: with all costs 1, a(b, c) becomes a(c) by removing b, so the distance is 1.
 */
export function treeEditDistance(from: LabelledTree, to: LabelledTree, costs: EditCosts): number {
  const a = postorder(from);
  const b = postorder(to);
  const known = new Float64Array(a.nodes.length * b.nodes.length);
  for (const i of a.keyRoots) for (const j of b.keyRoots) compareForests(a, b, i, j, costs, known);
  return known[known.length - 1] as number;
}

export function countNodes(tree: LabelledTree): number {
  return tree.children.reduce((sum, child) => sum + countNodes(child), 1);
}

function postorder(tree: LabelledTree): Postorder {
  const nodes: LabelledTree[] = [];
  const leftmost: number[] = [];
  const visit = (node: LabelledTree): number => {
    let first = -1;
    for (const child of node.children) {
      const below = visit(child);
      if (first === -1) first = below;
    }
    leftmost.push(first === -1 ? nodes.length : first);
    nodes.push(node);
    return leftmost[nodes.length - 1] as number;
  };
  visit(tree);
  const last = new Map(leftmost.map((leaf, at) => [leaf, at]));
  return { nodes, leftmost, keyRoots: [...last.values()].sort((one, other) => one - other) };
}

function compareForests(
  a: Postorder,
  b: Postorder,
  i: number,
  j: number,
  costs: EditCosts,
  known: Float64Array,
): void {
  const left = a.leftmost[i] as number;
  const top = b.leftmost[j] as number;
  const width = j - top + 2;
  const table = new Float64Array((i - left + 2) * width);
  for (let x = 1; x < width; x++)
    table[x] = (table[x - 1] as number) + costs.single(b.nodes[top + x - 1] as LabelledTree);
  for (let y = 1; y <= i - left + 1; y++) {
    const node = left + y - 1;
    const one = a.nodes[node] as LabelledTree;
    const above = (y - 1) * width;
    const here = y * width;
    table[here] = (table[above] as number) + costs.single(one);
    for (let x = 1; x < width; x++) {
      const other = top + x - 1;
      const two = b.nodes[other] as LabelledTree;
      const remove = (table[above + x] as number) + costs.single(one);
      const insert = (table[here + x - 1] as number) + costs.single(two);
      const whole = a.leftmost[node] === left && b.leftmost[other] === top;
      const rest = ((a.leftmost[node] as number) - left) * width + (b.leftmost[other] as number) - top;
      const keep = whole
        ? (table[above + x - 1] as number) + costs.change(one, two)
        : (table[rest] as number) + (known[node * b.nodes.length + other] as number);
      const best = Math.min(remove, insert, keep);
      table[here + x] = best;
      if (whole) known[node * b.nodes.length + other] = best;
    }
  }
}
