import type { ParsedLine, ParsedPage } from '../../parsed-document.ts';
import { type ShapeSignals, shapeSignals } from './shape-signals.ts';
import { stemsOf } from './words.ts';

/** A line of a page with the layout features that indicate its role in the document. */
export interface LineFeatures {
  readonly text: string;
  readonly stems: readonly string[];
  /** Number of stems, not counting numbers, single letters and words such as `number` or `date`. */
  readonly contentWords: number;
  /** Similarity to a title: 0 (running text) to 1 (clear title). */
  readonly prominence: number;
  /** Vertical middle of the line, as a share of the page height. */
  readonly at: number;
  /** Whether the line is centred in the text area of the page. */
  readonly centred: boolean;
  readonly fontSize: number;
}

export interface PageFeatures {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly source: ParsedPage['source'];
  readonly lines: readonly LineFeatures[];
  /** Text of each printed row across all columns, so that a label is next to its value. */
  readonly rows: readonly string[];
  readonly stems: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** Font size of the running text, in points. */
  readonly bodySize: number;
  /** Edges of the text, as shares of the page width or height. */
  readonly margins: { readonly left: number; readonly right: number; readonly bottom: number };
  readonly shape: ShapeSignals;
}

/** Maximum number of lines read per page, as protection against hostile files. Real pages have about 200 at most. */
const maxLines = 2000;
const maxCharactersPerLine = 2000;

const labelStems = new Set(
  stemsOf('number no nr num date dated datum nummer vom numero fecha copy original seite page'),
);

export function pageFeatures(page: ParsedPage): PageFeatures {
  const source = joinFragments(page.lines.slice(0, maxLines));
  const bodySize = runningSize(source);
  const extent = textExtent(source, page);
  const lines = source.map((line, index) => lineFeatures(line, index, source, page, bodySize, extent));
  const stems = lines.flatMap((line) => line.stems);
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    source: page.source,
    lines,
    rows: rowsOf(source),
    stems,
    counts,
    bodySize,
    margins: {
      left: extent.left / Math.max(page.width, 1),
      right: extent.right / Math.max(page.width, 1),
      bottom: extent.bottom / Math.max(page.height, 1),
    },
    shape: shapeSignals(page, source),
  };
}

/** Joins the pieces of a justified line, which has wide gaps between its words. */
function joinFragments(lines: readonly ParsedLine[]): ParsedLine[] {
  const out: ParsedLine[] = [];
  for (const line of lines) {
    const before = out.at(-1);
    if (before !== undefined && continuesRow(before, line)) out[out.length - 1] = joined(before, line);
    else out.push(line);
  }
  return out;
}

function continuesRow(before: ParsedLine, line: ParsedLine): boolean {
  const height = Math.min(before.box.bottom - before.box.top, line.box.bottom - line.box.top);
  const gap = line.box.left - before.box.right;
  const level = Math.abs(line.box.top + line.box.bottom - before.box.top - before.box.bottom) / 2;
  return before.words.length < 200 && level < height * 0.3 && gap >= -1 && gap < height * 2.2;
}

function joined(before: ParsedLine, line: ParsedLine): ParsedLine {
  return {
    text: `${before.text} ${line.text}`,
    words: [...before.words, ...line.words],
    box: {
      left: Math.min(before.box.left, line.box.left),
      top: Math.min(before.box.top, line.box.top),
      right: Math.max(before.box.right, line.box.right),
      bottom: Math.max(before.box.bottom, line.box.bottom),
    },
    block: before.block,
  };
}

function rowsOf(lines: readonly ParsedLine[]): string[] {
  const middle = (line: ParsedLine) => (line.box.top + line.box.bottom) / 2;
  const rows: { at: number; parts: ParsedLine[] }[] = [];
  for (const line of [...lines].sort((a, b) => middle(a) - middle(b) || a.box.left - b.box.left)) {
    const row = rows.at(-1);
    const reach = Math.min(5, (line.box.bottom - line.box.top) * 0.4);
    if (row !== undefined && middle(line) - row.at <= reach) row.parts.push(line);
    else rows.push({ at: middle(line), parts: [line] });
  }
  return rows.map(({ parts }) =>
    parts
      .sort((a, b) => a.box.left - b.box.left)
      .map((part) => part.text)
      .join('   ')
      .slice(0, maxCharactersPerLine),
  );
}

/** Returns the font size that most characters have. */
function runningSize(lines: readonly ParsedLine[]): number {
  const weight = new Map<number, number>();
  for (const line of lines) {
    for (const word of line.words) {
      const size = Math.round(word.fontSize * 2) / 2;
      weight.set(size, (weight.get(size) ?? 0) + word.text.length);
    }
  }
  let best = 0;
  let most = 0;
  for (const [size, characters] of weight) if (characters > most) [best, most] = [size, characters];
  return best > 0 ? best : 10;
}

interface Extent {
  readonly top: number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

function textExtent(lines: readonly ParsedLine[], page: ParsedPage): Extent {
  let top = page.height;
  let left = page.width;
  let right = 0;
  let bottom = 0;
  for (const { box } of lines) {
    if (box.top < top) top = box.top;
    if (box.left < left) left = box.left;
    if (box.right > right) right = box.right;
    if (box.bottom > bottom) bottom = box.bottom;
  }
  return { top, left, right, bottom };
}

function lineFeatures(
  line: ParsedLine,
  index: number,
  lines: readonly ParsedLine[],
  page: ParsedPage,
  bodySize: number,
  extent: Extent,
): LineFeatures {
  const text = line.text.slice(0, maxCharactersPerLine);
  const fontSize = line.words.reduce((size, word) => Math.max(size, word.fontSize), 0);
  const height = Math.max(page.height, 1);
  const at = Math.min(1, Math.max(0, (line.box.top + line.box.bottom) / 2 / height));
  // Measures from the first line of text, because a receipt or short letter can start far below the page edge.
  const fromTop = Math.max(0, (line.box.top - extent.top) / height);
  const place = index < 3 || fromTop < 0.12 ? 1 : fromTop < 0.3 ? 0.75 : fromTop < 0.5 ? 0.45 : 0.25;
  const stems = stemsOf(text);
  const contentWords = stems.filter(
    (stem) => !/^\d/.test(stem) && stem.length > 1 && !labelStems.has(stem),
  ).length;
  const prominence = place * titleLikelihood(line, text, index, lines, bodySize, extent);
  return { text, stems, contentWords, prominence, at, centred: isCentred(line, extent), fontSize };
}

/** Returns how much a line looks like a title, 0 to 1. */
function titleLikelihood(
  line: ParsedLine,
  text: string,
  index: number,
  lines: readonly ParsedLine[],
  bodySize: number,
  extent: Extent,
): number {
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length < 2) return 0;
  const size = line.words.reduce((largest, word) => Math.max(largest, word.fontSize), 0);
  const words = line.words.length;
  let score = 0.12;
  score += 0.4 * Math.min(1, Math.max(0, (size / bodySize - 1.05) / 0.6));
  if (letters.length >= 4 && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
    score += 0.28;
  if (isCentred(line, extent)) score += 0.2;
  if (words <= 6) score += 0.15;
  else if (words > 12) score -= 0.1;
  if (line.words.every((word) => word.bold === true)) score += 0.15;
  if (isIsolated(index, lines, bodySize)) score += 0.12;
  if (/[:;,.]$/.test(text) || /\d[.,]\d\d\b/.test(text)) score -= 0.15;
  if (index < 3) score += 0.08;
  return Math.min(1, Math.max(0.03, score));
}

function isCentred(line: ParsedLine, extent: Extent): boolean {
  const span = extent.right - extent.left;
  if (span <= 0) return false;
  const width = line.box.right - line.box.left;
  const middle = (line.box.left + line.box.right) / 2;
  return width < span * 0.75 && Math.abs(middle - (extent.left + extent.right) / 2) < span * 0.08;
}

function isIsolated(index: number, lines: readonly ParsedLine[], bodySize: number): boolean {
  const line = lines[index];
  if (line === undefined) return false;
  const above = lines[index - 1];
  const below = lines[index + 1];
  const gapAbove = above === undefined ? bodySize * 2 : line.box.top - above.box.bottom;
  const gapBelow = below === undefined ? bodySize * 2 : below.box.top - line.box.bottom;
  return gapAbove > bodySize * 0.6 && gapBelow > bodySize * 0.6;
}
