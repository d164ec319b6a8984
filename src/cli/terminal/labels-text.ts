import path from 'node:path';
import { oneLine, percent, pluralise, points } from '../../base/phrases.ts';
import type {
  LabelComparisonResult,
  LabelListResult,
  SequentialComparison,
} from '../../model/results/label-results.ts';
import type { ComparisonVerdict } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { textTable } from './text-table.ts';

const verdictWords: Readonly<Record<ComparisonVerdict, string>> = {
  improved: '▲ better',
  regressed: '▼ worse',
  equivalent: '= same',
  inconclusive: '◇ inconclusive',
};

/** Formats a result of `goldset compare`: a written list of values to label, or a comparison that uses these labels. */
export function labelsText(result: LabelListResult | LabelComparisonResult): string {
  return 'list' in result ? listText(result) : comparisonText(result);
}

function listText(result: LabelListResult): string {
  const { list, documents, differing, included, values, answered, share, quotas, sequential } = result;
  const shown = path.relative(process.cwd(), list) || list;
  const all = pluralise(documents, 'document');
  const field = sequential?.match(/^field:(.*)$/s)?.[1];
  const where = field === undefined ? '' : ` in ${field}`;
  if (differing === 0)
    return oneLine(
      `Both versions have the same score in all ${all}${where}, whatever the gold is. No label is needed.`,
    );
  const sampled =
    quotas !== null ? ' (a sample by quotas)' : share < 1 ? ` (a sample of ${percent(share)})` : '';
  return [
    oneLine(
      `The versions differ in ${differing} of ${all}${where}. The list has ${pluralise(values, 'value')} of ${pluralise(included, 'document')}${sampled}: ${shown}`,
    ),
    ...(answered === 0 ? [] : [`It contains ${pluralise(answered, 'answer')} from the earlier list.`]),
    '',
    'Next:',
    '  In each line, set "answer" to the correct value, to "none" if there is no value, or to "unclear".',
    ...(sequential === null
      ? []
      : [
          '  Label the documents in the order of the list. Run this command as often as you like, and stop when it reports a decision.',
        ]),
    `  $ goldset compare ... --labels ${shown}`,
  ].join('\n');
}

function comparisonText(result: LabelComparisonResult): string {
  const { title, baseline, candidate, documents, questions, notIdentified, overlay, unclear } = result;
  const rows = questions.map(({ label, difference, differing, adjustedP, verdict }) => [
    label,
    String(differing),
    inUnits(difference),
    pText(adjustedP),
    verdictWords[verdict],
  ]);
  const { sequential, goldValues } = result;
  const parts = [
    `${oneLine(`${title}   ${baseline} → ${candidate}`)}   ${pluralise(documents, 'document')}\n${oneLine(result.sentence)}`,
    unclear === 0
      ? ''
      : `For ${pluralise(unclear, 'unclear label')}, goldset assumes that the versions do not differ. A verdict that depends on unclear labels is inconclusive.`,
    rows.length === 0
      ? ''
      : textTable(['', 'differing', 'change [interval]', 'adjusted p', ''], rows, { left: 1 }),
    sequential === null ? '' : sequentialText(sequential),
    goldValues?.source === 'estimated'
      ? `The number of values in the gold is estimated from ${pluralise(goldValues.sample ?? 0, 'document')}: ${goldValues.perDocument.toFixed(2)} per document.`
      : '',
    notIdentified.length === 0
      ? ''
      : [
          'These labels do not show:',
          ...notIdentified.map(({ quantity, reason }) => `  ${quantity}: ${reason}`),
        ].join('\n'),
    overlay === null ? '' : `Labels: ${path.relative(process.cwd(), overlay) || overlay}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function sequentialText({
  label,
  share,
  evidence,
  limit,
  confidence,
  verdict,
}: SequentialComparison): string {
  const value = share.value === null ? '—' : percent(share.value);
  const rows = [
    [
      label,
      `${value} [${percent(share.low)} to ${percent(share.high)}]`,
      `${evidence.toPrecision(3)} of ${Number(limit.toPrecision(3))}`,
      verdictWords[verdict],
    ],
  ];
  const head = ['', `documents better with the candidate [${percent(confidence)} interval]`, 'evidence', ''];
  return textTable(head, rows, { left: 1 });
}

/** Formats a difference as points, or as values per document. */
function inUnits({ value, unit, interval }: Measurement): string {
  if (value === null) return '—';
  const text = (number: number) =>
    unit === 'points' ? points(number) : `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(3)}`;
  return `${text(value)}${interval === undefined ? '' : ` [${text(interval.low)} to ${text(interval.high)}]`}`;
}

function pText(p: number | null): string {
  if (p === null) return '—';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
