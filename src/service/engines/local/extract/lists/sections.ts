import type { TextLayout } from '../layout/text-layout.ts';
import { isSectionName } from './field-words.ts';
import { type FlowLine, flowLines } from './flow-lines.ts';

/** A heading with the lines below it, up to the next heading of the same or a higher level. */
export interface Section {
  readonly heading: FlowLine;
  readonly title: string;
  readonly lines: readonly FlowLine[];
}

const maxHeadingLength = 70;
/** Page numbers, such as `Page 2 of 5`. They belong to no section. */
const pageMark = /^(?:page|seite|página|pagina)?\s*\d{1,4}(?:\s*(?:\/|of|von|de|di|sur)\s*\d{1,4})?$/i;

/**
 * Returns the sections of a document. A short line is a heading if it is larger than the text, bold, in capitals, or a
 * well-known heading.
 */
export function findSections(layout: TextLayout): Section[] {
  const lines = flowLines(layout).filter((line) => !pageMark.test(line.text.trim()));
  const body = bodyStyle(lines);
  const levels = lines.map((line) => headingLevel(line, body));
  return lines.flatMap((heading, index) => {
    const level = levels[index] ?? 0;
    if (level === 0) return [];
    let end = index + 1;
    while (end < lines.length && !isAtLeast(levels[end] ?? 0, level)) end += 1;
    return [{ heading, title: titleOf(heading.text), lines: lines.slice(index + 1, end) }];
  });
}

/** Returns a heading without its number and the signs at its end. */
export function titleOf(text: string): string {
  return text
    .replace(/^\s*(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,4}\.|[A-Z]\.)\s+(?=\p{L})/u, '')
    .replace(/[\s:.–—-]+$/, '');
}

interface BodyStyle {
  readonly height: number;
  readonly bold: boolean;
}

function bodyStyle(lines: readonly FlowLine[]): BodyStyle {
  const sizes = lines
    .flatMap((line) => Array.from({ length: Math.ceil(line.text.length / 20) }, () => line.height))
    .sort((a, b) => a - b);
  const bold = lines.filter((line) => line.bold).length;
  return { height: sizes[sizes.length >> 1] ?? 10, bold: bold * 2 > lines.length };
}

/** Returns the level of a heading, or 0 for other lines. A higher level is a more important heading. */
function headingLevel(line: FlowLine, body: BodyStyle): number {
  if (line.text.length > maxHeadingLength || /[,;]\s*$/.test(line.text)) return 0;
  const text = titleOf(line.text);
  if (/[@|\]]/.test(text)) return 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3 || letters * 2 < text.replace(/\s/g, '').length || text.split(/\s+/).length > 9) return 0;
  const known = isSectionName(text) && !/^\p{Ll}/u.test(text);
  const upper = letters >= 4 && text === text.toUpperCase() && text !== text.toLowerCase();
  const larger = line.height > 1.12 * body.height;
  const bold = line.bold && !body.bold;
  if (!known && !upper && !larger && !bold) return 0;
  if (!known && /[.!?]$/.test(line.text.trim())) return 0;
  const size = Math.min(3, line.height / Math.max(1, body.height));
  return size * 10 + (upper ? 4 : 0) + (bold ? 3 : 0) + (known && !upper && !bold ? 4 : 0);
}

/**
 * Returns whether a heading ends the section of an earlier heading. A slightly lower level is enough, because
 * OCR measures text heights inexactly.
 */
function isAtLeast(level: number, other: number): boolean {
  return level > 0 && level >= other - 1.6;
}
