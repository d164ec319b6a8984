import type { Command } from 'commander';
import type { CompareRequest } from '../../../usecases/compare/compare-records.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { type JsonFlag, print } from '../../terminal/print.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

type CompareFlags = Omit<CompareRequest, 'baseline' | 'candidate'> & JsonFlag;

/** `goldset compare BASELINE CANDIDATE`: compares two versions on the same items. */
export function define(command: Command): void {
  command
    .argument('<baseline>', 'record, the folder around it, or the name of a baseline')
    .argument('[candidate]', 'record or baseline of the candidate (default: the other version of the record)')
    .option('--versions <list>', 'versions BASELINE,CANDIDATE, or one version for both')
    .option('--repeats <list>', 'repeats to compare, for example 1,2')
    .option('--common-items', 'compare only the items that are equal in both records')
    .option('--baselines <dir>', 'folder of the named baselines')
    .option('--out <dir>', 'write a report to this folder')
    .option('--no-images', 'omit page images from the report')
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/compare.json)');
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
    const { comparisonText } = await import('./text.ts');
    const { result, exitCode } = await compareRecords({ ...flags, baseline, candidate }, terminalPorts());
    print(result, flags, comparisonText);
    process.exitCode = exitCode;
  });
}
