import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../spawn-goldset.ts';
import { classifierRecord, fewLabels, ranWith, recordOf, right, writePolicy, wrongIn } from './records.ts';
import { type Group, lazy, type Try } from './try.ts';

const limits = { limits: [{ metric: 'f1', min: 0.9 }] };
const bad = lazy(() => recordOf([wrongIn(20)]));
const worse = lazy(() => recordOf([right, wrongIn(10)]));

const rejected = (name: string, reason: string, ...flags: readonly string[]): Try => ({
  name,
  words: async () => ['gate', await bad(), '--policy', writePolicy(limits), ...flags],
  exitCode: 2,
  reason,
});

function configFile(text: object): string {
  const file = path.join(temporaryFolder(), 'goldset.config.json');
  writeFileSync(file, JSON.stringify(text));
  return file;
}

export const scoringFlags: Group = {
  title: 'Flags and settings that would change the score without a word',
  tries: [
    rejected('a misspelt field to exclude', '--exclude: no field matches "totl"', '--exclude', 'totl'),
    rejected('a pattern that excludes nothing', '--exclude: no field matches "tot?"', '--exclude', 'tot?'),
    rejected(
      'one of two patterns excludes nothing',
      'no field matches "x"',
      '--exclude',
      'total',
      '--exclude',
      'x',
    ),
    rejected(
      'a comparator of a misspelt field',
      '--comparator: no field matches "totl"',
      '--comparator',
      'totl=fuzzy:0.8',
    ),
    rejected('a comparator that accepts everything', '--comparator', '--comparator', 'total=fuzzy:0'),
    rejected('an unknown comparator', '--comparator', '--comparator', 'total=any'),
    rejected('a threshold above 1', '--comparator', '--comparator', 'total=fuzzy:85'),
    rejected('an unknown policy for failures', 'failures', '--failures', 'ignore'),
    rejected('an unknown policy for missing labels', 'unlabelled', '--unlabelled', 'skip'),
    rejected('an unknown policy for empty values', 'emptiness', '--emptiness', 'loose'),
    rejected('a confidence of 0', '--confidence', '--confidence', '0'),
    rejected('an unknown interval', '--interval', '--interval', 'none'),
    rejected('an unknown flag', 'unknown option', '--min', '0'),
    rejected('a second record', 'too many arguments', 'other'),
    {
      name: 'a pattern for fields of a classifier',
      words: async () => [
        'gate',
        await classifierRecord(),
        '--policy',
        writePolicy({ limits: [{ metric: 'accuracy', min: 0.5 }] }),
        '--exclude',
        'type',
      ],
      exitCode: 2,
      reason: 'CLASSIFY processors have no fields',
    },
    ...(['report', 'score', 'compare', 'trend'] as const).map(
      (command): Try => ({
        name: `${command} with a misspelt field to exclude`,
        words: async () => [
          command,
          await worse(),
          '--exclude',
          'totl',
          ...(command === 'report' ? ['--format', 'json'] : []),
        ],
        exitCode: 2,
        reason: '--exclude: no field matches "totl"',
      }),
    ),
    {
      name: 'compare with a margin that accepts every loss',
      words: async () => ['compare', await worse(), '--margin', '1'],
      exitCode: 2,
      reason: '--margin: found "1"',
      never: 'Publish.',
    },
    {
      name: 'compare with a configured margin that accepts every loss',
      words: async () => ['compare', await worse(), '--config', configFile({ statistics: { margin: 1 } })],
      exitCode: 2,
      reason: 'statistics.margin: found 1',
      never: 'Publish.',
    },
    {
      name: 'a configured comparator that accepts everything',
      words: async () => [
        'gate',
        await bad(),
        '--config',
        configFile({
          gate: limits,
          comparators: [{ field: 'total', comparator: 'fuzzy', options: { threshold: 0 } }],
        }),
      ],
      exitCode: 2,
      reason: 'threshold',
    },
    {
      name: 'compare of a run that excluded a field with one that did not',
      words: async () => ['compare', await recordOf([right]), await ranWith({ exclude: ['total'] })],
      exitCode: 2,
      reason: 'exclude: none / ["total"]',
      never: 'Publish.',
    },
    {
      name: 'a gate whose candidate excluded a field in its run, and its baseline did not',
      words: async () => [
        'gate',
        await ranWith({ exclude: ['total'] }),
        '--baseline',
        await recordOf([right]),
        '--policy',
        writePolicy({ newErrors: [{ max: 0 }] }),
      ],
      exitCode: 1,
      reason: 'different scorers: exclude is none for the baseline and ["total"] for the candidate',
    },
    {
      name: 'a gate that omits a comparator of the run',
      words: async () => [
        'gate',
        await ranWith({ comparators: [{ field: 'number', comparator: 'number' }] }),
        '--policy',
        writePolicy(limits),
        '--use-config',
      ],
      exitCode: 1,
      reason: 'Scored with other options than the run: comparator of number is none, not number',
    },
    {
      name: 'a misspelt field in the configuration, which is reported',
      words: async () => ['gate', await bad(), '--config', configFile({ gate: limits, exclude: ['totl'] })],
      exitCode: 1,
      reason: 'exclude of the configuration: no field matches "totl"',
    },
    {
      name: 'a configured gate with a vacuous rule',
      words: async () => [
        'gate',
        await bad(),
        '--config',
        configFile({ gate: { limits: [{ metric: 'f1', min: 0 }] } }),
      ],
      exitCode: 2,
      reason: 'gate.limits[0].min: found 0',
    },
    {
      name: 'a repeated key in the configuration',
      words: async () => {
        const file = path.join(temporaryFolder(), 'goldset.config.json');
        writeFileSync(
          file,
          `{"gate": ${JSON.stringify(limits)}, "gate": {"failures": {"max": 0.5}, "limits": []}}`,
        );
        return ['gate', await bad(), '--config', file];
      },
      exitCode: 2,
      reason: 'gate: found the key a second time',
    },
    {
      name: 'labels in 2 of 40 documents, which are reported',
      words: async () => [
        'gate',
        await fewLabels(),
        '--policy',
        writePolicy(limits),
        '--unlabelled',
        'ignore',
      ],
      exitCode: 0,
      reason:
        'some fields have labels in only a few of the 40 documents ("unlabelled" is "ignore"): total in 2',
    },
    {
      name: 'a report of labels in 2 of 40 documents, which are reported',
      words: async () => ['report', await fewLabels(), '--format', 'json', '--unlabelled', 'ignore'],
      exitCode: 0,
      reason:
        'some fields have labels in only a few of the 40 documents ("unlabelled" is "ignore"): total in 2',
    },
  ],
};

export interface Pipe {
  readonly name: string;
  /** Shell command. `goldset`, POLICY and the names of the records are replaced by paths. */
  readonly command: string;
  readonly exitCode: number;
}

/**
 * Commands with a pipe or a redirection, run by `bash -c "set -o pipefail; ..."`. The gate fails for the record BAD.
 * UNFINISHED is an unfinished record. `npm test` runs every fourth command, and `npm run test:long` runs all of them.
 */
export const pipes: readonly Pipe[] = [
  { name: 'gate | true', command: 'goldset gate BAD --policy POLICY | true', exitCode: 1 },
  { name: 'gate 2>&1 | true', command: 'goldset gate BAD --policy POLICY 2>&1 | true', exitCode: 1 },
  { name: 'gate --json | true', command: 'goldset gate BAD --policy POLICY --json | true', exitCode: 1 },
  { name: 'gate | head -1', command: 'goldset gate BAD --policy POLICY | head -1', exitCode: 1 },
  {
    name: 'a report to a full disk',
    command: 'goldset report GOOD --format json > /dev/full',
    exitCode: 2,
  },
  {
    name: 'a passed gate to a full disk',
    command: 'goldset gate GOOD --policy POLICY > /dev/full',
    exitCode: 2,
  },
  { name: 'gate to a full disk', command: 'goldset gate BAD --policy POLICY > /dev/full', exitCode: 1 },
  { name: 'a report | true', command: 'goldset report GOOD --format json | true', exitCode: 0 },
  {
    name: 'gate with closed output streams',
    command: 'goldset gate BAD --policy POLICY >&- 2>&-',
    exitCode: 1,
  },
  {
    name: 'gate with a closed standard output',
    command: 'goldset gate BAD --policy POLICY >&-',
    exitCode: 1,
  },
  {
    name: 'gate of an unfinished record | true',
    command: 'goldset gate UNFINISHED --policy POLICY | true',
    exitCode: 3,
  },
  {
    name: 'report of an unfinished record | true',
    command: 'goldset report UNFINISHED --format json | true',
    exitCode: 3,
  },
  {
    name: 'compare of an unfinished record | true',
    command: 'goldset compare UNFINISHED | true',
    exitCode: 3,
  },
  {
    name: 'an invalid policy | true',
    command: 'goldset gate BAD --policy no-such-file.json | true',
    exitCode: 2,
  },
];
