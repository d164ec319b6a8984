import type { Command } from 'commander';
import type { TrendRequest } from '../../../usecases/trend/trend-records.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';

/** `goldset trend RECORD...`: how the figures of one dataset went over many runs. */
export function define(command: Command): void {
  command
    .argument('<records...>', 'records, or the folders around them')
    .option('--versions <version>', 'which version of each record (default: the last)')
    .option('--common-items', 'compare on the items that two neighbours share')
    .option('--out <dir>', 'write trend.html, its charts and trend.json there')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/trend.json)');
  addScoringFlags(command);
  command.addHelpText('after', '\nExample:\n  $ goldset trend reports/*/record --out reports/trend');
  command.action(
    async (records: string[], flags: Omit<TrendRequest, 'records'> & { readonly json?: boolean }) => {
      const { trendRecords } = await import('../../../usecases/trend/trend-records.ts');
      const { printTrend } = await import('./text.ts');
      const result = await trendRecords({ ...flags, records });
      printTrend(result, flags.json === true);
    },
  );
}
