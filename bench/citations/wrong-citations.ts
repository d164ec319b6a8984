import { Random } from '../../src/base/random.ts';
import { loadDataset } from '../../src/loaders/load-dataset.ts';
import type { Citation } from '../../src/model/processor/output.ts';

export interface Output {
  readonly value: unknown;
  readonly metadata?: Readonly<Record<string, { readonly citations?: readonly Citation[] }>>;
}

/**
 * Where a wrong citation points: to the box of another value of the document, three lines below or above, to a random
 * place on the page, or to another page.
 */
export const injections = ['another value', 'three lines off', 'random place', 'another page'] as const;
export type WrongPlace = (typeof injections)[number];

/** Returns the gold of a dataset as outputs, by item. */
export async function expectedOutputs(dataset: string): Promise<Map<string, Output>> {
  const outputs = new Map<string, Output>();
  for await (const { id, expectedOutput } of (await loadDataset(dataset)).items())
    outputs.set(id, expectedOutput as unknown as Output);
  return outputs;
}

interface Edges {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Moves the citations of an output to wrong places of the given kind. Returns the output, and the paths of
 * the moved citations.
 */
export function moved(output: Output, kind: WrongPlace, seed: string): { output: Output; paths: string[] } {
  const random = new Random(`${seed} ${kind}`);
  const boxes = Object.entries(output.metadata ?? {}).flatMap(([path, { citations = [] }]) => {
    const box = around(citations);
    return box === null ? [] : [{ path, box }];
  });
  const metadata: Record<string, { citations: Citation[] }> = {};
  for (const { path, box } of boxes) {
    const others = boxes.filter((other) => !overlaps(other.box, box)).map((other) => other.box);
    const wrong = wrongBox(box, others, kind, random);
    if (wrong !== null && !overlaps(wrong, box)) metadata[path] = { citations: [citationOf(wrong)] };
  }
  return { output: { value: output.value, metadata }, paths: Object.keys(metadata) };
}

function wrongBox(box: Edges, others: readonly Edges[], kind: WrongPlace, random: Random): Edges | null {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const at = (left: number, top: number): Edges => ({
    ...box,
    left,
    top,
    right: left + width,
    bottom: top + height,
  });
  switch (kind) {
    case 'another value':
      return others[Math.floor(random.next() * others.length)] ?? null;
    case 'three lines off':
      return at(box.left, box.bottom + 4 * height < box.height ? box.top + 3 * height : box.top - 3 * height);
    case 'random place':
      return at(random.next() * (box.width - width), random.next() * (box.height - height));
    case 'another page':
      return { ...box, page: box.page + 1 };
  }
}

/**
 * Returns the box around the citations of one value. Returns `null` if the citations have no box or are on several
 * pages.
 */
function around(citations: readonly Citation[]): Edges | null {
  const [first] = citations;
  const points = citations.flatMap(({ polygon = [] }) => polygon);
  if (first === undefined || points.length === 0) return null;
  if (citations.some(({ page }) => page !== first.page)) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    page: first.page ?? 1,
    ...{ left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) },
    ...{ width: first.pageWidth ?? 612, height: first.pageHeight ?? 792 },
  };
}

function overlaps(a: Edges, b: Edges): boolean {
  return a.page === b.page && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function citationOf({ page, left, top, right, bottom, width, height }: Edges): Citation {
  const polygon = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  return { page, polygon, pageWidth: width, pageHeight: height };
}
