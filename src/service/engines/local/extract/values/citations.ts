import type { Citation } from '../../../../../model/processor/output.ts';
import type { Box } from '../../../parsed-document.ts';
import { originalBox, originalSize } from '../../parse/layout/rotate-box.ts';
import type { Span } from '../candidates/candidate.ts';
import { boxAround } from '../layout/text-layout.ts';

/** Returns one citation per page. A polygon of four points encloses the words of the value on the page. */
export function citationsOf(spans: readonly Span[]): Citation[] {
  const pages = new Map<number, Span[]>();
  for (const span of spans) {
    const list = pages.get(span.segment.page.number);
    if (list === undefined) pages.set(span.segment.page.number, [span]);
    else list.push(span);
  }
  return [...pages].map(([page, here]) => {
    // Citations refer to the original page, before the parser rotated it.
    const parsed = here[0]?.segment.page;
    const boxes = parsed === undefined ? [] : here.flatMap(boxesOf).map((box) => originalBox(parsed, box));
    const size = parsed === undefined ? undefined : originalSize(parsed);
    return {
      page,
      referenceText: here.map(({ segment, start, end }) => segment.text.slice(start, end)).join(' '),
      ...(boxes.length === 0 ? {} : { polygon: polygonOf(boxAround(boxes)) }),
      ...(size === undefined ? {} : { pageWidth: size.width, pageHeight: size.height }),
    };
  });
}

/**
 * Returns the boxes of the words in a range of text. If the range contains only a part of a word, estimates
 * the box of this part from its share of the letters.
 */
function boxesOf({ segment, start, end }: Span): Box[] {
  const boxes: Box[] = [];
  for (const [index, word] of segment.words.entries()) {
    const from = segment.starts[index] ?? 0;
    const length = Math.max(1, word.text.length);
    if (from >= end || from + length <= start) continue;
    const { left, right, top, bottom } = word.box;
    const letter = (right - left) / length;
    boxes.push({
      top,
      bottom,
      left: left + letter * Math.max(0, start - from),
      right: right - letter * Math.max(0, from + length - end),
    });
  }
  return boxes;
}

function polygonOf(box: Box): { x: number; y: number }[] {
  const at = (x: number, y: number): { x: number; y: number } => ({ x: round(x), y: round(y) });
  return [at(box.left, box.top), at(box.right, box.top), at(box.right, box.bottom), at(box.left, box.bottom)];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
