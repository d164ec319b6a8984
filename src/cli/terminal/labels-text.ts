import path from 'node:path';
import { oneLine, percent, pluralise, points } from '../../base/phrases.ts';
import type { LabelComparisonResult, LabelListResult } from '../../model/results/label-results.ts';
import type { ComparisonVerdict } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { textTable } from './text-table.ts';

const verdictWords: Readonly<Record<ComparisonVerdict, string>> = {
  improved: '▲ better',
  regressed: '▼ worse',
  equivalent: '= same',
  inconclusive: '◇ inconclusive',
};

/** Formats a written list of labels, or a comparison by labels. */
export function labelsText(result: LabelListResult | LabelComparisonResult): string {
  return 'list' in result ? listText(result) : comparisonText(result);
}

function listText({ list, documents, differing, included, values, share }: LabelListResult): string {
  const shown = path.relative(process.cwd(), list) || list;
  const all = pluralise(documents, 'document');
  if (differing === 0)
    return `Both versions have the same score in all ${all}, whatever the gold is. No label is needed.`;
  const sampled = share < 1 ? ` (a sample of ${percent(share)})` : '';
  return [
    `The versions differ in ${differing} of ${all}. The list has ${pluralise(values, 'value')} of ${included} documents${sampled}: ${shown}`,
    '',
    'Next:',
    '  Enter the gold of each line as its "answer", or "none" or "unclear".',
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
  const parts = [
    `${oneLine(`${title}   ${baseline} → ${candidate}`)}   ${pluralise(documents, 'document')}\n${oneLine(result.sentence)}`,
    unclear === 0
      ? ''
      : `${pluralise(unclear, 'label')} ${unclear === 1 ? 'is' : 'are'} unclear and count as no difference. A verdict that depends on them is inconclusive.`,
    rows.length === 0
      ? ''
      : textTable(['', 'differing', 'change [interval]', 'adjusted p', ''], rows, { left: 1 }),
    notIdentified.length === 0
      ? ''
      : [
          'Not identified by these labels:',
          ...notIdentified.map(({ quantity, reason }) => `  ${quantity}: ${reason}`),
        ].join('\n'),
    overlay === null ? '' : `Labels: ${path.relative(process.cwd(), overlay) || overlay}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Formats a difference in points, or in values per document. */
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
