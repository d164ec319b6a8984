import type { VerdictCheck } from '../../model/score/comparison.ts';
import { formatInUnit, formatNumber, nothing, unitSuffix } from '../blocks/format-measurement.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { PathText } from '../parts/path-text.tsx';
import { StatusLabel } from '../parts/status-labels.tsx';
import { formatAddress } from '../state/address.ts';
import { useBlock } from '../state/blocks.ts';

const order = { fail: 0, inconclusive: 1, pass: 2 } as const;

/** Every check of the gate with what it found; what does not hold comes first, with the documents to look at. */
export function GateView() {
  const gate = useBlock('gate');
  if (!gate) return <Waiting />;
  const checks = [...gate.checks].sort((a, b) => order[a.status] - order[b.status]);
  return (
    <>
      <SectionHeading title="Gate">
        {gate.sentence}
        {gate.against && ` Compared with ${gate.against}.`}
      </SectionHeading>
      <Scroller label="Checks of the gate">
        <table class="gate-checks">
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col">Result</th>
              <th scope="col" class="number">
                Value
              </th>
              <th scope="col" class="number">
                Bound
              </th>
              <th scope="col" class="number">
                n
              </th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {checks.map((check) => (
              <tr key={check.name}>
                <th scope="row">{check.name}</th>
                <td>
                  <StatusLabel status={check.status} />
                </td>
                <td class="number">
                  {figure(check, check.value)}
                  {check.interval && (
                    <span class="quiet">
                      {' '}
                      [{figure(check, check.interval.low, true)} to {figure(check, check.interval.high, true)}
                      ]
                    </span>
                  )}
                </td>
                <td class="number">{figure(check, check.bound)}</td>
                <td class="number">{formatNumber(check.n)}</td>
                <td>
                  {check.reason}
                  {check.status !== 'pass' && <LeafList check={check} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}

function figure({ unit }: VerdictCheck, value: number | null, bare = false): string {
  if (value === null) return nothing;
  if (unit === undefined) return String(value);
  return formatInUnit(value, unit) + (bare ? '' : unitSuffix(unit));
}

/** The first wrong leaves behind a check, each a link to its document. */
function LeafList({ check }: { check: VerdictCheck }) {
  const { leaves = [], documents = 0 } = check;
  if (leaves.length === 0) return null;
  return (
    <details class="check-leaves">
      <summary>
        {formatNumber(documents)} {documents === 1 ? 'document' : 'documents'} behind it
      </summary>
      <ul>
        {leaves.map(({ itemId, path, expected, baseline, candidate }, number) => (
          <li key={number}>
            <a href={formatAddress('document', itemId)}>{itemId}</a> <PathText path={path} />:{' '}
            {baseline === null ? `expected ${expected}, got ` : `${baseline} → `}
            {candidate}
          </li>
        ))}
      </ul>
    </details>
  );
}
