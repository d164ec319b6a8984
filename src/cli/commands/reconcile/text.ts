import { oneLine } from '../../../base/one-line.ts';
import type { ReconciledRow, Reconciliation } from '../../../model/reconciliation.ts';

const mostRows = 60;

/** A reconciliation for the terminal: the sentence, then figures that differ with their findings, then the rest counted. */
export function reconciliationText(result: Reconciliation, options: { readonly all: boolean }): string {
  const { counts, sentence, batchRunId, version, searched, rows } = result;
  const shown = rows.filter(({ status }) => options.all || status !== 'equal');
  const lines = [`${batchRunId} beside version ${version} of the record (${result.kind})`, sentence, ''];
  const width = Math.max(6, ...shown.slice(0, mostRows).map(({ figure }) => figure.length));
  if (shown.length > 0)
    lines.push(`  ${'figure'.padEnd(width)}  ${'ours'.padStart(10)}  ${'service'.padStart(10)}`);
  for (const row of shown.slice(0, mostRows)) {
    const sign = row.status === 'differs' ? '≠' : row.status === 'equal' ? '=' : ' ';
    const note = row.status === 'equal' || row.finding === null ? '' : `  ${noteOf(row, result)}`;
    lines.push(
      `${sign} ${row.figure.padEnd(width)}  ${figureText(row, row.ours).padStart(10)}  ${figureText(row, row.service).padStart(10)}${note}`.trimEnd(),
    );
  }
  if (shown.length > mostRows) lines.push(`  and ${shown.length - mostRows} more (--json shows all)`);
  lines.push(
    '',
    `${counts.equal} equal, ${counts.differs} different, ${counts.notJudged} not judged; tried ${searched.conventions} sets of conventions and ${searched.documents} changes of single documents`,
  );
  if (result.decimals !== null)
    lines.push(`The service rounds its shares to ${result.decimals} decimals; they are compared so.`);
  for (const other of result.explanations.slice(1, 6))
    lines.push(`Also possible: ${other.changes.map(({ text }) => text).join(', and ')}`);
  for (const note of result.notes) lines.push(`note: ${note}`);
  return lines.map(oneLine).join('\n');
}

/** What explains all figures stands in the sentence already. */
function noteOf({ finding, status }: ReconciledRow, { verdict }: Reconciliation): string {
  return verdict === 'explained' && status === 'differs' ? '' : (finding ?? '');
}

function figureText({ unit }: ReconciledRow, value: number | null): string {
  if (value === null) return '—';
  if (unit === 'count') return String(value);
  return unit === 'ms' ? value.toFixed(0) : value.toFixed(4);
}
