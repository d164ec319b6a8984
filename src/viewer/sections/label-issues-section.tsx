import { placeText } from '../../base/place-text.ts';
import { formatValue } from '../../model/json/json-value.ts';
import type { LabelIssue } from '../../model/report/sections/label-issue.ts';
import { formatNumber, formatOf100 } from '../blocks/format-measurement.ts';
import { CropById } from '../documents/crop.tsx';
import { DataTable, DocumentLink, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { PathText } from '../parts/leaf-value.tsx';
import { defineView, useBlock } from '../state/blocks.ts';

const maxIssues = 500;

/** Labels that are probably wrong, with the evidence. A reviewer decides on each label. */
export const view = defineView('labelIssues', ({ data }) => {
  const { issues, found, likely, notes } = data;
  const hasImages = useBlock('places')?.images.some((count) => count > 0) ?? false;
  const shown = issues.slice(0, maxIssues);
  return (
    <>
      <SectionHeading title="Label issues">
        {formatNumber(likely)} of {formatNumber(data.labels)} labels are more likely wrong than right
        {found > likely &&
          `. ${formatNumber(found - likely)} more are doubtful, but more likely right than wrong`}
        .
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
          look="label-issues wrapped-heads"
          rows={shown}
          columns={[
            { heading: 'Document', cell: ({ itemId }) => <DocumentLink id={itemId} /> },
            { heading: 'Field', look: 'path', cell: ({ path }) => <PathText path={placeText(path)} /> },
            { heading: 'Label', look: 'value', cell: ({ label }) => formatValue(label) },
            { heading: 'Proposed', look: 'value', cell: ({ proposed }) => formatValue(proposed) },
            ...(hasImages
              ? [
                  {
                    heading: 'On the page',
                    from: 'medium' as const,
                    cell: ({ itemId, path }: LabelIssue) => (
                      <CropById id={itemId} path={path} isExtraRow={false} />
                    ),
                  },
                ]
              : []),
            { heading: 'Reasons', cell: ({ reasons }) => reasons.map(({ text }) => text).join('; ') },
            numberColumn<LabelIssue>('How likely it is wrong, of 100', ({ score }) =>
              formatOf100(1 / (1 + Math.exp(-score)), 'share'),
            ),
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
