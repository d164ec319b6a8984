import type { Command } from 'commander';
import type { TrendRequest } from '../../../usecases/trend/trend-records.ts';
import { type JsonFlag, print } from '../../terminal/print.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';

/** `goldset trend RECORD...`: shows the figures of one dataset over many runs. */
export function define(command: Command): void {
  command
    .argument('<records...>', 'records, or the folders around them')
    .option('--versions <version>', 'version of each record (default: the last)')
    .option('--common-items', 'compare consecutive records on their common items')
    .option('--out <dir>', 'write trend.html, its charts and trend.json to this folder')
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/trend.json)');
  addScoringFlags(command);
  command.addHelpText('after', '\nExample:\n  $ goldset trend reports/*/record --out reports/trend');
  command.action(async (records: string[], flags: Omit<TrendRequest, 'records'> & JsonFlag) => {
    const { trendRecords } = await import('../../../usecases/trend/trend-records.ts');
    const { trendText } = await import('./text.ts');
    const { result, page } = await trendRecords({ ...flags, records });
    print(result, flags, () => trendText(result, page));
  });
}
