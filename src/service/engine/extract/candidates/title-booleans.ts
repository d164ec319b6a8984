import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import type { Segment } from '../layout/text-layout.ts';
import { documentTitles } from '../lexicon/document-titles.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import type { Candidate } from './candidate.ts';
import type { LabelledLayout } from './labelled-values.ts';

const titleRows = 30;

/**
 * `is_credit_note` and the like: true where the document bears that title, false where it bears the title of another
 * kind. A document without any known title answers nothing.
 */
export function titleBooleans(labelled: LabelledLayout, fields: readonly FieldPlan[]): Candidate[] {
  return fields.flatMap((field) => {
    const kind = field.shape === 'boolean' ? (kindOf(field.node.name) ?? kindOf(field.node.key)) : undefined;
    if (kind === undefined) return [];
    const own = titleAmong(labelled, documentTitles[kind] ?? []);
    const found =
      own ??
      titleAmong(
        labelled,
        Object.entries(documentTitles).flatMap(([name, titles]) => (name === kind ? [] : titles)),
      );
    if (found === undefined) return [];
    const span = { segment: found, start: 0, end: found.text.length };
    const reason = own === undefined ? 'title of another kind of document' : 'title of the document';
    return [
      {
        spans: [span],
        text: found.text,
        truth: own !== undefined,
        field: field.index,
        score: own === undefined ? 0.75 : 0.95,
        reason,
        labelled: true,
      },
    ];
  });
}

/** The kind of document that a name like `is_credit_note` asks about. */
function kindOf(name: string): string | undefined {
  const match = /^(?:is|is an|is a)\s+(.+)$/.exec(
    tokensOf(name)
      .map((token) => token.text)
      .join(' '),
  );
  const asked = joinedForm(match?.[1] ?? '');
  return asked === ''
    ? undefined
    : Object.keys(documentTitles).find((kind) =>
        documentTitles[kind]?.some((title) => joinedForm(title) === asked),
      );
}

/** A line at the head of the first page that starts with one of the titles and holds little more than a number. */
function titleAmong(labelled: LabelledLayout, titles: readonly string[]): Segment | undefined {
  const joined = titles.map(joinedForm);
  const first = labelled.layout.pages[0];
  for (const row of labelled.layout.rows.slice(0, titleRows)) {
    if (row.page !== first) break;
    for (const segment of row.segments) {
      if (segment.tokens.length > 9) continue;
      let start = '';
      for (const token of segment.tokens.slice(0, 4)) {
        start += token.text;
        if (joined.includes(start)) return segment;
      }
    }
  }
  return undefined;
}
