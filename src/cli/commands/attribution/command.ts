import type { Command } from 'commander';
import type { AttributionRequest } from '../../../usecases/attribution/attribute-errors.ts';
import { type JsonFlag, print } from '../../terminal/print.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';

/** `goldset attribution PACKETS`: divides the errors of a workflow among its stages. */
export function define(command: Command): void {
  command
    .argument('<packets>', 'JSON lines file with the gold and the workflow run of each packet')
    .requiredOption('--configs <file>', 'JSON file from class to the extraction config of its documents')
    .option('--out <dir>', 'write attribution.csv and attribution.json to this folder')
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/attribution.json)');
  addScoringFlags(command);
  command.addHelpText('after', '\nExample:\n  $ goldset attribution packets.jsonl --configs configs.json');
  command.action(async (packets: string, flags: Omit<AttributionRequest, 'packets'> & JsonFlag) => {
    const { attributeErrors } = await import('../../../usecases/attribution/attribute-errors.ts');
    const { attributionText } = await import('./text.ts');
    print(await attributeErrors({ ...flags, packets }), flags, attributionText);
  });
}
