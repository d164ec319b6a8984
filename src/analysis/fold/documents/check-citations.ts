import type { JsonValue } from '../../../model/json/json-value.ts';
import type { Citation } from '../../../model/processor/output.ts';
import type { ExtractConfig } from '../../../model/processor/processor-config.ts';
import type { CitedBox, CitedWords } from '../../../model/record/cited-words.ts';
import type { RecordedItem } from '../../../model/record/run-record.ts';
import type { CitationPlace, LeafCitation } from '../../../model/score/citation-counts.ts';
import type { LeafOutcome } from '../../../model/score/item-score.ts';
import { compileFindValue } from '../../../scorers/citations/find-value.ts';
import type { ExtractionScoringOptions } from '../../../scorers/extraction/scoring-options.ts';
import { citationsOf, lastStep } from './output-metadata.ts';

type CheckCitations = (
  item: RecordedItem,
  cited: CitedWords,
  leaves: readonly LeafOutcome[],
) => LeafCitation[];

/**
 * Returns a function that checks the citations of an output. A value is supported if the words inside its cited boxes
 * contain it (`compileFindValue`). Only the comparison of boxes needs the gold.
 */
export function compileCitationCheck(
  config: ExtractConfig,
  options: ExtractionScoringOptions,
): CheckCitations {
  const find = compileFindValue(config, options);
  return (item, cited, leaves) => {
    const boxesAt = lookUpByPath(cited);
    let goldAt: ((path: string) => readonly Citation[]) | undefined;
    return leaves
      .filter(isPredicted)
      .map(({ path: expectedPath, predictedPath, field, outcome, ...leaf }) => {
        const path = predictedPath ?? expectedPath;
        const predicted = leaf.predicted as JsonValue;
        const boxes = boxesAt(path);
        if (boxes.length === 0) return { path, field, predicted, state: 'uncited', ocr: false };
        const ocr = boxes.some((box) => box.ocr);
        const words = boxes.map((box) => box.words);
        const found = words.includes(null) ? null : find(field, predicted, words.join(' '));
        const state = found === null ? 'unchecked' : found ? 'supported' : 'unsupported';
        if (outcome === 'spurious') return { path, field, predicted, state, ocr };
        goldAt ??= lookUpByPath(citationsOf(item.expectedOutput));
        const place = placeOf(boxes, goldAt(expectedPath));
        return { path, field, predicted, state, ocr, ...(place && { place }) };
      });
  };
}

/**
 * Returns whether a leaf has a predicted value and is not excluded. An `unscored` leaf can have a predicted value too.
 */
function isPredicted({ outcome, predicted }: LeafOutcome): boolean {
  if (outcome === 'unscored') return predicted !== undefined && predicted !== null;
  return outcome === 'correct' || outcome === 'incorrect' || outcome === 'spurious';
}

/**
 * Returns a function that finds the list of a value in `entries` by the path of the value. If there is no such list, it
 * joins the lists of the value's parts, such as amount and currency code. If the parts have no list either, it returns
 * the list of the nearest row or object that contains the value.
 */
function lookUpByPath<T>(entries: Readonly<Record<string, readonly T[]>>): (path: string) => readonly T[] {
  const known = new Map(Object.entries(entries));
  const parts = new Map<string, T[]>();
  for (const [path, list] of known) {
    const at = path.lastIndexOf('.');
    if (at <= 0) continue;
    const whole = path.slice(0, at);
    parts.set(whole, [...(parts.get(whole) ?? []), ...list]);
  }
  return (path) => {
    const own = known.get(path) ?? parts.get(path);
    if (own !== undefined) return own;
    for (let at = lastStep(path); at > 0; at = lastStep(path.slice(0, at))) {
      const around = known.get(path.slice(0, at));
      if (around !== undefined) return around;
    }
    return [];
  };
}

type Edges = readonly [left: number, top: number, right: number, bottom: number];

/**
 * Compares cited boxes with the boxes of the gold. Several boxes on a page are replaced by the smallest box around
 * them. Returns `null` if the gold has no box, or if the size of a page is unknown.
 */
export function placeOf(boxes: readonly CitedBox[], gold: readonly Citation[]): CitationPlace | null {
  const size = boxes.find((box) => box.size !== null)?.size ?? null;
  const cited = aroundByPage(boxes.map(({ page, box }) => ({ page, box })));
  const expected = aroundByPage(
    gold.flatMap((citation) =>
      (citation.polygon ?? []).length < 2 ? [] : { page: citation.page ?? 1, box: sharesOf(citation, size) },
    ),
  );
  if (cited === null || expected === null || expected.size === 0) return null;
  let common = 0;
  let sum = 0;
  for (const [page, box] of cited) {
    sum += areaOf(box);
    const other = expected.get(page);
    if (other !== undefined) common += commonArea(box, other);
  }
  for (const box of expected.values()) sum += areaOf(box);
  const either = sum - common;
  return {
    rightPage: [...cited.keys()].every((page) => expected.has(page)),
    overlap: either > 0 ? common / either : 0,
  };
}

/** Returns, per page, the smallest box around all boxes; `null` if the edges of a box are unknown. */
function aroundByPage(
  boxes: readonly { readonly page: number; readonly box: Edges | null }[],
): Map<number, Edges> | null {
  const pages = new Map<number, Edges>();
  for (const { page, box } of boxes) {
    if (box === null) return null;
    const known = pages.get(page) ?? box;
    pages.set(page, [
      Math.min(known[0], box[0]),
      Math.min(known[1], box[1]),
      Math.max(known[2], box[2]),
      Math.max(known[3], box[3]),
    ]);
  }
  return pages;
}

/**
 * Returns the smallest box around a polygon, with edges as fractions of the page size. Returns `null` if the page size
 * is unknown.
 */
function sharesOf(
  { polygon = [], pageWidth, pageHeight }: Citation,
  size: readonly [number, number] | null,
): Edges | null {
  const [width, height] = pageWidth && pageHeight ? [pageWidth, pageHeight] : (size ?? [0, 0]);
  if (!(width > 0 && height > 0)) return null;
  const xs = polygon.map(({ x }) => x / width);
  const ys = polygon.map(({ y }) => y / height);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function areaOf([left, top, right, bottom]: Edges): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

function commonArea(a: Edges, b: Edges): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return Math.max(0, width) * Math.max(0, height);
}
