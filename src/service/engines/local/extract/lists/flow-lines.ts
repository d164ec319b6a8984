import type { Box, ParsedWord } from '../../../parsed-document.ts';
import { boxAround, isUpright, type Segment, type TextLayout } from '../layout/text-layout.ts';
import { findGutter } from './column-gutter.ts';

/** A printed line of one text column. On a page with two columns, the lines are in reading order. */
export interface FlowLine {
  readonly segments: readonly Segment[];
  readonly text: string;
  readonly box: Box;
  readonly height: number;
  readonly bold: boolean;
  readonly page: number;
}

/** Returns the lines of a document in reading order. Texts of one printed line stay together. */
export function flowLines(layout: TextLayout): FlowLine[] {
  const lines: FlowLine[] = [];
  const segmentsOf = Map.groupBy(
    layout.segments.filter((segment) => !isUpright(segment)),
    ({ page }) => page,
  );
  for (const page of layout.pages) {
    const order = new Map<ParsedWord, number>();
    for (const [index, line] of page.lines.entries()) for (const word of line.words) order.set(word, index);
    const all = segmentsOf.get(page) ?? [];
    const gutter = layout.geometry ? findGutter(all, page.width) : undefined;
    const placeOf = ({ words, row, box }: Segment): number =>
      gutter === undefined
        ? (order.get(words[0] as ParsedWord) ?? 0)
        : row + (box.left >= gutter ? layout.rows.length : 0);
    for (const [, segments] of [...Map.groupBy(all, placeOf)].sort(([a], [b]) => a - b))
      lines.push(lineOf(segments, page.number));
  }
  return lines;
}

/** Joins consecutive lines that are printed at the same height, such as a title and a date at the right edge. */
export function joinRows(lines: readonly FlowLine[]): FlowLine[] {
  const groups: FlowLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.[0]?.segments[0]?.row === line.segments[0]?.row && last !== undefined) last.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => {
    const [first] = group as [FlowLine];
    return group.length === 1
      ? first
      : lineOf(
          group.flatMap(({ segments }) => segments),
          first.page,
        );
  });
}

function lineOf(segments: readonly Segment[], page: number): FlowLine {
  return {
    segments,
    text: segments.map((segment) => segment.text).join(' '),
    box: boxAround(segments.map((segment) => segment.box)),
    height: Math.max(...segments.map((segment) => segment.height)),
    bold: segments.every((segment) => segment.bold),
    page,
  };
}
