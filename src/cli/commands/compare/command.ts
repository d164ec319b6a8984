import type { Command } from 'commander';
import type { CompareRequest } from '../../../usecases/compare/compare-records.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

type CompareFlags = Omit<CompareRequest, 'baseline' | 'candidate'> & { readonly json?: boolean };

/** `goldset compare BASELINE CANDIDATE`: two versions on the same items, and what to make of it. */
export function define(command: Command): void {
  command
    .argument('<baseline>', 'a record, the folder around it, or the name of a baseline')
    .argument('[candidate]', 'another one (default: another version of the same record)')
    .option('--versions <list>', 'BASELINE,CANDIDATE, or one version of both')
    .option('--repeats <list>', 'compare repeats, as in 1,2')
    .option('--common-items', 'only the items that are the same in both, and say which are not')
    .option('--baselines <dir>', 'folder of the named baselines')
    .option('--out <dir>', 'write a report there')
    .option('--no-images', 'leave page images out of the report')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/compare.json)');
  addFormatFlags(command, 'html,csv,md,json,png', ['junit']);
  addScoringFlags(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ goldset compare reports/invoices
  $ goldset compare reports/invoices --versions 1.0,draft --out reports/compared
  $ goldset compare main reports/today/record --common-items --json`,
  );
  command.action(async (baseline: string, candidate: string | undefined, flags: CompareFlags) => {
    const { compareRecords } = await import('../../../usecases/compare/compare-records.ts');
    const { printComparison } = await import('./text.ts');
    const result = await compareRecords({ ...flags, baseline, candidate }, terminalPorts());
    printComparison(result.result, flags.json === true);
    process.exitCode = result.exitCode;
  });
}
