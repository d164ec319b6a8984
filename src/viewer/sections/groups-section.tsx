import type { SliceRow } from '../../model/report/report-model.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { formatInterval, formatNumber } from '../blocks/format-measurement.ts';
import {
  type Column,
  changeColumns,
  DataTable,
  numberColumn,
  SectionHeading,
  versionsColumn,
} from '../parts/data-table.tsx';
import { IntervalScale, intervalRange, Whiskers } from '../parts/marks.tsx';
import { formatAddress } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';
import { filterTerm } from '../state/document-filter.ts';

/** Slices with fewer documents are grey, because their intervals are too wide to draw conclusions. */
const smallSlice = 20;

export const view = defineView('groups', ({ names, data }) => {
  const { rows, changes } = data;
  const range = intervalRange(rows.flatMap((row) => [...row.headline, ...row.exact]));
  const metricColumns = (
    heading: string,
    of: (row: SliceRow) => readonly Measurement[],
  ): Column<SliceRow>[] => [
    versionsColumn(`${heading}, %`, of),
    {
      heading: <IntervalScale ends={range} label={`${heading} with interval`} />,
      cell: (row) => <Whiskers values={of(row)} range={range} />,
      title: (row) => formatInterval(of(row).at(-1) ?? null),
    },
  ];
  const changeOf = (row: SliceRow) =>
    changes.find(({ tag, value }) => tag === row.tag && value === row.value)?.comparison;
  return (
    <>
      <SectionHeading title="Groups of documents">
        Results by tag. Slices with fewer than {smallSlice} documents are grey: too few to draw conclusions.
        {names.length > 1 && ` ${names[0]} above, ${names[1]} below.`}
      </SectionHeading>
      <DataTable<SliceRow>
        label="Slices"
        rows={rows}
        rowLook={(row) => (row.documents < smallSlice ? 'small-n' : undefined)}
        columns={[
          { heading: 'Tag', cell: (row) => row.tag },
          { heading: 'Value', cell: (row) => <SliceLink row={row} /> },
          numberColumn('Documents', (row) => formatNumber(row.documents)),
          ...metricColumns('Headline', (row) => row.headline),
          ...(changes.length > 0 ? changeColumns(changeOf) : []),
          ...metricColumns('Fully right', (row) => row.exact),
        ]}
      />
    </>
  );
});

function SliceLink({ row }: { row: SliceRow }) {
  const q = filterTerm('tag', `${row.tag}=${row.value}`);
  return <a href={formatAddress('documents', '', { q })}>{row.value}</a>;
}
