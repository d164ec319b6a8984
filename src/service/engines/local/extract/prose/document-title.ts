import type { FoundValue } from '../candidates/candidate.ts';
import type { Segment, TextLayout } from '../layout/text-layout.ts';
import { agreementNouns } from '../lexicon/prose-facts.ts';

const maxRows = 60;
const maxLines = 4;
const noun = new RegExp(`(?:^|[^\\p{L}])\\p{L}*(?:${agreementNouns.join('|')})s?(?![\\p{L}])`, 'iu');
/** Words of sentences, exhibit numbers and lists of contents. A title does not contain such words. */
const notTitle =
  /\.{4}|[.;]$|\b(?:this|dated|between|shall|hereby|pursuant|page|whereas|dieser|présente?)\b|^(?:exhibit|schedule|annex|appendix|anlage|annexe)\b/iu;

/** Returns the title of a contract, as printed in one to four lines at the top of the document. */
export function documentTitle(layout: TextLayout): (FoundValue & { readonly score: number }) | undefined {
  for (const row of layout.rows.slice(0, maxRows)) {
    const [first] = row.segments;
    if (first === undefined || row.segments.length > 1 || !isTitleLine(first) || !noun.test(first.text))
      continue;
    const lines = [first];
    for (let index = row.index - 1; index >= 0 && lines.length < maxLines; index--) {
      const above = layout.rows[index]?.segments ?? [];
      const [cell] = above;
      if (cell === undefined || above.length > 1 || !continues(cell, lines[0] as Segment)) break;
      lines.unshift(cell);
    }
    for (let index = row.index + 1; lines.length < maxLines; index++) {
      const [cell, other] = layout.rows[index]?.segments ?? [];
      const last = lines.at(-1) as Segment;
      if (cell === undefined || other !== undefined || !continues(last, cell)) break;
      lines.push(cell);
    }
    const spans = lines.map((segment) => ({ segment, start: 0, end: titleEnd(segment.text) }));
    const text = spans
      .map(({ segment, end }) => segment.text.slice(0, end))
      .join(' ')
      .trim();
    return { spans, text, score: isCapital(text) || first.bold ? 1 : 0.9 };
  }
  return undefined;
}

function titleEnd(text: string): number {
  return text.replace(/[\s:;,–—-]+$/, '').length;
}

function isTitleLine({ text }: Segment): boolean {
  const words = text.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
  if (words.length === 0 || words.length > 14 || text.length > 110 || notTitle.test(text.trim()))
    return false;
  const long = words.filter((word) => word.length > 3);
  return long.every((word) => /^\p{Lu}/u.test(word));
}

function isCapital(text: string): boolean {
  return text === text.toUpperCase() && /\p{Lu}/u.test(text);
}

/** Returns whether two lines are parts of one title: close to each other, centred or aligned, and in one style. */
function continues(above: Segment, below: Segment): boolean {
  if (above.page !== below.page || !isTitleLine(above) || !isTitleLine(below)) return false;
  if (isCapital(above.text) !== isCapital(below.text) || Math.abs(above.height - below.height) > 1)
    return false;
  if (below.box.top - above.box.bottom > 1.2 * Math.max(above.height, 6)) return false;
  const centre = Math.abs(above.box.left + above.box.right - below.box.left - below.box.right) / 2;
  return centre < 2 * above.height || Math.abs(above.box.left - below.box.left) < above.height / 2;
}
