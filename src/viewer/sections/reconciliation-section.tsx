import { type ReconciledRow, triedText } from '../../model/report/sections/reconciliation.ts';
import { formatNumber, nothing } from '../blocks/format-measurement.ts';
import { DataTable, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { defineView } from '../state/blocks.ts';

const statusLabels: Record<ReconciledRow['status'], string> = {
  equal: '= equal',
  differs: '≠ differs',
  'not-compared': '· not compared',
};

/** The metrics of goldset next to the metrics of the service. Differences come first, with their explanations. */
export const view = defineView('reconciliation', ({ data }) => {
  const withStatus = (status: ReconciledRow['status']) => data.rows.filter((row) => row.status === status);
  const differing = withStatus('differs');
  const open = [...differing, ...withStatus('not-compared')];
  const equal = withStatus('equal');
  return (
    <>
      <SectionHeading title="Service figures">
        {data.sentence} The comparison is between version {data.version} and batch processor run{' '}
        {data.batchRunId}.
      </SectionHeading>
      {open.length > 0 && <FigureTable rows={open} label="Figures that differ or were not compared" />}
      {data.explanations.length > 1 && (
        <>
          <h2>Other possible explanations</h2>
          <ul>
            {data.explanations.slice(1, 11).map(({ changes }, number) => (
              <li key={number}>
                {changes
                  .map(({ text, candidates }) =>
                    candidates.length === 0 ? text : `${text} (${candidates.slice(0, 8).join(', ')})`,
                  )
                  .join(', and ')}
              </li>
            ))}
          </ul>
        </>
      )}
      <details open={differing.length === 0}>
        <summary>{formatNumber(equal.length)} equal figures</summary>
        <FigureTable rows={equal} label="Equal figures" />
      </details>
      <details>
        <summary>Conventions of goldset</summary>
        <DataTable
          label="Conventions"
          look="narrow"
          rows={data.conventions}
          columns={[
            { heading: 'Convention', cell: ({ name }) => name },
            { heading: 'Value', cell: ({ value }) => value },
          ]}
        />
        <p class="quiet">
          The search tried {triedText(data.searched)}.
          {data.decimals !== null &&
            ` Rates are compared at ${data.decimals} decimals, because the service rounds them.`}
        </p>
      </details>
    </>
  );
});

function FigureTable({ rows, label }: { rows: readonly ReconciledRow[]; label: string }) {
  return (
    <DataTable<ReconciledRow>
      label={label}
      rows={rows}
      columns={[
        { heading: 'Figure', cell: (row) => row.figure },
        numberColumn('goldset', (row) => figureText(row, row.goldset)),
        numberColumn('Service', (row) => figureText(row, row.service)),
        {
          heading: 'Status',
          look: 'short',
          lookIn: (row) => (row.status === 'differs' ? 'worse' : undefined),
          cell: (row) => statusLabels[row.status],
        },
        { heading: 'Finding', cell: (row) => row.finding },
      ]}
    />
  );
}

function figureText({ unit }: ReconciledRow, value: number | null): string {
  if (value === null) return nothing;
  return unit === 'count' ? String(value) : value.toFixed(unit === 'ms' ? 0 : 4);
}
