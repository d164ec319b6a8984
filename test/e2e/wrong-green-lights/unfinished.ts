import { openRecord } from '../../../src/record/read/open-record.ts';
import { rewriteRecord } from '../../fixtures/records/rewrite-record.ts';
import { writeRecord } from '../../fixtures/records/write-record.ts';
import { temporaryFolder } from '../spawn-goldset.ts';
import { configOf, copyOf, edited, notRunIn, recordOf, right, writePolicy } from './records.ts';
import { bad, better, complete, gate, limits, newErrors, sealedGap, unclosed, unfinished } from './shared.ts';
import type { Group, Try } from './try.ts';

const noVerdict = 'so there is no verdict';

/**
 * Runs every command and format on records that are not complete. The rows that exist would give the verdict "Publish".
 */
export const unfinishedRecords: Group = {
  title: 'Unfinished records: 13 of 80 item runs have no result, and the others would give "Publish"',
  tries: [
    ...['html', 'csv', 'md', 'json', 'html,csv,md,json'].map(
      (format): Try => ({
        name: `report --format ${format}`,
        words: async () => ['report', await unfinished(), '--format', format, '--out', temporaryFolder()],
        exitCode: 3,
        reason: '13 not run, so there is no verdict.',
        never: 'Publish.',
      }),
    ),
    ...(
      [
        [
          'report --json',
          async () => ['report', await unfinished(), '--json', '--format', 'json'],
          '"exitCode":3',
        ],
        [
          'report with a policy',
          async () => ['report', await unfinished(), '--format', 'json', '--policy', writePolicy(limits)],
          noVerdict,
        ],
        [
          'report as JUnit',
          async () => ['report', await unfinished(), '--format', 'junit', '--policy', writePolicy(limits)],
          noVerdict,
        ],
        ['compare of its versions', async () => ['compare', await unfinished()], noVerdict],
        [
          'compare --json',
          async () => ['compare', await unfinished(), '--json'],
          '"recommendation":"incomplete"',
        ],
        ['compare --common-items', async () => ['compare', await unfinished(), '--common-items'], noVerdict],
        [
          'compare with it as the baseline',
          async () => ['compare', await unfinished(), await complete(), '--versions', 'draft,draft'],
          noVerdict,
        ],
        [
          'compare with it as the candidate',
          async () => ['compare', await bad(), await unfinished(), '--versions', 'draft,draft'],
          noVerdict,
        ],
        [
          'compare of its complete version',
          async () => ['compare', await unfinished(), await complete(), '--versions', '1.0,draft'],
          noVerdict,
        ],
        ['score', async () => ['score', await unfinished()], noVerdict],
        ['score --json', async () => ['score', await unfinished(), '--json'], '"not-run":13'],
        ['trend', async () => ['trend', await unfinished()], noVerdict],
        [
          'trend between complete records',
          async () => ['trend', await bad(), await unfinished(), await complete()],
          noVerdict,
        ],
        ['trend --json', async () => ['trend', await unfinished(), '--json'], '"code":"incomplete-run"'],
        ['gate', async () => gate(unfinished()), 'The gate is inconclusive'],
        ['gate --json', async () => gate(unfinished(), limits, '--json'), '"code":"incomplete-run"'],
        [
          'gate --report',
          async () => gate(unfinished(), limits, '--report', '--out', temporaryFolder()),
          'The gate is inconclusive',
        ],
        [
          'gate of its complete version',
          async () => gate(unfinished(), limits, '--candidate-version', '1.0'),
          'the run has not written its summary',
        ],
        [
          'gate with accepted failures',
          async () => gate(unfinished(), { ...limits, failures: { max: 0.9 } }),
          '13 item runs of 40 have no result',
        ],
        [
          'report of a closed record with gaps',
          async () => ['report', await sealedGap(), '--format', 'json'],
          noVerdict,
        ],
        [
          'gate of a closed record with gaps',
          async () => gate(sealedGap()),
          '13 item runs of 40 have no result',
        ],
        [
          'report of a record that was not closed',
          async () => ['report', await unclosed(), '--format', 'json'],
          'The run has not written its summary, so there is no verdict.',
        ],
        [
          'compare of a record that was not closed',
          async () => ['compare', await unclosed()],
          'The run has not written its summary, so there is no verdict.',
        ],
        [
          'gate of a record that was not closed',
          async () => gate(unclosed()),
          'the run has not written its summary',
        ],
        [
          'report with a truncated summary',
          async () => [
            'report',
            edited(await better(), 'summary.json', (text) => text.slice(0, 60)),
            '--format',
            'json',
          ],
          'The run has not written its summary, so there is no verdict.',
        ],
        [
          'gate with a truncated summary',
          async () => gate(edited(await better(), 'summary.json', (text) => text.slice(0, 60))),
          'the run has not written its summary',
        ],
        [
          'gate with a summary without its seal',
          async () =>
            gate(
              edited(await better(), 'summary.json', (text) =>
                text.replace(/"seal": "\w+"/, '"sealed": true'),
              ),
            ),
          'the run has not written its summary',
        ],
        ['gate of cancelled item runs', async () => gate(cancelled()), '5 were cancelled'],
        [
          'report of cancelled item runs',
          async () => ['report', await cancelled(), '--format', 'json'],
          '5 cancelled',
        ],
        [
          'gate of a missing repeat',
          async () => gate(recordOf([right], { repeats: [[notRunIn(1)]] })),
          '1 item run of 80 has no result',
        ],
        [
          'report of a missing repeat',
          async () => ['report', await recordOf([right], { repeats: [[notRunIn(1)]] }), '--format', 'json'],
          '79 of 80 document runs ended',
        ],
        ['gate of a record without items', async () => gate(none()), 'the record has no items'],
        [
          'report of a record without items',
          async () => ['report', await none(), '--format', 'json'],
          'Run a dataset with documents.',
        ],
        ['thresholds', async () => ['thresholds', await unfinished()], '13 of 80 item runs have no result'],
      ] as const
    ).map(
      ([name, words, reason]): Try => ({
        name,
        words,
        exitCode: 3,
        reason,
        // The command would print this verdict of page one if it ignored the missing results.
        never: name.startsWith('compare') ? 'Better: publish' : 'Publish.',
      }),
    ),
    {
      name: 'an unfinished baseline',
      words: async () =>
        gate(better(), newErrors, '--baseline', await unfinished(), '--baseline-version', 'draft'),
      exitCode: 1,
      reason: 'its run is incomplete: 13 of 40 item runs have no result',
    },
    {
      name: 'an unfinished record as a named baseline',
      words: async () => [
        'baseline',
        'set',
        await unfinished(),
        '--name',
        'main',
        '--reason',
        'release',
        '--versions',
        'draft',
        '--baselines',
        temporaryFolder(),
      ],
      exitCode: 2,
      reason: 'BASELINE_REJECTED',
    },
  ],
};

async function cancelled(): Promise<string> {
  const reader = await openRecord(copyOf(await complete()));
  const changed = await rewriteRecord(reader, {
    rows: (row) => [Number(row.itemId.slice(1)) < 5 ? { ...row, state: 'cancelled', output: null } : row],
  });
  return changed.dir;
}

async function none(): Promise<string> {
  return (await writeRecord(configOf('total'), ['draft'], [])).dir;
}
