import { GoldsetError } from '../../../base/goldset-error.ts';
import { oneLine } from '../../../base/one-line.ts';
import type { ReconciledRow, Reconciliation } from '../../../model/report/reconciliation.ts';
import type { ReconcileOutcome } from '../../../usecases/reconcile/reconcile-record.ts';
import { printJson } from '../../terminal/print-json.ts';

const mostRows = 60;

/** Prints figures that differ (or all), where the report is, and the error if equality was demanded in vain. */
export function printReconciliation(
  { result, exitCode }: ReconcileOutcome,
  { json, showEqual }: { readonly json: boolean; readonly showEqual: boolean },
): void {
  const { reconciliation, files } = result;
  if (json) printJson(result);
  else {
    process.stdout.write(`${reconciliationText(reconciliation, { showEqual })}\n`);
    if (files[0] !== undefined) process.stdout.write(`\nReport: ${files[0]}\n`);
  }
  if (exitCode !== 0) printDisagreement(reconciliation);
}

function printDisagreement({ counts, batchRunId }: Reconciliation): void {
  const error = new GoldsetError('RECONCILIATION_DISAGREES', {
    differing: counts.differs,
    judged: counts.equal + counts.differs,
    batch: batchRunId,
  });
  process.stderr.write(`error ${error.code}: ${error.message}\n  fix: ${error.fix}\n`);
}

/** A reconciliation for the terminal: the sentence, then figures that differ with their findings, then the rest counted. */
export function reconciliationText(result: Reconciliation, options: { readonly showEqual: boolean }): string {
  const { counts, sentence, batchRunId, version, searched, rows } = result;
  const shown = rows.filter(({ status }) => options.showEqual || status !== 'equal');
  const lines = [`${batchRunId} beside version ${version} of the record (${result.kind})`, sentence, ''];
  const width = Math.max(6, ...shown.slice(0, mostRows).map(({ figure }) => figure.length));
  if (shown.length > 0)
    lines.push(`  ${'figure'.padEnd(width)}  ${'ours'.padStart(10)}  ${'service'.padStart(10)}`);
  for (const row of shown.slice(0, mostRows)) {
    const sign = row.status === 'differs' ? '≠' : row.status === 'equal' ? '=' : ' ';
    const note = row.status === 'equal' || row.finding === null ? '' : `  ${noteOf(row, result)}`;
    lines.push(
      `${sign} ${row.figure.padEnd(width)}  ${figureText(row, row.goldset).padStart(10)}  ${figureText(row, row.service).padStart(10)}${note}`.trimEnd(),
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
