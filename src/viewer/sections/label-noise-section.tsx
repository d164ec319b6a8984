import type { LabelNoiseRow } from '../../model/report/sections/label-noise.ts';
import { isWithinLabelNoise, labelCeilingText, withinLabelNoise } from '../../model/score/measurement.ts';
import { formatInUnit, formatNumber, nothing } from '../blocks/format-measurement.ts';
import { DataTable, numberColumn, SectionHeading, versionsColumn } from '../parts/data-table.tsx';
import { defineView } from '../state/blocks.ts';

/**
 * Each figure next to its label ceiling: the value that a version without errors is expected to reach. The label
 * ceiling is below 100 %, because some labels of the gold are wrong.
 */
export const view = defineView('labelNoise', ({ names, data }) => {
  const { documents, isAdjudicated, dataset, rows } = data;
  return (
    <>
      <SectionHeading title="Label noise">
        {formatNumber(documents)} documents were annotated twice (second labels: {dataset}).{' '}
        {isAdjudicated
          ? 'The second labels are adjudicated, so a first label that differs from them is wrong.'
          : 'If two labels differ, each of them is assumed to be wrong in half of the cases. Errors that both labels share are not found, so the gold may be worse than shown.'}
      </SectionHeading>
      <p class="quiet">
        If a figure of a version is above the lower end of the interval in the column "Gold", wrong labels
        alone can explain its errors. With fewer than 30 places that have two labels, the label noise of a
        figure is unknown.
      </p>
      <DataTable<LabelNoiseRow>
        label="Figures and label noise"
        rows={rows}
        columns={[
          { heading: 'Figure', cell: ({ label }) => label },
          numberColumn('Annotated twice', ({ places }) => formatNumber(places)),
          numberColumn('Labels agree, %', ({ ceiling }) =>
            ceiling === null ? nothing : formatInUnit(ceiling.agreement.value, 'share'),
          ),
          versionsColumn<LabelNoiseRow>('Value, %', ({ values }) => values),
          {
            heading: 'Gold',
            cell: ({ ceiling }) => (ceiling === null ? 'label noise unknown' : labelCeilingText(ceiling)),
          },
          { heading: 'Reading', cell: (row) => readingText(row, names) },
        ]}
      />
    </>
  );
});

/** States for which versions label noise can explain all errors. */
function readingText({ ceiling, values }: LabelNoiseRow, names: readonly string[]): string {
  if (ceiling === null) return '';
  const within = names.filter((_, i) => {
    const value = values[i];
    return value !== undefined && isWithinLabelNoise({ ...value, labelCeiling: ceiling });
  });
  if (within.length === 0) return '';
  return names.length === 1 ? withinLabelNoise : `${within.join(' and ')}: ${withinLabelNoise}`;
}
