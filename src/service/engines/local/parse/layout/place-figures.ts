import type { PageBlock } from '../../../engine.ts';
import type { Box, ParsedLine, ParsedPage } from '../../../parsed-document.ts';

interface PlacedBlock {
  readonly block: PageBlock;
  readonly markdown: string;
  readonly lines: readonly ParsedLine[];
}

/**
 * Adds the pictures of a page to its blocks. A picture precedes the first block in reading order that starts below the top
 * of the picture and in the same column. Without such a block, it follows the last block of its column.
 */
export function placeFigures<T extends PlacedBlock>(
  page: ParsedPage,
  blocks: readonly T[],
): (T | PlacedBlock)[] {
  const placed: (T | PlacedBlock)[] = [...blocks];
  for (const { text, box } of page.figures ?? []) {
    const inColumn = (other: Box) => other.left < box.right && other.right > box.left;
    const next = placed.findIndex(
      ({ block }) => block.type !== 'figure' && block.box.top >= box.top && inColumn(block.box),
    );
    const last = placed.findLastIndex(({ block }) => inColumn(block.box));
    const at = next >= 0 ? next : last >= 0 ? last + 1 : placed.length;
    const block: PageBlock = { type: 'figure', content: text, box };
    placed.splice(at, 0, { block, markdown: figureMarkdown(text), lines: [] });
  }
  return placed;
}

function figureMarkdown(text: string): string {
  return `![${text.replace(/[[\]\\]/g, ' ').trim()}]()`;
}
