import { placeText } from '../../base/place-text.ts';
import {
  type CauseExample,
  type CauseRow,
  causeFieldsText,
  causeFilesText,
  causeGainText,
  causeGroupText,
} from '../../model/score/cause-section.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import {
  type Column,
  DataTable,
  DocumentLink,
  numberColumn,
  SectionHeading,
  Table,
} from '../parts/data-table.tsx';
import { PathText } from '../parts/leaf-value.tsx';
import { defineView } from '../state/blocks.ts';

/**
 * Lists wrong values by cause. The order is by the number of documents that would be fully right without the errors of
 * the cause, largest first.
 */
export const view = defineView('causes', ({ names, data }) => {
  const { causes, documents, wrongValues, files } = data;
  const last = (row: CauseRow) => row.versions.at(-1);
  return (
    <>
      <SectionHeading title="What to fix first">
        {formatNumber(wrongValues.at(-1) ?? 0)} wrong, missing or extra values
        {names.length > 1 && ` of ${names.at(-1)}`} in {formatNumber(documents.at(-1) ?? 0)} documents,
        grouped by cause.{' '}
        {causes.some((row) => row.name !== 'unknown' && (last(row)?.gain.documents ?? 0) > 0)
          ? 'Fixing the first known cause makes the most documents fully right.'
          : 'No known cause alone keeps a document from being fully right.'}
      </SectionHeading>
      <DataTable<CauseRow>
        label="Causes of wrong values"
        rows={causes}
        columns={[
          { heading: 'Cause', cell: ({ label }) => label, title: ({ doc }) => doc },
          numberColumn('Fully right if fixed', (row) => causeGainText(last(row)?.gain, documents.at(-1))),
          perVersion('Wrong values', ({ versions }) => versions.map(({ values }) => values)),
          perVersion('Documents', ({ versions }) => versions.map((figures) => figures.documents), 'medium'),
          { heading: 'Fields', from: 'wide', cell: (row) => causeFieldsText(last(row)?.fields ?? []) },
          {
            heading: 'More frequent in',
            from: 'wide',
            cell: (row) => {
              const group = last(row)?.group ?? null;
              return group === null ? '' : causeGroupText(group);
            },
          },
        ]}
        openBelow={(row) => row.examples.length > 0 && <Examples row={row} />}
      />
      <p class="quiet">
        "Fully right if fixed" counts the documents whose errors all have this cause, and their share of all
        documents. Rules find the cause from the expected value, the predicted value and the text of the
        document. It is an indication, not a proof. A value has one cause: the first that applies, from the
        most specific to the most general. {causeFilesText(files)}
      </p>
    </>
  );
});

/** Returns a column with one number per version: the baseline in small text, and the candidate below it. */
function perVersion(
  heading: string,
  of: (row: CauseRow) => readonly number[],
  from?: Column<CauseRow>['from'],
) {
  const cell = (row: CauseRow) => {
    const values = of(row).map((value) => formatNumber(value));
    return (
      <>
        {values.length > 1 && <span class="baseline-number">{values[0]}</span>}
        <span>{values.at(-1)}</span>
      </>
    );
  };
  return numberColumn<CauseRow>(heading, cell, from && { from });
}

function Examples({ row: { label, examples, versions } }: { row: CauseRow }) {
  const values = versions.at(-1)?.values ?? 0;
  return (
    <details>
      <summary>
        {formatNumber(examples.length)}
        {examples.length < values && ` of ${formatNumber(values)}`} {values === 1 ? 'value' : 'values'}
        {examples.length < values && ', at most one per document'}
        <span class="visually-hidden">: {label}</span>
      </summary>
      <Table<CauseExample>
        rows={examples}
        columns={[
          { heading: 'Document', cell: ({ itemId }) => <DocumentLink id={itemId} /> },
          {
            heading: 'Place',
            look: 'path',
            cell: ({ path, extraRow = false }) => <PathText path={placeText(path, extraRow)} />,
          },
          { heading: 'Expected', look: 'value', cell: ({ expected }) => expected },
          { heading: 'Got', look: 'value', cell: ({ predicted }) => predicted },
        ]}
      />
    </details>
  );
}
