import type { Command } from 'commander';
import { oneLine, percent } from '../../base/phrases.ts';
import {
  attributionMethodTexts,
  type Stage,
  stageLabels,
  stages,
} from '../../model/report/sections/error-attribution.ts';
import type { AttributionResult } from '../../model/results/command-results.ts';
import type { AttributionRequest } from '../../usecases/attribution/attribute-errors.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { textTable } from '../terminal/text-table.ts';

/** `goldset attribution PACKETS`: assigns the errors of a workflow to its stages. */
export function define(command: Command): void {
  command
    .argument('<packets>', 'JSON lines file with the gold and the workflow run of each packet')
    .requiredOption('--configs <file>', 'JSON file with the extraction config of each class')
    .option('--out <dir>', 'write attribution.csv and attribution.json to this folder');
  addSharedFlags(command, {
    scoring: true,
    json: 'attribution',
    examples: ['goldset attribution packets.jsonl --configs configs.json'],
  });
  command.action(async (packets: string, flags: Omit<AttributionRequest, 'packets'> & JsonFlag) => {
    const { attributeErrors } = await import('../../usecases/attribution/attribute-errors.ts');
    print(await attributeErrors({ ...flags, packets }), flags, attributionText);
  });
}

const packetsShown = 10;

export function attributionText(result: AttributionResult): string {
  const { errors, expected, packets, documents, byStage, byPacket, remaining, method, files } = result;
  const share = (part: number) => percent(errors === 0 ? null : part / errors);
  const table = textTable(
    ['stage', 'errors', 'of all'],
    stages.map((stage) => [stageLabels[stage], String(byStage[stage]), share(byStage[stage])]),
    { left: 1 },
  );
  const worst = byPacket.filter((packet) => packet.errors > 0).slice(0, packetsShown);
  return [
    `${errors} errors in ${documents} documents of ${packets} packets (${expected} expected values)`,
    '',
    table,
    '',
    `Remaining errors: ${remaining.goldSplits} if the splits come from the gold, ${remaining.goldClasses} if the splits and classes do`,
    attributionMethodTexts[method],
    ...(worst.length === 0 ? [] : ['', 'Most errors:']),
    ...worst.map((packet) => `  ${oneLine(packet.id)}  ${packet.errors}: ${partsOf(packet.byStage)}`),
    ...files.map((file) => `Written: ${file}`),
  ].join('\n');
}

function partsOf(byStage: Readonly<Record<Stage, number>>): string {
  return stages
    .filter((stage) => byStage[stage] !== 0)
    .map((stage) => `${stageLabels[stage].replace(/ \(.*/, '')} ${byStage[stage]}`)
    .join(', ');
}
