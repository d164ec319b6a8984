import { failedIn, recordOf, right, writePolicy } from './records.ts';
import { classifier, failed, good, limit, twoGood, worse } from './shared.ts';
import type { Group, Try } from './try.ts';

export const failingRuns: Group = {
  title: 'Runs with failed items',
  tries: [
    ...(['report', 'score', 'trend'] as const).map(
      (command): Try => ({
        name: `${command} of a run with 8 failed items of 40`,
        words: async () => [command, await failed(), ...(command === 'report' ? ['--format', 'json'] : [])],
        exitCode: 3,
        reason: '',
      }),
    ),
    {
      name: 'report with a smaller accepted share',
      words: async () => ['report', await failed(), '--format', 'json', '--max-failure-rate', '0.19'],
      exitCode: 3,
      reason: '',
    },
    {
      name: 'compare with a baseline that failed and a candidate that is no better',
      words: async () => ['compare', await failed(), await good()],
      exitCode: 3,
      reason: 'Run not usable: 8 of 40 documents gave no result',
      never: 'Better: publish',
    },
    {
      name: 'trend with a record that failed before a complete one',
      words: async () => ['trend', await failed(), await good()],
      exitCode: 3,
      reason: 'Run not usable: 8 of 40 documents gave no result',
      never: '▲ publish',
    },
    ...(
      [
        [
          'no accepted failures',
          { limits: [{ metric: 'precision', min: 0.9 }] },
          3,
          '8 of 40 item runs failed',
        ],
        [
          'fewer accepted failures',
          { failures: { max: 0.1 }, limits: [{ metric: 'precision', min: 0.9 }] },
          3,
          '8 of 40 item runs failed',
        ],
        [
          'precision that leaves failures out',
          { failures: { max: 0.5 }, limits: [{ metric: 'precision', min: 0.9 }] },
          1,
          'this figure leaves out failed items',
        ],
        [
          'presence precision that leaves failures out',
          { failures: { max: 0.5 }, limits: [{ metric: 'presence_precision', min: 0.9 }] },
          1,
          'this figure leaves out failed items',
        ],
        [
          'precision of a field',
          { failures: { max: 0.5 }, limits: [{ metric: 'precision', field: '*', min: 0.9 }] },
          1,
          'precision of total',
        ],
        [
          'recall with accepted failures',
          { failures: { max: 0.5 }, limits: [{ metric: 'recall', min: 0.9 }] },
          1,
          'recall is 80.0 %',
        ],
        [
          'a loss of precision',
          { failures: { max: 0.5 }, regressions: [{ metric: 'precision', margin: 0.3 }] },
          1,
          'this figure leaves out failed items',
        ],
        [
          'new errors with accepted failures',
          { failures: { max: 0.5 }, newErrors: [{ max: 0 }] },
          1,
          '8 of 40 documents have new errors',
        ],
      ] as const
    ).map(
      ([name, policy, exitCode, reason]): Try => ({
        name: `a gate with ${name}`,
        words: async () => [
          'gate',
          await failed(),
          '--baseline',
          await good(),
          '--policy',
          writePolicy(policy),
        ],
        exitCode,
        reason,
      }),
    ),
    {
      name: 'a gate whose scoring excludes failures',
      words: async () => [
        'gate',
        await failed(),
        '--policy',
        writePolicy({ limits: [limit] }),
        '--failures',
        'exclude',
      ],
      exitCode: 3,
      reason: '8 of 40 item runs failed',
    },
    {
      name: 'new errors while scoring excludes failures',
      words: async () => [
        'gate',
        await failed(),
        '--baseline',
        await good(),
        '--policy',
        writePolicy({ failures: { max: 0.5 }, newErrors: [{ max: 0 }] }),
        '--failures',
        'exclude',
      ],
      exitCode: 1,
      reason: '8 of 40 documents have new errors',
    },
    {
      name: 'a baseline that failed',
      words: async () => [
        'gate',
        await good(),
        '--baseline',
        await failed(),
        '--policy',
        writePolicy({ newErrors: [{ max: 0 }] }),
      ],
      exitCode: 1,
      reason: '8 of its 40 item runs failed',
    },
    {
      name: 'a run of failures only, with a limit on a rate that is better when lower',
      words: async () => [
        'gate',
        await recordOf([failedIn(40)]),
        '--policy',
        writePolicy({ failures: { max: 0.99 }, limits: [{ metric: 'hallucination_rate', max: 0.5 }] }),
      ],
      exitCode: 3,
      reason: '40 of 40 item runs failed',
    },
    {
      name: 'a failed second repeat',
      words: async () => [
        'gate',
        await recordOf([right], { repeats: [[failedIn(3)]] }),
        '--policy',
        writePolicy({ limits: [limit] }),
      ],
      exitCode: 3,
      reason: '3 of 80 item runs failed',
    },
    {
      name: 'empty places of failed items, which might have got a value',
      words: async () => [
        'gate',
        await recordOf([failedWithoutTotal], {
          changed: (n) => ({ expected: { value: { number: `R-${n}`, total: null } } }),
        }),
        '--policy',
        writePolicy({ failures: { max: 0.6 }, limits: [{ metric: 'hallucination_rate', max: 0.1 }] }),
      ],
      exitCode: 1,
      reason: 'this figure leaves out failed items',
    },
  ],
};

const failedWithoutTotal = (n: number, { number }: { readonly number?: string | null }) =>
  n < 20 ? new Error('injected') : { value: { number } };

/** Cases that must pass. They show that the gate does not reject everything. */
export const controls: Group = {
  title: 'Controls: these pass, so the gate does not reject everything',
  tries: [
    ...(
      [
        ['a good record and a limit', good, { limits: [limit] }],
        ['a margin that 40 documents can show', twoGood, { regressions: [{ metric: 'f1', margin: 0.1 }] }],
        ['no new errors', twoGood, { newErrors: [{ max: 0 }] }],
        ['accepted new errors', worse, { newErrors: [{ max: 10 }] }],
        [
          'a class that is always right',
          classifier,
          { limits: [{ metric: 'recall', class: 'invoice', min: 0.9 }] },
        ],
        [
          'accepted failures with a bound that holds even then',
          failed,
          { failures: { max: 0.2 }, limits: [{ metric: 'precision', min: 0.75 }] },
        ],
      ] as const
    ).map(
      ([name, record, policy]): Try => ({
        name,
        words: async () => ['gate', await record(), '--policy', writePolicy(policy)],
        exitCode: 0,
        reason: 'The gate passed',
      }),
    ),
  ],
};
