import type { Segment } from '../layout/text-layout.ts';
import type { BooleanQuestion } from '../lexicon/boolean-questions.ts';
import type { FoundValue } from './candidate.ts';
import type { LabelledLayout } from './labelled-values.ts';

const titleRows = 30;
const maxTitleWords = 6;

/**
 * Returns the answer that a title on the first page gives to a yes-or-no question, or `undefined` if no title answers
 * the question. The most prominent title decides, because a credit note also names the invoice that it corrects.
 */
export function titleAnswer(
  labelled: LabelledLayout,
  question: BooleanQuestion,
): (FoundValue & { readonly truth: boolean }) | undefined {
  const yes = new Set(question.yesTitles);
  const no = new Set(question.noTitles);
  if (yes.size === 0) return undefined;
  const first = labelled.layout.pages[0];
  const rows = labelled.layout.rows.slice(0, titleRows).filter((row) => row.page === first);
  const heights = rows.flatMap((row) => row.segments.map(({ height }) => height)).sort((a, b) => a - b);
  const usual = Math.max(1, heights[heights.length >> 1] ?? 1);
  let best: { segment: Segment; truth: boolean; score: number } | undefined;
  for (const row of rows) {
    for (const segment of row.segments) {
      const title = titleIn(segment, yes, no);
      if (title === undefined) continue;
      const score = prominence(segment, title.end, usual) + (title.truth ? 0.2 : 0) - row.index * 0.01;
      if (best === undefined || score > best.score) best = { segment, truth: title.truth, score };
    }
  }
  if (best === undefined) return undefined;
  const { segment, truth } = best;
  return { spans: [{ segment, start: 0, end: segment.text.length }], text: segment.text, truth };
}

/** Returns the longest title at the start of a line. Ignores lines of more than nine words. */
function titleIn(
  segment: Segment,
  yes: ReadonlySet<string>,
  no: ReadonlySet<string>,
): { truth: boolean; end: number } | undefined {
  if (segment.tokens.length > 9) return undefined;
  let start = '';
  let found: { truth: boolean; end: number } | undefined;
  for (const token of segment.tokens.slice(0, maxTitleWords)) {
    start += token.text;
    if (yes.has(start)) found = { truth: true, end: token.end };
    else if (no.has(start)) found = { truth: false, end: token.end };
  }
  return found;
}

/**
 * Scores a title by its text height and by the text after it. The score is higher if nothing or only a number
 * follows the title. A colon after the title lowers the score, because the text is then a label.
 */
function prominence(segment: Segment, end: number, usual: number): number {
  const rest = segment.text.slice(end);
  const size = Math.min(2.5, segment.height / usual);
  if (/^[\s\p{P}\p{S}]*$/u.test(rest)) return size + (/[:：]/.test(rest) ? 0 : 0.6);
  const number = /^[^\p{L}]*(?:\p{L}{1,4}[.:°º]?\s*)?[^\p{L}]*\p{L}{0,4}[-\d/]*[^\p{L}]*$/u.test(rest);
  return size + (number ? (/[:：]/.test(rest) ? 0.1 : 0.4) : 0);
}
