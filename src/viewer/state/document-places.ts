import type { Citation } from '../../model/processor/output.ts';
import type { Outcome } from '../../model/score/item-score.ts';
import type { Detail } from '../blocks/unpack-detail.ts';
import { isRight, type LeafLine, predictedPathOf } from './document-rows.ts';

/**
 * What a box marks: the value of the last version (`now`), the value of an earlier version (`before`), or the place of
 * the expected value.
 */
export const boxKinds = ['now', 'before', 'expected'] as const;
export type BoxKind = (typeof boxKinds)[number];

export interface Box {
  /** Key of the line that shows the value. */
  readonly key: string;
  readonly kind: BoxKind;
  /** Outcome of the value. `correct` if the box is the place of the expected value. */
  readonly outcome: Outcome;
  /** Whether the box belongs to an earlier version and all versions read the value right. */
  readonly isSettled: boolean;
  readonly page: number;
  /** Corners of the box, as shares of the width and the height of the page. */
  readonly corners: readonly (readonly [x: number, y: number])[];
}

type Citations = Detail['versions'][number]['citations'];

/**
 * Returns the boxes of the values of a document. If the last version reads a value wrong, also returns boxes of the
 * kind `expected`: the boxes of earlier versions that read the value right, and the place of the value in
 * `expectedPlaces`.
 */
export function boxesOf(lines: readonly LeafLine[], detail: Detail): Box[] {
  const last = detail.versions.length - 1;
  return lines.flatMap((line) => {
    const isWrongNow = !isRight([line.leaves[last]]);
    const isRightInAll = isRight(line.leaves);
    const { key, path, isExtraRow } = line;
    const found = isWrongNow && isExtraRow !== true ? ownPlace(detail.expectedPlaces, path) : [];
    const expected = found.flatMap(placed).map((place) => ({
      ...place,
      key,
      outcome: 'correct' as const,
      isSettled: false,
      kind: 'expected' as const,
    }));
    const boxes = line.leaves.flatMap((leaf, version): Box[] => {
      if (leaf === undefined) return [];
      const { outcome } = leaf;
      const places = citationsAt(detail.versions[version]?.citations, predictedPathOf(leaf)).flatMap(placed);
      const isSettled = isRightInAll && version < last;
      const own = places.map((place) => ({ ...place, key, outcome, isSettled, kind: kindOf(version, last) }));
      const isExpected = version < last && isWrongNow && outcome === 'correct';
      return isExpected ? [...own, ...own.map((box) => ({ ...box, kind: 'expected' as const }))] : own;
    });
    return [...boxes, ...expected];
  });
}

function ownPlace(places: Detail['expectedPlaces'] = {}, path: string): readonly Citation[] {
  const place = Object.hasOwn(places, path) ? places[path] : undefined;
  return place === undefined ? [] : [place];
}

function kindOf(version: number, last: number): BoxKind {
  return version === last ? 'now' : 'before';
}

/**
 * Returns the citations of a path. Ignores inherited members, which a path such as `constructor` would otherwise find.
 */
function citationsAt(citations: Citations = {}, path: string): readonly Citation[] {
  return Object.hasOwn(citations, path) ? (citations[path] ?? []) : [];
}

function placed({
  page = 1,
  polygon = [],
  pageWidth,
  pageHeight,
}: Citation): Pick<Box, 'page' | 'corners'>[] {
  if (polygon.length === 0) return [];
  const corners = polygon.map(({ x, y }) => [x / (pageWidth || 1), y / (pageHeight || 1)] as const);
  return [{ page, corners }];
}

/**
 * Returns the page of a value. Uses the boxes of the value, preferably the box of the expected value. Without a box,
 * uses the first page in a path such as `pages 4–6`. Returns `null` if the page is unknown.
 */
export function pageOf({ key, path }: Pick<LeafLine, 'key' | 'path'>, boxes: readonly Box[]): number | null {
  const own = boxes.filter((box) => box.key === key);
  const box = own.find(({ kind }) => kind === 'expected') ?? own.at(-1);
  if (box) return box.page;
  const page = /^pages? (\d+)/.exec(path)?.[1];
  return page === undefined ? null : Number(page);
}

/**
 * Enlarges a box: moves its corners away from its centre by `by` pixels. `width` and `height` are the size of the page,
 * in pixels.
 */
export function widen(
  corners: Box['corners'],
  by: number,
  { width, height }: { readonly width: number; readonly height: number },
): Box['corners'] {
  const xs = corners.map(([x]) => x * width);
  const ys = corners.map(([, y]) => y * height);
  const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2] as const;
  return corners.map((_, at) => {
    const [x, y] = [xs[at] ?? 0, ys[at] ?? 0];
    return [x + by * Math.sign(x - middle[0]), y + by * Math.sign(y - middle[1])] as const;
  });
}
