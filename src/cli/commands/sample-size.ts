import type { Command } from 'commander';
import { emptyMark, grouped, oneLine, percent, pluralise } from '../../base/phrases.ts';
import type { SampleSizeResult } from '../../model/results/command-results.ts';
import type { SampleSizeRequest } from '../../usecases/sample-size/plan-sample-size.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';
import { textTable } from '../terminal/text-table.ts';

/**
 * `goldset sample-size [RECORD]`: computes how many documents are needed for a difference, an interval or a threshold.
 */
export function define(command: Command): void {
  command
    .argument(
      '[record]',
      'record from which the variance is estimated (default: use --rate and --discordant)',
    )
    .option('--effect <points>', 'difference to detect, in points', '3')
    .option('--power <share>', 'probability of detecting the difference', '0.8')
    .option('--rate <share>', 'without a record: share of correct documents')
    .option(
      '--discordant <share>',
      'without a record: share of documents that only one of the versions has right',
    )
    .option('--width <points>', 'also compute the number of documents for an interval of ± this many points')
    .option(
      '--target-error <share>',
      'also compute the number of documents to certify at most this share of errors',
    )
    .option(
      '--error-rate <share>',
      'with --target-error: expected share of errors among accepted documents',
      '0',
    );
  addSharedFlags(command, {
    scoring: 'record',
    json: 'sample-size',
    examples: [
      'goldset sample-size reports/invoices/record --effect 3 --power .8',
      'goldset sample-size --rate .9 --effect 5 --width 3',
    ],
  });
  command.action(async (record: string | undefined, flags: Omit<SampleSizeRequest, 'record'> & JsonFlag) => {
    const { planSampleSize } = await import('../../usecases/sample-size/plan-sample-size.ts');
    print(await planSampleSize({ ...flags, record }, terminalPorts()), flags, (result) =>
      sampleSizeText(result, flags),
    );
  });
}

/** Formats the sample sizes. `given` has the flags as the user typed them. */
export function sampleSizeText(
  result: SampleSizeResult,
  given: Pick<SampleSizeRequest, 'width' | 'targetError'>,
): string {
  return [
    differenceText(result),
    ...(result.width ?? []).map(
      ({ label, documents, inMost }) =>
        `Documents for an interval of ± ${given.width} points for ${oneLine(label)}: ${count(documents)} (enough in about half of the samples), ${count(inMost)} (enough in 80 % of the samples)`,
    ),
    ...(given.targetError === undefined ? [] : [certificateText(result.certificate, given.targetError)]),
  ].join('\n');
}

function certificateText(certificate: SampleSizeResult['certificate'], goal: unknown): string {
  if (certificate === null)
    return `An error rate of at most ${goal} cannot be certified with any number of documents, because the expected error rate is too high`;
  const { documents, wrong, clusterBy } = certificate;
  const needed = count(documents);
  return clusterBy === null
    ? `Documents to certify an error rate of at most ${goal}: ${needed} accepted documents ${wrong === 0 ? 'without an error' : `with at most ${pluralise(wrong, 'error')}`}; assumes that documents fail independently`
    : `Clusters by ${clusterBy} to certify an error rate of at most ${goal}: ${needed} accepted clusters, of which ${wrong === 0 ? 'none is wrong' : `at most ${count(wrong)} are wrong`}, for any number of documents per cluster`;
}

function differenceText({
  rows,
  effect,
  power,
  confidence,
  looks,
  basis,
  documents,
  clusters,
  advice,
}: SampleSizeResult) {
  const table = textTable(
    ['', 'correct', 'discordant', 'level', 'documents', 'conservative'],
    rows.map((row) => [
      row.label,
      percent(row.rate),
      percent(row.discordant),
      row.level === null ? emptyMark : row.level.toFixed(4),
      count(row.documents),
      count(row.conservative),
    ]),
    { left: 1 },
  );
  const observed =
    clusters === null
      ? `${documents} documents`
      : `${clusters.count} clusters by ${clusters.by} with ${documents} documents. The plan counts clusters with a mean size of ${clusters.size.toFixed(1)} documents`;
  const basisText =
    basis === 'observed'
      ? `Based on the versions of the record (${observed}). "conservative" uses the upper end of the interval for the share of discordant documents.`
      : 'The share of discordant documents is computed as if the errors of both versions were independent. For two versions of one processor, this share is usually smaller.';
  const planned = looks === 1 ? '' : `, as one of ${looks} planned comparisons (statistics.looks)`;
  const others = rows[0]?.otherQuestions ?? 0;
  return [
    `Documents to find a difference of ${Number((100 * effect).toFixed(2))} points with power ${percent(power)} at ${percent(confidence)} confidence${planned}`,
    '',
    table,
    '',
    basisText,
    ...(others > 0
      ? [
          `A joint test tests ${others + 1} metrics, each at the level in its row. The power is that of the joint test.`,
        ]
      : []),
    ...advice,
  ].join('\n');
}

function count(documents: number | null): string {
  return documents === null ? emptyMark : grouped(documents);
}
