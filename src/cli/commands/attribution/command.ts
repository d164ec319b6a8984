import type { Command } from 'commander';
import type { AttributionRequest } from '../../../usecases/attribution/attribute-errors.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';

/** `goldset attribution PACKETS`: which stage of a workflow its errors come from. */
export function define(command: Command): void {
  command
    .argument('<packets>', 'a JSON lines file: the gold of each packet, and its workflow run')
    .requiredOption('--configs <file>', 'a JSON file from class to the extraction config of its documents')
    .option('--out <dir>', 'write attribution.csv and attribution.json there')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/attribution.json)');
  addScoringFlags(command);
  command.addHelpText('after', '\nExample:\n  $ goldset attribution packets.jsonl --configs configs.json');
  command.action(
    async (packets: string, flags: Omit<AttributionRequest, 'packets'> & { readonly json?: boolean }) => {
      const { attributeErrors } = await import('../../../usecases/attribution/attribute-errors.ts');
      const { printAttribution } = await import('./text.ts');
      const result = await attributeErrors({ ...flags, packets });
      printAttribution(result, flags.json === true);
    },
  );
}
