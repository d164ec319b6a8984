import { placeText } from '../../base/place-text.ts';
import type { VerdictCheck } from '../../model/score/comparison.ts';
import { settledBy } from '../../model/score/inconclusive-codes.ts';
import { formatInUnit, formatNumber, nothing, unitSuffix } from '../blocks/format-measurement.ts';
import { DataTable, DocumentLink, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { PathText } from '../parts/leaf-value.tsx';
import { StatusLabel } from '../parts/status-labels.tsx';
import { defineView } from '../state/blocks.ts';

const order = { fail: 0, inconclusive: 1, pass: 2 } as const;

/** Every check of the gate with its finding. Checks that do not pass come first, with their documents. */
export const view = defineView('gate', ({ data }) => {
  return (
    <>
      <SectionHeading title="Rules">
        {data.sentence}
        {data.against && ` Compared with ${data.against}.`}
      </SectionHeading>
      <DataTable<VerdictCheck>
        label="Checks of the gate"
        look="gate-checks"
        rows={data.checks.toSorted((a, b) => order[a.status] - order[b.status])}
        columns={[
          { heading: 'Check', cell: (check) => check.name },
          { heading: 'Result', cell: (check) => <StatusLabel status={check.status} /> },
          numberColumn('Value', (check) => (
            <>
              {figure(check, check.value)}
              {check.interval && (
                <span class="quiet">
                  {' '}
                  [{figure(check, check.interval.low, true)} to {figure(check, check.interval.high, true)}]
                </span>
              )}
            </>
          )),
          numberColumn('Bound', (check) => figure(check, check.bound)),
          numberColumn('n', (check) => formatNumber(check.n)),
          {
            heading: 'Reason',
            cell: (check) => (
              <>
                {check.reason}
                {check.code && <span class="quiet"> {settledBy(check.code)}</span>}
                {check.status !== 'pass' && <LeafList check={check} />}
              </>
            ),
          },
        ]}
      />
    </>
  );
});

function figure({ unit }: VerdictCheck, value: number | null, bare = false): string {
  if (value === null) return nothing;
  if (unit === undefined) return String(value);
  return formatInUnit(value, unit) + (bare ? '' : unitSuffix(unit));
}

function LeafList({ check }: { check: VerdictCheck }) {
  const { leaves = [], documents = 0 } = check;
  if (leaves.length === 0) return null;
  return (
    <details class="check-leaves">
      <summary>
        {formatNumber(documents)} {documents === 1 ? 'document' : 'documents'} with errors
      </summary>
      <ul>
        {leaves.map(({ itemId, path, extraRow, expected, baseline, candidate }, number) => (
          <li key={number}>
            <DocumentLink id={itemId} /> <PathText path={placeText(path, extraRow)} />:{' '}
            {baseline === null ? `expected ${expected}, got ` : `${baseline} → `}
            {candidate}
          </li>
        ))}
      </ul>
    </details>
  );
}
