import type { Box, ParsedWord } from '../../../parsed-document.ts';
import { boxAround, type Segment, type TextLayout } from '../layout/text-layout.ts';
import { findGutter } from './column-gutter.ts';

/** A printed line of one text column. The lines of a page with two columns follow in reading order. */
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
  for (const page of layout.pages) {
    const order = new Map<ParsedWord, number>();
    for (const [index, line] of page.lines.entries()) for (const word of line.words) order.set(word, index);
    const groups = new Map<number, Segment[]>();
    const all = layout.segments.filter((segment) => segment.page === page);
    const gutter = layout.geometry ? findGutter(all, page.width) : undefined;
    for (const segment of all) {
      const place = order.get(segment.words[0] as ParsedWord) ?? 0;
      const at =
        gutter === undefined ? place : segment.row + (segment.box.left >= gutter ? layout.rows.length : 0);
      const group = groups.get(at);
      if (group === undefined) groups.set(at, [segment]);
      else group.push(segment);
    }
    for (const [, segments] of [...groups].sort(([a], [b]) => a - b))
      lines.push(lineOf(segments, page.number));
  }
  return lines;
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
