import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { rewriteRecord } from '../../fixtures/records/rewrite-record.ts';
import { temporaryFolder } from '../spawn-goldset.ts';
import { configOf, copyOf, failedIn, partOf, recordOf, right } from './records.ts';
import { bad, complete, gate, good, limits, newErrors, worse } from './shared.ts';
import type { Group, Try } from './try.ts';

const otherId = () => recordOf([right], { changed: (n) => ({ id: `e${n}` }) });
const otherGold = () =>
  recordOf([right], {
    changed: (n) => (n === 5 ? { expected: { value: { number: 'x', total: 'y' } } } : {}),
  });

export const baselines: Group = {
  title: 'Baselines that would make any candidate look good',
  tries: [
    ...(
      [
        ['a copy of the candidate', async () => copyOf(await bad()), 'it is a copy of the candidate'],
        [
          'a link to a copy of the candidate',
          async () => linked(copyOf(await bad())),
          'it is a copy of the candidate',
        ],
        ['other documents', otherId, 'other items: 40 items only in'],
        ['other gold', otherGold, '1 item with different gold (d5)'],
        ['fewer fields', () => recordOf([right], { config: configOf('number') }), 'different schema: total'],
        ['failed items', () => recordOf([failedIn(4)]), '4 of its 40 item runs failed'],
        ['no output at all', () => recordOf([failedIn(40)]), 'none of its items has an output'],
        ['an unknown name', async () => 'mian', 'no baseline "mian"'],
        ['a path that does not exist', async () => './no-such-record', './no-such-record does not exist'],
        ['an empty folder', async () => temporaryFolder(), 'no record found'],
      ] as const
    ).map(
      ([name, baseline, reason]): Try => ({
        name,
        words: async () => gate(bad(), newErrors, '--baseline', await baseline()),
        exitCode: 1,
        reason,
      }),
    ),
    {
      name: 'the candidate itself',
      words: async () => gate(bad(), newErrors, '--baseline', await bad()),
      exitCode: 2,
      reason: 'the baseline is the candidate itself',
    },
    {
      name: 'the candidate itself through a link',
      words: async () => gate(bad(), newErrors, '--baseline', linked(await bad())),
      exitCode: 1,
      reason: 'it is a copy of the candidate',
    },
    {
      name: 'the same version as baseline and candidate',
      words: async () => gate(worse(), newErrors, '--baseline', await worse(), '--baseline-version', 'draft'),
      exitCode: 2,
      reason: 'the baseline is the candidate itself',
    },
    {
      name: 'an unknown version of the baseline',
      words: async () => gate(bad(), newErrors, '--baseline', await worse(), '--baseline-version', '9.9'),
      exitCode: 2,
      reason: 'has no version "9.9"',
    },
    {
      name: 'an unknown version of the candidate',
      words: async () => gate(worse(), limits, '--candidate-version', '1.o'),
      exitCode: 2,
      reason: 'has no version "1.o"',
    },
    {
      name: 'a candidate without a field of the baseline',
      words: async () =>
        gate(
          recordOf([right], {
            config: configOf('number'),
            changed: (n) => ({
              expected: { value: { number: `R-${n}` } },
              outputs: [{ value: { number: `R-${n}` } }],
            }),
          }),
          newErrors,
          '--baseline',
          await good(),
        ),
      exitCode: 1,
      reason: 'different schema: total',
    },
    {
      name: 'a shard as the candidate',
      words: async () => gate(shard()),
      exitCode: 2,
      reason: 'found shard 1 of 2',
    },
  ],
};

async function shard(): Promise<string> {
  const reader = await openRecord(copyOf(await complete()));
  const changed = await rewriteRecord(reader, {
    plan: (plan) => ({ ...plan, shard: { index: 1, of: 2, count: 80, checksum: 'c' } }),
  });
  return changed.dir;
}

function linked(record: string): string {
  const link = path.join(temporaryFolder(), 'linked');
  symlinkSync(record, link);
  return link;
}

export const selections: Group = {
  title: 'Parts of a dataset that someone chose',
  tries: [
    ...(
      [
        ['--limit', { limit: 40 }, limits, 1, 'the record has only the first 40 items (--limit)'],
        ['--only', { only: 40 }, limits, 1, 'the record has only 40 named items (--only)'],
        ['--limit and --only', { limit: 40, only: 50 }, limits, 1, 'allowParts: [limit, only]'],
        [
          '--limit while the policy allows --only',
          { limit: 40 },
          { ...limits, allowParts: ['only'] },
          1,
          'allowParts: [limit]',
        ],
        [
          '--limit of a sample',
          { limit: 40, sample: 60 },
          limits,
          1,
          'the record has only the first 40 items (--limit) of a random sample',
        ],
      ] as const
    ).map(
      ([name, selection, policy, exitCode, reason]): Try => ({
        name: `gate of a run with ${name}`,
        words: () => gate(partOf(selection), policy),
        exitCode,
        reason,
      }),
    ),
    {
      name: 'a recommendation for a run with --limit',
      words: async () => ['report', await partOf({ limit: 40 }), '--format', 'json'],
      exitCode: 0,
      reason: 'The run has only the first 40 items (--limit). A person chose these documents',
      never: 'Publish.',
    },
    {
      name: 'a recommendation of compare for a run with --only',
      words: async () => ['compare', await partOf({ only: 40 })],
      exitCode: 0,
      reason: 'The run has only 40 named items (--only). A person chose these documents',
      never: 'Better: publish',
    },
    {
      name: 'a sample without a word',
      words: async () => gate(partOf({ sample: 40 })),
      exitCode: 0,
      reason: 'Measured on a random sample of 40 items (--sample, seed "s").',
    },
    {
      name: 'a recommendation for a sample without a word',
      words: async () => ['report', await partOf({ sample: 40 }), '--format', 'json'],
      exitCode: 0,
      reason: 'Measured on a random sample of 40 items (--sample, seed "s").',
    },
  ],
};
