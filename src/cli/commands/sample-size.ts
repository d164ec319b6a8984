import type { Command } from 'commander';
import { emptyMark, grouped, oneLine, percent } from '../../base/phrases.ts';
import type { SampleSizeResult } from '../../model/results/command-results.ts';
import type { SampleSizeRequest } from '../../usecases/sample-size/plan-sample-size.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';
import { textTable } from '../terminal/text-table.ts';

/** `goldset sample-size [RECORD]`: computes how many documents a question needs. */
export function define(command: Command): void {
  command
    .argument('[record]', 'record whose variance is used (default: --rate and --discordant)')
    .option('--effect <points>', 'difference to detect, in points', '3')
    .option('--power <share>', 'probability of detecting the difference', '0.8')
    .option('--rate <share>', 'without a record: share of correct documents')
    .option('--discordant <share>', 'without a record: share of discordant documents')
    .option('--width <points>', 'also compute the documents for an interval of ± this many points')
    .option('--target-error <share>', 'also compute the documents to certify at most this share of errors')
    .option('--error-rate <share>', 'share of errors among accepted documents, for --target-error', '0');
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

/** Formats the sample sizes. `given` has the values of the flags as the user typed them. */
export function sampleSizeText(
  result: SampleSizeResult,
  given: Pick<SampleSizeRequest, 'width' | 'targetError'>,
): string {
  return [
    differenceText(result),
    ...(result.width ?? []).map(
      ({ label, documents }) =>
        `Documents for an interval of ± ${given.width} points for ${oneLine(label)}: ${count(documents)}`,
    ),
    ...(given.targetError === undefined ? [] : [certificateText(result.certificate, given.targetError)]),
  ].join('\n');
}

function certificateText(certificate: SampleSizeResult['certificate'], goal: unknown): string {
  if (certificate === null)
    return `Documents to certify an error rate of at most ${goal}: none, because the error rate is too high`;
  const { documents, wrong, clusterBy } = certificate;
  const needed = count(documents);
  return clusterBy === null
    ? `Documents to certify an error rate of at most ${goal}: ${needed} accepted documents with at most ${wrong} errors; assumes that documents fail independently`
    : `Clusters by ${clusterBy} to certify an error rate of at most ${goal}: ${needed} accepted clusters, of which at most ${wrong} are wrong, for any number of documents per cluster`;
}

function differenceText({ rows, effect, power, confidence }: SampleSizeResult): string {
  const table = textTable(
    ['', 'correct', 'discordant', 'documents', 'conservative'],
    rows.map((row) => [
      row.label,
      percent(row.rate),
      percent(row.discordant),
      count(row.documents),
      count(row.conservative),
    ]),
    { left: 1 },
  );
  const [first] = rows;
  const basis =
    first?.basis === 'observed'
      ? `Based on the versions of the record (${first.observedOn} documents). "conservative" uses the upper end of the interval of the discordant share.`
      : 'The discordant share is computed as if the errors of both versions were independent. For two versions of one processor, the share is usually smaller.';
  const fields = rows.length - 1;
  return [
    `Documents to find a difference of ${Number((100 * effect).toFixed(2))} points with power ${percent(power)} at ${percent(confidence)} confidence (exact McNemar test)`,
    '',
    table,
    '',
    basis,
    ...(fields > 0
      ? [
          `The fields share the error probability, because they are tested together. Each field gets 1/${fields} of it.`,
        ]
      : []),
  ].join('\n');
}

function count(documents: number | null): string {
  return documents === null ? emptyMark : grouped(documents, ' ');
}
