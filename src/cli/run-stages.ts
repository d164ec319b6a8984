import path from 'node:path';
import { percent } from '../base/spelled.ts';
import type { StagesAnswer } from '../model/command-answers.ts';
import { type Stage, type StageAttribution, stages } from '../model/stage-attribution.ts';
import { stagesTable } from '../report/csv/stages-table.ts';
import { writeCsvFile } from '../report/csv/write-csv-file.ts';
import { writeFileAtomically } from '../report/write-file-atomically.ts';
import { readStages } from '../usecases/inputs/read-stages.ts';
import { loadConfig } from '../usecases/settings/load-config.ts';
import { type ScoringFlags, scoringOptions } from '../usecases/settings/scoring-settings.ts';
import { textTable } from './terminal/text-table.ts';

export interface StagesFlags extends ScoringFlags {
  readonly configs: string;
  readonly out?: string;
  readonly config?: string;
  readonly json?: boolean;
}

const mostShown = 10;

/** The work of `goldset stages`. */
export async function runStages(file: string, flags: StagesFlags): Promise<void> {
  const { config } = await loadConfig(flags.config);
  const result = await readStages(file, flags.configs, scoringOptions(config, flags, undefined));
  const files: string[] = [];
  if (flags.out !== undefined) {
    const [csv, json] = ['stages.csv', 'stages.json'].map((name) => path.resolve(flags.out as string, name));
    await writeCsvFile(csv as string, stagesTable(result));
    await writeFileAtomically(json as string, `${JSON.stringify(result, null, 2)}\n`);
    files.push(...[csv, json].map((one) => path.relative(process.cwd(), one as string)));
  }
  if (flags.json)
    process.stdout.write(`${JSON.stringify({ exitCode: 0, ...result, files } satisfies StagesAnswer)}\n`);
  else process.stdout.write(`${[stagesText(result), ...files.map((one) => `Written: ${one}`)].join('\n')}\n`);
}

const words: Readonly<Record<Stage, string>> = {
  splitting: 'splitting',
  classification: 'classification',
  'row-pairing': 'row pairing',
  value: 'value (wrong)',
  presence: 'presence (missing, invented)',
};

const methods: Readonly<Record<StageAttribution['method'], string>> = {
  rerun: 'Measured: the workflow was run again with gold splits and with gold classes.',
  'first-failure':
    'Not measured: the first stage that failed for a document takes all of its errors, so early stages look worse than they are.',
  mixed: 'Measured where runs under gold are there; elsewhere the first stage that failed takes all errors.',
};

function stagesText(result: StageAttribution): string {
  const { errors, expected, packets, documents, byStage, byPacket, left, method } = result;
  const share = (part: number) => percent(errors === 0 ? null : part / errors);
  const table = textTable(
    ['stage', 'errors', 'of all'],
    stages.map((stage) => [words[stage], String(byStage[stage]), share(byStage[stage])]),
    { left: 1 },
  );
  const worst = byPacket.filter((packet) => packet.errors > 0).slice(0, mostShown);
  return [
    `${errors} errors in ${documents} documents of ${packets} packets (${expected} expected values)`,
    '',
    table,
    '',
    `Left with gold splits ${left.goldSplits}, with gold classes too ${left.goldClasses}.`,
    methods[method],
    ...(worst.length === 0 ? [] : ['', 'Most errors:']),
    ...worst.map((packet) => `  ${packet.id}  ${packet.errors}: ${partsOf(packet.byStage)}`),
  ].join('\n');
}

function partsOf(byStage: Readonly<Record<Stage, number>>): string {
  return stages
    .filter((stage) => byStage[stage] !== 0)
    .map((stage) => `${words[stage].replace(/ \(.*/, '')} ${byStage[stage]}`)
    .join(', ');
}
