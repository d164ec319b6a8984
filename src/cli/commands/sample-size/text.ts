import { percent } from '../../../base/phrases.ts';
import type { SampleSizeResult } from '../../../model/results/command-results.ts';
import type { SampleSizeRequest } from '../../../usecases/sample-size/plan-sample-size.ts';
import { textTable } from '../../terminal/text-table.ts';

/** Returns how many documents each question needs. `asked` contains the values of the flags as the user typed them. */
export function sampleSizeText(
  result: SampleSizeResult,
  asked: Pick<SampleSizeRequest, 'width' | 'targetError'>,
): string {
  return [
    differenceText(result),
    ...(result.width ?? []).map(
      ({ label, documents }) =>
        `Documents for an interval of ± ${asked.width} points for ${label}: ${count(documents)}`,
    ),
    ...(asked.targetError === undefined
      ? []
      : [
          `Documents to certify an error rate of at most ${asked.targetError}: ${certificateText(result.certificate)}`,
        ]),
  ].join('\n');
}

function certificateText(certificate: SampleSizeResult['certificate']): string {
  if (certificate === null) return 'none, because the error rate is too high';
  const { documents, wrong } = certificate;
  return `${count(documents)} accepted documents with at most ${wrong} errors`;
}

function differenceText({ rows, effect, power, confidence }: SampleSizeResult): string {
  const table = textTable(
    ['', 'correct', 'discordant', 'documents', 'cautious'],
    rows.map((row) => [
      row.label,
      percent(row.rate),
      percent(row.discordant),
      count(row.documents),
      count(row.cautious),
    ]),
    { left: 1 },
  );
  const [first] = rows;
  const basis =
    first?.basis === 'observed'
      ? `Based on the versions of the record (${first.observedOn} documents). "cautious" uses the upper end of the interval of the discordant share.`
      : 'Assumes versions with independent errors. Versions of one processor differ less.';
  const fields = rows.length - 1;
  return [
    `Documents to find a difference of ${Number((100 * effect).toFixed(2))} points with power ${percent(power)} at ${percent(confidence)} confidence (exact McNemar test)`,
    '',
    table,
    '',
    basis,
    ...(fields > 0
      ? [
          `Each field is planned with 1/${fields} of the error probability, because fields are tested together.`,
        ]
      : []),
  ].join('\n');
}

function count(documents: number | null): string {
  return documents === null ? '—' : String(documents).replace(/\B(?=(\d{3})+$)/g, ' ');
}
