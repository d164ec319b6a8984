import { type LabelNoiseRow, labelNoiseText } from '../../model/report/label-noise.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { DataTable, numberColumn, SectionHeading, versionsColumn } from '../parts/data-table.tsx';
import { defineView } from '../state/blocks.ts';

/** Accuracy per field next to the highest accuracy that the gold permits. */
export const view = defineView('labelNoise', ({ names, data }) => {
  const { documents, isAdjudicated, dataset, rows } = data;
  return (
    <>
      <SectionHeading title="Label noise">
        {formatNumber(documents)} documents were annotated twice (second labels: {dataset}).{' '}
        {isAdjudicated
          ? 'The second labels are adjudicated, so a first label that differs from them is wrong.'
          : 'Each of two labels that differ is equally often wrong. Errors that coincide are not seen, so the gold may be worse than shown.'}
      </SectionHeading>
      <p class="quiet">
        A version above the lower end of the interval in "Gold" is not distinguishable from label noise. A
        field needs 30 places with two labels; otherwise, its label noise is unknown.
      </p>
      <DataTable<LabelNoiseRow>
        label="Accuracy and label noise"
        rows={rows}
        columns={[
          { heading: 'Field', cell: ({ label }) => label },
          numberColumn('Annotated twice', ({ places }) => formatNumber(places)),
          versionsColumn<LabelNoiseRow>('Accuracy, %', ({ accuracy }) => accuracy),
          { heading: 'Gold', cell: (row) => labelNoiseText(row) },
          { heading: 'Reading', cell: (row) => readingText(row, names) },
        ]}
      />
    </>
  );
});

/** Returns which versions are not distinguishable from label noise. */
function readingText({ isWithinNoise }: LabelNoiseRow, names: readonly string[]): string {
  const within = names.filter((_, i) => isWithinNoise[i] === true);
  if (within.length === 0) return '';
  const text = 'not distinguishable from label noise';
  return names.length === 1 ? text : `${within.join(' and ')}: ${text}`;
}
