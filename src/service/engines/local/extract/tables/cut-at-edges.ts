import { makeSegment, type Row, type Segment } from '../layout/text-layout.ts';

/** Maximum distance of two edges that count as aligned, in points. */
const tolerance = 1.6;
/** Minimum share of the rows in which a text starts or ends at an edge. */
const minShare = 0.3;

/**
 * Cuts texts at the edges at which texts of many other rows start or end. Where the space between two cells is narrow,
 * the cells look like one text. Other rows then show the edge.
 */
export function cutAtEdges(rows: readonly Row[]): Row[] {
  const several = rows.filter((row) => row.segments.length > 1);
  const lefts = frequentEdges(several, ({ box }) => box.left);
  const rights = frequentEdges(several, ({ box }) => box.right);
  return rows.map((row) =>
    row.segments.length > 1
      ? { ...row, segments: row.segments.flatMap((segment) => cut(segment, lefts, rights)) }
      : row,
  );
}

function frequentEdges(rows: readonly Row[], edge: (segment: Segment) => number): number[] {
  const counts = new Map<number, number>();
  for (const row of rows)
    for (const segment of row.segments) {
      const at = Math.round(edge(segment));
      counts.set(at, (counts.get(at) ?? 0) + 1);
    }
  const limit = Math.max(3, minShare * rows.length);
  const around = (at: number): number =>
    (counts.get(at - 1) ?? 0) + (counts.get(at) ?? 0) + (counts.get(at + 1) ?? 0);
  return [...counts.keys()].filter((at) => around(at) >= limit);
}

function cut(segment: Segment, lefts: readonly number[], rights: readonly number[]): Segment[] {
  const { words } = segment;
  if (words.length < 2) return [segment];
  const isNear = (x: number, edges: readonly number[]): boolean =>
    edges.some((edge) => Math.abs(edge - x) <= tolerance);
  const starts = words.flatMap((word, index) => {
    if (index === 0) return [];
    const space = word.box.left - (words[index - 1]?.box.right ?? 0);
    if (space < 0.1 * segment.height) return [];
    const isLast = index === words.length - 1;
    const endsColumn = isLast && isNear(word.box.right, rights) && /\d/.test(word.text);
    return isNear(word.box.left, lefts) || endsColumn ? [index] : [];
  });
  if (starts.length === 0) return [segment];
  return [0, ...starts].map((from, index) => ({
    ...makeSegment(words.slice(from, starts[index] ?? words.length), segment.page),
    id: segment.id,
    row: segment.row,
  }));
}
