import { percent } from '../../../base/phrases.ts';
import { type ErrorAttribution, type Stage, stages } from '../../../model/report/error-attribution.ts';
import type { AttributionResult } from '../../../model/results/command-results.ts';
import { printJson } from '../../terminal/print-json.ts';
import { textTable } from '../../terminal/text-table.ts';

const mostShown = 10;

/** Prints the errors of workflow packets by stage. */
export function printAttribution(result: AttributionResult, json: boolean): void {
  if (json) {
    printJson(result);
    return;
  }
  const written = result.files.map((file) => `Written: ${file}`);
  process.stdout.write(`${[attributionText(result), ...written].join('\n')}\n`);
}

const words: Readonly<Record<Stage, string>> = {
  splitting: 'splitting',
  classification: 'classification',
  'row-alignment': 'row alignment',
  value: 'value (wrong)',
  presence: 'presence (missing, spurious)',
};

const methods: Readonly<Record<ErrorAttribution['method'], string>> = {
  rerun: 'Measured: the workflow was run again with gold splits and with gold classes.',
  'first-failure':
    'Not measured: the first stage that failed for a document takes all of its errors, so early stages look worse than they are.',
  mixed: 'Measured where runs under gold are there; elsewhere the first stage that failed takes all errors.',
};

function attributionText(result: ErrorAttribution): string {
  const { errors, expected, packets, documents, byStage, byPacket, remaining, method } = result;
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
    `Left with gold splits ${remaining.goldSplits}, with gold classes too ${remaining.goldClasses}.`,
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
