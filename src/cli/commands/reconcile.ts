import type { Command } from 'commander';
import { GoldsetError } from '../../base/goldset-error.ts';
import { oneLine, printable } from '../../base/phrases.ts';
import {
  type ReconciledRow,
  type Reconciliation,
  triedText,
} from '../../model/report/sections/reconciliation.ts';
import type { ReconcileResult } from '../../model/results/command-results.ts';
import type { ReconcileRequest } from '../../usecases/reconcile/reconcile-record.ts';
import { addSharedFlags, type JsonFlag, print, recordHelp } from '../terminal/flags.ts';
import { failureText } from '../terminal/keep-exit-code.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

interface ReconcileFlags extends Omit<ReconcileRequest, 'record'>, JsonFlag {
  readonly showEqual?: boolean;
}

/** `goldset reconcile RECORD --batch-run ID|FILE`: compares the figures of a record with those of the service. */
export function define(command: Command): void {
  command
    .argument('<record>', recordHelp)
    .requiredOption('--batch-run <id|file>', 'id of a batch run on the target, or a JSON file with the run')
    .option('--versions <version>', 'version of the record, if the batch run does not name it')
    .option('--enforce', 'exit with 4 if a figure differs, even if the difference is explained')
    .option('--show-equal', 'show equal figures as well')
    .option('--out <dir>', 'write a report with the section "Service figures" to this folder');
  addSharedFlags(command, {
    target: 'GOLDSET_BASE_URL',
    report: { formats: 'html,csv,md,json' },
    scoring: 'record',
    json: 'reconcile',
    examples: [
      'goldset reconcile reports/invoices/record --batch-run bpr_81c2 --target https://service.example',
      'goldset reconcile reports/invoices/record --batch-run batch.json --enforce',
    ],
  });
  command.action(async (record: string, flags: ReconcileFlags) => {
    const { reconcileRecord } = await import('../../usecases/reconcile/reconcile-record.ts');
    const { result, exitCode } = await reconcileRecord({ ...flags, record }, terminalPorts());
    print(result, flags, () => reconciliationText(result, flags.showEqual === true));
    if (exitCode !== 0) process.stderr.write(printable(differenceText(result.reconciliation)));
    process.exitCode = exitCode;
  });
}

const rowsShown = 60;

/** Returns the error text that the command prints if figures differ and `--enforce` is given. */
export function differenceText({ counts, batchRunId }: Reconciliation): string {
  const { equal, differs } = counts;
  return failureText(
    new GoldsetError('RECONCILIATION_DISAGREES', {
      differing: differs,
      compared: equal + differs,
      batch: batchRunId,
    }),
  );
}

export function reconciliationText({ reconciliation, files }: ReconcileResult, showEqual: boolean): string {
  const {
    counts,
    sentence,
    batchRunId,
    version,
    searched,
    rows,
    kind,
    decimals,
    explanations,
    notes,
    verdict,
  } = reconciliation;
  const shown = rows.filter(({ status }) => showEqual || status !== 'equal');
  const lines = [
    `Batch run ${batchRunId}, compared with version ${version} of the record (${kind})`,
    sentence,
    '',
  ];
  const width = Math.max(6, ...shown.slice(0, rowsShown).map(({ figure }) => figure.length));
  if (shown.length > 0)
    lines.push(`  ${'figure'.padEnd(width)}  ${'goldset'.padStart(10)}  ${'service'.padStart(10)}`);
  for (const row of shown.slice(0, rowsShown)) {
    const sign = row.status === 'differs' ? '≠' : row.status === 'equal' ? '=' : ' ';
    const note = row.status === 'equal' || row.finding === null ? '' : `  ${noteOf(row, verdict)}`;
    lines.push(
      `${sign} ${row.figure.padEnd(width)}  ${figureText(row, row.goldset).padStart(10)}  ${figureText(row, row.service).padStart(10)}${note}`.trimEnd(),
    );
  }
  if (shown.length > rowsShown) lines.push(`  and ${shown.length - rowsShown} more (--json shows all)`);
  lines.push(
    '',
    `Figures: ${counts.equal} equal, ${counts.differs} different, ${counts.notCompared} not compared; tried ${triedText(searched)}`,
  );
  if (decimals !== null)
    lines.push(
      `The service rounds rates to ${decimals} decimals. goldset rounds its rates in the same way before it compares them.`,
    );
  for (const other of explanations.slice(1, 6))
    lines.push(`Also possible: ${other.changes.map(({ text }) => text).join(', and ')}`);
  for (const note of notes) lines.push(`note: ${note}`);
  if (files[0] !== undefined) lines.push('', `Report: ${files[0]}`);
  return lines.map(oneLine).join('\n');
}

/**
 * Returns the note on a figure in the table. Returns an empty text if goldset and the service report the same figure,
 * or if one explanation covers all differences.
 */
function noteOf({ finding, status }: ReconciledRow, verdict: Reconciliation['verdict']): string {
  return verdict === 'explained' && status === 'differs' ? '' : (finding ?? '');
}

function figureText({ unit }: ReconciledRow, value: number | null): string {
  if (value === null) return '—';
  if (unit === 'count') return String(value);
  return unit === 'ms' ? value.toFixed(0) : value.toFixed(4);
}
