import type { FoundValue } from '../candidates/candidate.ts';
import { joinedForm } from '../layout/fold-text.ts';
import type { Segment, TextLayout } from '../layout/text-layout.ts';
import { traitsOf } from '../parties/line-traits.ts';
import { nameValue } from '../parties/party.ts';

const signedBy = /^\W{0,3}(?:by|per|durch|par|por)\s*:/i;
/**
 * Description of a company, such as `a Texas limited partnership`. Contracts print it between the name and
 * the signature.
 */
const description = /^(?:[Aa]n?\s|\p{Ll})/u;
const maxLinesAbove = 3;
const maxParties = 60;

/** Returns the companies in signature blocks: names with a legal form in the lines above `By:`. */
export function signingParties(layout: TextLayout): FoundValue[] {
  const found = new Map<string, FoundValue>();
  for (const segment of layout.segments) {
    if (!signedBy.test(segment.text) || found.size >= maxParties) continue;
    const name = nameAbove(layout, segment);
    if (name === undefined) continue;
    const value = nameValue(name);
    const key = joinedForm(value.text);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

/**
 * Returns the nearest name with a legal form in the lines above a signature. Skips lines with a colon, such as a second
 * `By:`, which belong to the same signature block.
 */
function nameAbove(layout: TextLayout, signature: Segment): Segment | undefined {
  let last = signature;
  let lines = 0;
  for (let index = signature.row - 1; index >= 0 && lines < maxLinesAbove; index--) {
    const row = layout.rows[index];
    if (row === undefined || row.page !== signature.page) return undefined;
    const above = row.segments.find(({ box }) => Math.abs(box.left - signature.box.left) < 60);
    if (above === undefined) continue;
    if (last.box.top - above.box.bottom > 4 * Math.max(last.height, 6)) return undefined;
    const { legalForm, nameable, address } = traitsOf(above.text);
    if (
      legalForm &&
      nameable &&
      address < 0.3 &&
      !description.test(above.text) &&
      !above.text.includes(':') &&
      above.text.length < 80
    )
      return above;
    last = above;
    lines += 1;
  }
  return undefined;
}
