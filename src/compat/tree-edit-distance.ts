/** An ordered tree; `leaf` marks values, whose labels are compared by characters. */
export interface LabelledTree {
  readonly label: string;
  readonly leaf: boolean;
  readonly children: readonly LabelledTree[];
}

export interface EditCosts {
  /** Cost of inserting or removing a node. */
  single(node: LabelledTree): number;
  change(from: LabelledTree, to: LabelledTree): number;
}

interface Postorder {
  readonly nodes: readonly LabelledTree[];
  /** Of each node, the number of the leftmost leaf below it. */
  readonly leftmost: readonly number[];
  /** The last node of each leftmost leaf, ascending: the roots from which forests are compared. */
  readonly keyRoots: readonly number[];
}

/**
 * The least cost of turning one ordered tree into another by inserting, removing and relabelling nodes.
 *
 * Zhang and Shasha 1989; time O(n m min(depth, leaves)^2), memory O(n m). Costs are to be >= 0. Symmetric where the
 * costs are.
 *
 * Example: a(b, c) to a(c) with all costs 1: remove b, 1.
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
