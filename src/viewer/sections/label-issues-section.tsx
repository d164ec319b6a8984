import { formatValue } from '../../model/json/json-value.ts';
import type { LabelIssue } from '../../model/report/label-issue.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { DataTable, DocumentLink, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { PathText } from '../parts/leaf-value.tsx';
import { defineView } from '../state/blocks.ts';

const maxIssues = 500;

/** Labels that are probably wrong, with the evidence. A reviewer decides about each label. */
export const view = defineView('labelIssues', ({ data }) => {
  const { issues, found, likely, notes } = data;
  const shown = issues.slice(0, maxIssues);
  return (
    <>
      <SectionHeading title="Label issues">
        {formatNumber(likely)} of {formatNumber(data.labels)} labels are more likely wrong than right
        {found > likely && `. ${formatNumber(found - likely)} more have a score below 0 and are doubtful`}.
        {found > 0 &&
          ' Look at the document, enter your decision in the review list (label-issues.csv), and apply the list with goldset dataset apply-review.'}
      </SectionHeading>
      {notes.length > 0 && (
        <details>
          <summary>Scope of the search</summary>
          <ul class="quiet">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
      {shown.length > 0 && (
        <DataTable<LabelIssue>
          label="Label issues"
          look="label-issues"
          rows={shown}
          columns={[
            { heading: 'Document', cell: ({ itemId }) => <DocumentLink id={itemId} /> },
            { heading: 'Path', look: 'path', cell: ({ path }) => <PathText path={path} /> },
            { heading: 'Label', look: 'value', cell: ({ label }) => formatValue(label) },
            { heading: 'Proposed', look: 'value', cell: ({ proposed }) => formatValue(proposed) },
            { heading: 'Evidence', cell: ({ reasons }) => reasons.map(({ text }) => text).join('; ') },
            numberColumn<LabelIssue>('Score', ({ score }) => formatNumber(score, 1)),
          ]}
        />
      )}
      {found > shown.length && (
        <p class="quiet">
          {formatNumber(shown.length)} of {formatNumber(found)} shown. label-issues.csv lists the first{' '}
          {formatNumber(issues.length)}
          {found > issues.length && ', and goldset label-issues --review lists all'}.
        </p>
      )}
    </>
  );
});
