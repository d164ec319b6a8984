import type { LabelIssue } from '../../model/report/label-issue.ts';
import { column, defineTable } from './define-table.ts';

/** The review list; `goldset dataset apply-review` reads it back when the last three columns are filled in. */
export const labelIssuesTable = defineTable<
  { readonly issues: Iterable<LabelIssue> } | null | undefined,
  LabelIssue
>({
  name: 'label-issues',
  doc: 'a label that is probably wrong, strongest evidence first; labels are JSON, so that a text stays a text',
  columns: [
    column('item', 'text', 'id of the item', ({ itemId }) => itemId),
    column('path', 'text', 'place of the label', ({ path }) => path),
    column('label', 'text', 'label, as JSON', ({ label }) => JSON.stringify(label)),
    column('proposed', 'text', 'proposed label, as JSON', ({ proposed }) => JSON.stringify(proposed)),
    column('score', 'number', 'weight of the evidence', ({ score }) => Number(score.toFixed(2))),
    column('why', 'text', 'evidence', ({ reasons }) => reasons.map(({ text }) => text).join('; ')),
    column('decision', 'text', 'decision of the reviewer, empty', () => null),
    column('corrected', 'text', 'corrected label, empty', () => null),
    column('reviewer', 'text', 'name of the reviewer, empty', () => null),
  ],
  rows: (section) => section?.issues ?? [],
});
