import { counted, percent, points, truncateList } from '../base/phrases.ts';
import type { GateSubject } from '../model/gate/gate-evidence.ts';
import type { Interval, Measurement } from '../model/score/measurement.ts';
import { metrics } from '../model/score/metrics.ts';

/** Returns `recall of total_amount`, or `recall` alone without a subject. */
export function metricLabel(metric: string, subject = ''): string {
  const label = metrics.find(({ name }) => name === metric)?.label ?? metric;
  return subject === '' ? label : `${label} of ${subject}`;
}

/** Returns a bound in points, without a sign. */
export function formatPoints(value: number): string {
  return `${(value * 100).toFixed(1)} points`;
}

/** Returns `95 % interval 92.5 % to 98.1 %`, with points for a difference. */
export function intervalWords(interval: Interval, unit: Measurement['unit']): string {
  const shown = unit === 'points' ? points : percent;
  return `${Number((interval.confidence * 100).toFixed(1))} % interval ${shown(interval.low)} to ${shown(interval.high)}`;
}

const most = 5;

/** `; 9 documents broke: inv-1, inv-2, ...`, or `; wrong in 9 documents: ...`; nothing where there is none. */
export function listDocuments({ documents, leaves }: GateSubject, words: 'broke:' | 'wrong in'): string {
  if (documents === 0) return '';
  const items = [...new Set(leaves.map(({ itemId }) => itemId))].slice(0, most);
  const rest = documents - items.length;
  const shown = truncateList(
    rest > 0 ? [...items, ...Array.from({ length: rest }, () => '')] : items,
    items.length,
  );
  return words === 'broke:'
    ? `; ${counted(documents, 'document')} broke: ${shown}`
    : `; wrong in ${counted(documents, 'document')}: ${shown}`;
}
