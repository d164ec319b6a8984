import { createRequire } from 'node:module';
import path from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { expandTabs, gridCell, gridSheet } from '../flow/text-grid.ts';
import type { FlowFile } from '../open/flow-file.ts';
import type { TextFile } from '../open/open-document.ts';
import { textPagesOf } from '../open/open-document.ts';

const family = 'goldset mono';
/**
 * Pixels per unit of `fontSize`. The font size `gridCell.height` (12) becomes 10 px, because a character of this font is
 * then `gridCell.width` (6) wide.
 */
const emPerPoint = 10 / gridCell.height;
/** Distance of the baseline from the top of a line, as a share of the font size. */
const baseline = 0.78;

let registered = false;

/** Returns the size in points of a page that goldset laid out. */
export async function textPageSize(document: TextFile | FlowFile, number: number): Promise<PageSize> {
  if (document.kind === 'flow') {
    const { width = 0, height = 0 } = document.pages[number - 1] ?? {};
    return { width, height };
  }
  const rows = rowsOf((await textPagesOf(document))[number - 1] ?? '');
  const columns = rows.reduce<number>((longest, row) => Math.max(longest, row.length), gridSheet.columns);
  return {
    width: columns * gridCell.width,
    height: Math.max(gridSheet.rows, rows.length) * gridCell.height,
  };
}

/** Draws the words of a page at their positions, in the monospaced font of this package. */
export async function drawTextPage(
  context: SKRSContext2D,
  document: TextFile | FlowFile,
  number: number,
  scale: number,
): Promise<void> {
  await registerFont();
  context.scale(scale, scale);
  context.fillStyle = '#1a1a1a';
  if (document.kind === 'text') {
    context.font = fontOf(gridCell.height, false);
    for (const [index, row] of rowsOf((await textPagesOf(document))[number - 1] ?? '').entries())
      for (const word of row.matchAll(/\S+/g))
        context.fillText(word[0], word.index * gridCell.width, (index + baseline) * gridCell.height);
    return;
  }
  let font = '';
  for (const { words } of document.pages[number - 1]?.lines ?? [])
    for (const { text, box, fontSize, bold = false } of words) {
      const required = fontOf(fontSize, bold);
      // Sets the font only if it changes, because setting it is much slower than drawing a word.
      if (required !== font) context.font = required;
      font = required;
      context.fillText(text, box.left, box.top + baseline * fontSize, box.right - box.left);
    }
}

/** Returns the rows of a text. Drops empty rows at the end, as the parser does. */
function rowsOf(text: string): string[] {
  const rows = text.split('\n').map(expandTabs);
  while (rows.length > 0 && rows.at(-1)?.trim() === '') rows.pop();
  return rows;
}

function fontOf(fontSize: number, bold: boolean): string {
  return `${bold ? 'bold ' : ''}${fontSize * emPerPoint}px "${family}"`;
}

async function registerFont(): Promise<void> {
  if (registered) return;
  const { GlobalFonts } = await import('@napi-rs/canvas');
  const folder = path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
  for (const file of ['DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf'])
    GlobalFonts.registerFromPath(path.join(folder, 'ttf', file), family);
  registered = true;
}

export interface PageSize {
  /** Size in points. */
  readonly width: number;
  readonly height: number;
}
