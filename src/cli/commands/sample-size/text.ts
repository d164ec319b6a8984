import { percent } from '../../../base/phrases.ts';
import type { SampleSizeResult } from '../../../model/results/command-results.ts';
import { printJson } from '../../terminal/print-json.ts';
import { textTable } from '../../terminal/text-table.ts';

/** Prints how many documents each question takes; `width` and `targetError` as they were asked for. */
export function printSampleSize(
  result: SampleSizeResult,
  asked: {
    readonly json?: boolean;
    readonly width?: number | string;
    readonly targetError?: number | string;
  },
): void {
  if (asked.json) {
    printJson(result);
    return;
  }
  process.stdout.write(`${sampleSizeText(result)}\n`);
  for (const { label, documents } of result.width ?? [])
    process.stdout.write(
      `An interval of ± ${asked.width} points for ${label}: ${count(documents)} documents\n`,
    );
  if (asked.targetError !== undefined)
    process.stdout.write(
      `To certify at most ${asked.targetError} wrong: ${certificateText(result.certificate)}\n`,
    );
}

function certificateText(certificate: SampleSizeResult['certificate']): string {
  if (certificate === null) return 'no number of documents does at that error rate';
  const { documents, wrong } = certificate;
  return `${count(documents)} accepted documents, of which at most ${wrong} may be wrong`;
}

function sampleSizeText({ rows, effect, power, confidence }: SampleSizeResult): string {
  const table = textTable(
    ['', 'right', 'discordant', 'documents', 'to be safe'],
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
      ? `As the versions of the record differ, seen on ${first.observedOn} documents; "to be safe" at the upper end of what that allows.`
      : 'Taken for versions that err independently; versions of one processor differ less.';
  const fields = rows.length - 1;
  return [
    `Documents to find a difference of ${Number((100 * effect).toFixed(2))} points with power ${percent(power)} at ${percent(confidence)} confidence (exact McNemar test)`,
    '',
    table,
    '',
    basis,
    ...(fields > 0 ? [`Fields are tested together, so each is planned with 1/${fields} of the error.`] : []),
  ].join('\n');
}

function count(documents: number | null): string {
  return documents === null ? '—' : String(documents).replace(/\B(?=(\d{3})+$)/g, ' ');
}
