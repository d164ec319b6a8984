import type { ReconciledRow } from '../../model/report/reconciliation.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { useBlock } from '../state/blocks.ts';

const statusSigns: Record<ReconciledRow['status'], string> = {
  equal: '= equal',
  differs: '≠ differs',
  'not-judged': '· not judged',
};

/** Our figures beside the service's: differing ones with their finding, equal ones folded. */
export function ServiceView() {
  const block = useBlock('service');
  if (!block) return <Waiting />;
  const withStatus = (wanted: ReconciledRow['status']) =>
    block.rows.filter(({ status }) => status === wanted);
  const open = [...withStatus('differs'), ...withStatus('not-judged')];
  const equal = withStatus('equal');
  return (
    <>
      <SectionHeading title="Service figures">
        {block.sentence} Version {block.version} beside batch processor run {block.batchRunId}.
      </SectionHeading>
      {open.length > 0 && <FigureTable rows={open} label="Figures that differ or were not judged" />}
      {block.explanations.length > 1 && (
        <>
          <h2>Also possible</h2>
          <ul>
            {block.explanations.slice(1, 11).map(({ changes }, number) => (
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
      <details open={open.every(({ status }) => status === 'not-judged')}>
        <summary>{equal.length} equal figures</summary>
        <FigureTable rows={equal} label="Equal figures" />
      </details>
      <details>
        <summary>How goldset were counted</summary>
        <Scroller label="Conventions">
          <table class="narrow">
            <tbody>
              {block.conventions.map(({ name, value }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
        <p class="quiet">
          Tried {block.searched.conventions} sets of conventions and {block.searched.documents} changes of
          single documents.
          {block.decimals !== null &&
            ` Shares are compared at ${block.decimals} decimals, as the service rounds them.`}
        </p>
      </details>
    </>
  );
}

function FigureTable({ rows, label }: { rows: readonly ReconciledRow[]; label: string }) {
  return (
    <Scroller label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" class="number">
              Ours
            </th>
            <th scope="col" class="number">
              Service
            </th>
            <th scope="col">Status</th>
            <th scope="col">Finding</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.figure}>
              <th scope="row">{row.figure}</th>
              <td class="number">{figureText(row, row.goldset)}</td>
              <td class="number">{figureText(row, row.service)}</td>
              <td class={`short ${row.status === 'differs' ? 'worse' : ''}`}>{statusSigns[row.status]}</td>
              <td>{row.finding}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function figureText({ unit }: ReconciledRow, value: number | null): string {
  if (value === null) return '—';
  return unit === 'count' ? String(value) : value.toFixed(unit === 'ms' ? 0 : 4);
}
