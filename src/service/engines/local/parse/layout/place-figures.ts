import type { PageBlock } from '../../../engine.ts';
import type { Box, ParsedLine, ParsedPage } from '../../../parsed-document.ts';

interface PlacedBlock {
  readonly block: PageBlock;
  readonly markdown: string;
  readonly lines: readonly ParsedLine[];
}

/**
 * Adds the pictures of a page to its blocks. A picture precedes the first block in reading order that starts below the top
 * of the picture and in the same column. Without such a block, the picture follows the last block of its column.
 */
export function placeFigures<T extends PlacedBlock>(
  page: ParsedPage,
  blocks: readonly T[],
): (T | PlacedBlock)[] {
  // The pictures before each block, and in the last list the pictures after the last block. Pictures are not compared
  // with each other, because a page can have thousands of pictures.
  const figures: PlacedBlock[][] = Array.from({ length: blocks.length + 1 }, () => []);
  for (const { text, box } of page.figures ?? []) {
    const inColumn = (other: Box) => other.left < box.right && other.right > box.left;
    const next = blocks.findIndex(({ block }) => block.box.top >= box.top && inColumn(block.box));
    const last = blocks.findLastIndex(({ block }) => inColumn(block.box));
    const at = next >= 0 ? next : last >= 0 ? last + 1 : blocks.length;
    const block: PageBlock = { type: 'figure', content: text, box };
    figures[at]?.push({ block, markdown: figureMarkdown(text), lines: [] });
  }
  return figures.flatMap((before, index) => [...before, ...blocks.slice(index, index + 1)]);
}

function figureMarkdown(text: string): string {
  return `![${text.replace(/[[\]\\]/g, ' ').trim()}]()`;
}
