import { temporaryFolder } from '../spawn-goldset.ts';
import { atLine, edited, without } from './records.ts';
import { bad, gate, good, limits, newErrors } from './shared.ts';
import type { Group, Try } from './try.ts';

const swapFirst = (text: string) => {
  const [first, second, ...rest] = text.trimEnd().split('\n');
  return `${[second, first, ...rest].join('\n')}\n`;
};
const edits: readonly (readonly [
  name: string,
  file: string,
  change: (text: string) => string,
  reason: string,
])[] = [
  [
    'a corrected output',
    'rows.jsonl',
    (text) => text.replace('"total":"wrong"', '"total":"0.50"'),
    'rows.jsonl',
  ],
  [
    'a failed row turned into a processed one',
    'rows.jsonl',
    atLine(3, (line) => line.replace('"state":"processed"', '"state":"failed"')),
    'rows.jsonl',
  ],
  ['a removed row', 'rows.jsonl', atLine(3, () => null), 'rows.jsonl'],
  [
    'a repeated row',
    'rows.jsonl',
    atLine(3, (line) => `${line}\n${line}`),
    'rows.jsonl: changed after it was sealed: line 5',
  ],
  [
    'a row of an unknown item',
    'rows.jsonl',
    atLine(3, (line) => line.replace('{"position":3,', '{"position":300,')),
    'rows.jsonl: changed after it was sealed: line 4',
  ],
  [
    'a row of an unknown version',
    'rows.jsonl',
    atLine(3, (line) => line.replace('"version":0', '"version":7')),
    'rows.jsonl: changed after it was sealed: line 4',
  ],
  [
    'a row of an unplanned repeat',
    'rows.jsonl',
    atLine(3, (line) => line.replace('"repeat":1', '"repeat":2')),
    'rows.jsonl: changed after it was sealed: line 4',
  ],
  [
    'a row that is not JSON',
    'rows.jsonl',
    atLine(3, (line) => line.slice(0, -9)),
    'rows.jsonl: changed after it was sealed: line 4',
  ],
  ['two rows in another order', 'rows.jsonl', swapFirst, 'rows.jsonl'],
  [
    'rows cut at a line end',
    'rows.jsonl',
    (text) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1),
    'rows.jsonl',
  ],
  ['rows cut inside a line', 'rows.jsonl', (text) => text.slice(0, -40), 'rows.jsonl'],
  ['a blank line at the end', 'rows.jsonl', (text) => `${text}\n`, 'rows.jsonl'],
  [
    'gold that follows the output',
    'items.jsonl',
    (text) => text.replace('"total":"0.50"', '"total":"wrong"'),
    'items.jsonl',
  ],
  [
    'gold and its hash',
    'items.jsonl',
    (text) => text.replace(/"expectationHash":"./, '"expectationHash":"z'),
    'items.jsonl',
  ],
  [
    'a removed item',
    'items.jsonl',
    atLine(0, () => null),
    'items.jsonl: changed after it was sealed: line 1',
  ],
  [
    'an item twice',
    'items.jsonl',
    atLine(1, (line) => line.replace('"id":"d1"', '"id":"d0"')),
    'items.jsonl: changed after it was sealed: line 2',
  ],
  [
    'another tag',
    'items.jsonl',
    (text) => text.replace('"tier":"critical"', '"tier":"usual"'),
    'items.jsonl',
  ],
  [
    'another checksum of the dataset',
    'plan.json',
    (text) => text.replace(/("checksum": ")./, '$1z'),
    'plan.json: changed after it was sealed: dataset.checksum',
  ],
  [
    'a smaller number of items',
    'plan.json',
    (text) => text.replace('"count": 40', '"count": 20'),
    'items.jsonl',
  ],
  ['another config', 'plan.json', (text) => text.replace('"total"', '"tota1"'), 'plan.json'],
  ['an enlarged selection', 'plan.json', (text) => text.replace('"seed": "s"', '"seed": "t"'), 'plan.json'],
  [
    'another count of the summary',
    'summary.json',
    (text) => text.replace('"failed": 0', '"failed": 1'),
    'summary.json: changed after it was sealed: byState.failed',
  ],
  [
    'another number of planned item runs',
    'summary.json',
    (text) => text.replace('"planned": 40', '"planned": 20'),
    'summary.json: changed after it was sealed: planned',
  ],
  [
    'another hash of the summary',
    'summary.json',
    (text) => text.replace(/("sha256": ")./, '$1z'),
    'summary.json: changed after it was sealed: its seal',
  ],
];

const damaged = (change: (typeof edits)[number]) =>
  bad().then((record) => edited(record, change[1], change[2]));

/**
 * Records that were edited after the run. The gate fails for the unedited record. Most edits would make the gate pass.
 */
export const changedRecords: Group = {
  title: 'Records that were changed after the run, with the file and line',
  tries: [
    ...edits.map(
      (edit): Try => ({
        name: `gate of ${edit[0]}`,
        words: () => gate(damaged(edit)),
        exitCode: 2,
        reason: edit[3],
      }),
    ),
    ...[0, 2, 12, 21].flatMap((number) => {
      const edit = edits[number] as (typeof edits)[number];
      const commands: readonly (readonly [string, (record: string) => Promise<readonly string[]>])[] = [
        ['report', async (record) => ['report', record, '--format', 'json']],
        ['compare', async (record) => ['compare', await good(), record]],
        ['score', async (record) => ['score', record]],
        ['trend', async (record) => ['trend', record]],
        ['record verify', async (record) => ['record', 'verify', record]],
        [
          'baseline set',
          async (record) => [
            'baseline',
            'set',
            record,
            '--name',
            'main',
            '--reason',
            'release',
            '--baselines',
            temporaryFolder(),
          ],
        ],
        ['gate, as the baseline,', async (record) => gate(good(), newErrors, '--baseline', record)],
      ];
      return commands.map(
        ([command, words]): Try => ({
          name: `${command} of ${edit[0]}`,
          words: async () => words(await damaged(edit)),
          exitCode: 2,
          reason: edit[3],
        }),
      );
    }),
    {
      name: 'gate without the rows',
      words: async () => gate(without(await bad(), 'rows.jsonl')),
      exitCode: 2,
      reason: 'rows.jsonl',
    },
    {
      name: 'gate without the items',
      words: async () => gate(without(await bad(), 'items.jsonl')),
      exitCode: 2,
      reason: 'items.jsonl',
    },
    {
      name: 'gate without the plan',
      words: async () => gate(without(await bad(), 'plan.json')),
      exitCode: 2,
      reason: 'no record found',
    },
    {
      name: 'gate of an empty folder, with its JUnit file',
      words: async () => gate(temporaryFolder(), limits, '--out', temporaryFolder()),
      exitCode: 2,
      reason: 'gate.junit.xml',
    },
    {
      name: 'gate of a folder that does not exist, with its JUnit file',
      words: async () => gate('no-such-record', limits, '--out', temporaryFolder()),
      exitCode: 2,
      reason: 'gate.junit.xml',
    },
    {
      name: 'gate of a changed record, with its JUnit file',
      words: async () =>
        gate(damaged(edits[0] as (typeof edits)[number]), limits, '--out', temporaryFolder()),
      exitCode: 2,
      reason: 'gate.junit.xml',
    },
    {
      name: 'gate of another record format',
      words: async () =>
        gate(
          edited(await bad(), 'plan.json', (text) =>
            text.replace('"schemaVersion": 2', '"schemaVersion": 3'),
          ),
        ),
      exitCode: 2,
      reason: 'record format 3',
    },
  ],
};
