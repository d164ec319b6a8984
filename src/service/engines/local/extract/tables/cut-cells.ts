import type { Span } from '../candidates/candidate.ts';
import type { Segment, TextLayout } from '../layout/text-layout.ts';
import type { TableRow } from './column-plan.ts';

/** Maximum distance between two lines of one cell, in heights of the text. */
const maxLineGap = 0.9;

/**
 * Returns a function that reports whether the text of a cell can continue on the next line. This is the case if text
 * that belongs to no cell is directly below the cell.
 */
export function cutCells(layout: TextLayout, rows: readonly TableRow[]): (spans: readonly Span[]) => boolean {
  const used = new Set(
    rows.flatMap(({ cells }) => [...cells.values()].flatMap((spans) => spans.map(({ segment }) => segment))),
  );
  return (spans) => {
    const last = spans.at(-1)?.segment;
    const next = last === undefined ? undefined : layout.rows[last.row + 1];
    if (last === undefined || next === undefined || next.page !== last.page) return false;
    return next.segments.some((segment) => !used.has(segment) && isNextLine(last, segment));
  };
}

function isNextLine(last: Segment, segment: Segment): boolean {
  const { box } = segment;
  const isBelow = box.left < last.box.right && box.right > last.box.left;
  return isBelow && box.top - last.box.bottom < maxLineGap * Math.max(6, segment.height);
}
