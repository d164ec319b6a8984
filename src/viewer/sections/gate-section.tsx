import { placeText } from '../../base/place-text.ts';
import type { VerdictCheck } from '../../model/score/comparison.ts';
import { settledBy } from '../../model/score/inconclusive-codes.ts';
import { formatInUnit, formatNumber, nothing, unitSuffix } from '../blocks/format-measurement.ts';
import { type Column, DataTable, DocumentLink, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { PathText } from '../parts/leaf-value.tsx';
import { StatusLabel } from '../parts/status-labels.tsx';
import { defineView } from '../state/blocks.ts';

const order = { fail: 0, inconclusive: 1, pass: 2 } as const;

/** The rules of the gate and their results. If some rules do not pass, the rules that pass are folded. */
export const view = defineView('gate', ({ data }) => {
  const checks = data.checks.toSorted((a, b) => order[a.status] - order[b.status]);
  const open = checks.filter(({ status }) => status !== 'pass');
  const passed = checks.filter(({ status }) => status === 'pass');
  return (
    <>
      <SectionHeading title="Rules">
        {countsText(checks)}
        {data.against &&
          ` ${data.against.startsWith('no baseline') ? 'There is' : 'Compared with'} ${data.against}.`}
      </SectionHeading>
      {open.length > 0 && (
        <DataTable<VerdictCheck>
          label="Rules that fail or are inconclusive"
          look="gate-checks"
          rows={open}
          columns={columns}
        />
      )}
      {passed.length > 0 && (
        <details class="passed-rules" open={open.length === 0}>
          <summary>
            {passed.length === 1 ? '1 rule passes' : `${formatNumber(passed.length)} rules pass`}
          </summary>
          <DataTable<VerdictCheck>
            label="Rules that pass"
            look="gate-checks"
            rows={passed}
            columns={columns}
          />
        </details>
      )}
    </>
  );
});

/** Returns a sentence such as `2 of 28 rules fail; 1 of 28 rules is inconclusive.` */
function countsText(checks: readonly VerdictCheck[]): string {
  const count = (status: VerdictCheck['status']) => checks.filter((check) => check.status === status).length;
  const [failed, unknown] = [count('fail'), count('inconclusive')];
  if (failed + unknown === 0)
    return checks.length === 1 ? 'The rule passes.' : `All ${formatNumber(checks.length)} rules pass.`;
  const verb = (number: number, one: string, many: string) =>
    `${formatNumber(number)} of ${formatNumber(checks.length)} rules ${number === 1 ? one : many}`;
  return `${[
    ...(failed > 0 ? [verb(failed, 'fails', 'fail')] : []),
    ...(unknown > 0 ? [verb(unknown, 'is inconclusive', 'are inconclusive')] : []),
  ].join('; ')}.`;
}

const columns: readonly Column<VerdictCheck>[] = [
  { heading: 'Rule', cell: (check) => check.name },
  { heading: 'Result', cell: (check) => <StatusLabel status={check.status} /> },
  numberColumn('Measured (range)', (check) => (
    <>
      {figure(check, check.value)}
      {check.interval && (
        <span class="quiet">
          {' '}
          ({figure(check, check.interval.low, true)} to {figure(check, check.interval.high, true)})
        </span>
      )}
    </>
  )),
  numberColumn('Required', (check) => figure(check, check.bound), { from: 'medium' }),
  {
    heading: 'Why, and what to do',
    from: 'medium',
    cell: (check) => (
      <>
        {check.reason}
        {check.code && <span class="quiet"> {settledBy(check.code)}</span>}
        {check.status !== 'pass' && <LeafList check={check} />}
      </>
    ),
  },
  numberColumn('Documents', (check) => formatNumber(check.n), { from: 'wide' }),
];

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
