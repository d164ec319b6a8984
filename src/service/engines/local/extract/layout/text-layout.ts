import type { Box, ParsedLine, ParsedPage, ParsedWord } from '../../../parsed-document.ts';
import { gapScale } from '../../parse/layout/gap-scale.ts';
import { type Token, tokensOf } from './fold-text.ts';

/** Words on one printed line without a wide gap between them: a cell, a label or a line of a paragraph. */
export interface Segment {
  /** Index in `TextLayout.segments`. */
  readonly id: number;
  readonly page: ParsedPage;
  /** Index of the printed row in `TextLayout.rows`. */
  row: number;
  readonly words: readonly ParsedWord[];
  /** Position of each word in `text`. */
  readonly starts: readonly number[];
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly box: Box;
  /** Median height of the words in points. */
  readonly height: number;
  readonly bold: boolean;
}

/** All text segments of one page at the same height, from left to right. */
export interface Row {
  readonly index: number;
  readonly page: ParsedPage;
  readonly segments: Segment[];
  readonly top: number;
  readonly bottom: number;
}

export interface TextLayout {
  readonly pages: readonly ParsedPage[];
  readonly rows: readonly Row[];
  readonly segments: readonly Segment[];
  /** Whether the positions of words matter. If `false`, only the reading order matters. */
  readonly geometry: boolean;
}

/** Maximum length of a text segment, because later steps would take too long on a hostile line. */
const maxSegmentLength = 2_000;
/** Minimum width of a gap that ends a text segment, in text heights. */
const wideGap = 0.85;

/**
 * Divides the pages into printed rows, and each row into text segments at wide gaps. Without `geometry`, each line is
 * one row with one segment.
 */
export function layOut(pages: readonly ParsedPage[], geometry: boolean): TextLayout {
  const rows: Row[] = [];
  const segments: Segment[] = [];
  for (const page of pages) {
    const made = page.lines
      .flatMap((line) => (geometry ? cutAtGaps(line) : inChunks(line.words)))
      .map((words) => makeSegment(words, page));
    const groups = geometry ? groupIntoRows(made).map(joinColons) : groupIntoRows(made).flatMap(wholeLines);
    for (const group of groups) {
      const row: Row = {
        index: rows.length,
        page,
        segments: [],
        top: Math.min(...group.map((segment) => segment.box.top)),
        bottom: Math.max(...group.map((segment) => segment.box.bottom)),
      };
      for (const segment of group) {
        const placed = { ...segment, id: segments.length, row: row.index };
        segments.push(placed);
        row.segments.push(placed);
      }
      rows.push(row);
    }
  }
  return { pages, rows, segments, geometry };
}

function cutAtGaps(line: ParsedLine): ParsedWord[][] {
  const words = line.words.filter((word) => word.text.trim() !== '');
  const pieces: ParsedWord[][] = [];
  let piece: ParsedWord[] = [];
  let length = 0;
  let last: ParsedWord | undefined;
  for (const word of words) {
    const height = Math.max(4, Math.min(heightOf(word), last === undefined ? Infinity : heightOf(last)));
    const gap = last === undefined ? 0 : word.box.left - last.box.right;
    const backwards = last !== undefined && word.box.right < last.box.left;
    const reach = last === undefined ? wideGap : reachBetween(last, word);
    if (piece.length > 0 && (gap > reach * height || backwards || length > maxSegmentLength)) {
      pieces.push(piece);
      piece = [];
      length = 0;
    }
    piece.push(word);
    length += word.text.length + 1;
    last = word;
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}

/**
 * Returns the maximum gap between two words of one text segment, in text heights. The gap before a colon can be
 * large, because the colon belongs to the label before it.
 */
function reachBetween(before: ParsedWord, after: ParsedWord): number {
  if (/^[:：]/.test(after.text)) return 20;
  if (/^[●•·|∙▪]$/.test(before.text) || /^[●•·|∙▪]$/.test(after.text)) return 3;
  if (/^[:：]$/.test(before.text)) return 2.5;
  return wideGap * gapScale(before, after);
}

function inChunks(all: readonly ParsedWord[]): ParsedWord[][] {
  const pieces: ParsedWord[][] = [];
  let length = Infinity;
  for (const word of all) {
    if (word.text.trim() === '') continue;
    if (length > maxSegmentLength) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(word);
    length += word.text.length + 1;
  }
  return pieces;
}

function heightOf(word: ParsedWord): number {
  const box = word.box.bottom - word.box.top;
  return word.fontSize > 0 ? Math.min(word.fontSize, Math.max(box, 1) * 1.5) : box;
}

/** Creates a text segment from words. The caller sets its id and row. */
export function makeSegment(words: readonly ParsedWord[], page: ParsedPage): Segment {
  const starts: number[] = [];
  let text = '';
  for (const word of words) {
    if (text !== '') text += ' ';
    starts.push(text.length);
    text += word.text.slice(0, maxSegmentLength);
  }
  const heights = words.map(heightOf).sort((a, b) => a - b);
  return {
    id: -1,
    row: -1,
    page,
    words,
    starts,
    text,
    tokens: tokensOf(text),
    box: boxAround(words.map((word) => word.box)),
    height: heights[heights.length >> 1] ?? 0,
    bold: words.every((word) => word.bold === true),
  };
}

/** Returns whether a text runs upwards or downwards, such as a note in the margin of a page. */
export function isUpright({ box, text }: Segment): boolean {
  return text.length > 2 && box.bottom - box.top > box.right - box.left;
}

export function boxAround(boxes: readonly Box[]): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}

function groupIntoRows(segments: readonly Segment[]): Segment[][] {
  const centre = (segment: Segment): number => (segment.box.top + segment.box.bottom) / 2;
  const sorted = [...segments].sort((a, b) => centre(a) - centre(b) || a.box.left - b.box.left);
  const groups: { members: Segment[]; sum: number }[] = [];
  for (const segment of sorted) {
    const height = segment.box.bottom - segment.box.top;
    const group = groups.slice(-3).find((group) => {
      const mean = group.sum / group.members.length;
      const other = group.members[0] as Segment;
      const smaller = Math.min(height, other.box.bottom - other.box.top);
      const isClose = Math.abs(mean - centre(segment)) < 0.5 * Math.max(smaller, 3);
      return isClose && !group.members.some((member) => overlapsAcross(member.box, segment.box));
    });
    if (group === undefined) groups.push({ members: [segment], sum: centre(segment) });
    else {
      group.members.push(segment);
      group.sum += centre(segment);
    }
  }
  groups.sort((a, b) => a.sum / a.members.length - b.sum / b.members.length);
  return groups.map((group) => group.members.sort((a, b) => a.box.left - b.box.left));
}

/** Joins the cells of a row into one line of text. */
function wholeLines(row: readonly Segment[]): Segment[][] {
  const [first] = row;
  if (first === undefined || row.length === 1) return [[...row]];
  return inChunks(row.flatMap((segment) => segment.words)).map((words) => [makeSegment(words, first.page)]);
}

/** Joins each cell that starts with a colon to the label on its left. */
function joinColons(row: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of row) {
    const last = joined.at(-1);
    if (last !== undefined && /^\s*[:：]/.test(segment.text) && !/[:：]\s*$/.test(last.text)) {
      joined[joined.length - 1] = makeSegment([...last.words, ...segment.words], segment.page);
    } else joined.push(segment);
  }
  return joined;
}

/** Returns whether two boxes overlap horizontally by more than 35 % of the narrower box. */
function overlapsAcross(a: Box, b: Box): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > 0.35 * Math.min(a.right - a.left, b.right - b.left);
}
