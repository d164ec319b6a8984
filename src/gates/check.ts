import { percent, pluralise, points, truncateList } from '../base/phrases.ts';
import type { GateBaseline, GateSubject } from '../model/gate/gate-evidence.ts';
import type { GatePolicy } from '../model/gate/gate-policy.ts';
import type { VerdictCheck } from '../model/score/comparison.ts';
import type { InconclusiveCode } from '../model/score/inconclusive-codes.ts';
import type { Interval, Measurement } from '../model/score/measurement.ts';
import { metrics } from '../model/score/metrics.ts';

/** A reason names at most this many documents, leaves or item runs. */
export const maxNamed = 5;

type OpenCheck = Omit<VerdictCheck, 'status' | 'reason' | 'code' | 'leaves' | 'documents'>;

/**
 * Returns functions that complete a check with the status `pass`, `inconclusive` or `fail`. A failed check lists the
 * wrong leaves of `subject`.
 */
export function openCheck(check: OpenCheck, subject?: GateSubject) {
  const close = (status: VerdictCheck['status'], reason: string): VerdictCheck => ({
    ...check,
    status,
    reason,
  });
  return {
    pass: (reason: string) => close('pass', reason),
    inconclusive: (code: InconclusiveCode, reason: string): VerdictCheck => ({
      ...close('inconclusive', reason),
      code,
    }),
    fail: (reason: string): VerdictCheck => ({
      ...close('fail', reason),
      ...(subject === undefined ? {} : { leaves: subject.leaves, documents: subject.documents }),
    }),
  };
}

/** Returns the code and the reason why a rule that needs a baseline has no usable baseline. */
export function noBaseline(
  baseline: Exclude<GateBaseline, { state: 'usable' }>,
): readonly [code: InconclusiveCode, reason: string] {
  return baseline.state === 'none'
    ? [baseline.code ?? 'no-baseline', `there is no baseline: ${baseline.reason}`]
    : ['baseline-rejected', `the baseline ${baseline.name} is rejected: ${baseline.reason}`];
}

/** Returns the reason why `n` documents are too few for the policy. Returns `null` if `n` documents are enough. */
export function fewDocuments(n: number, { minDocuments }: GatePolicy): string | null {
  if (minDocuments === undefined || n >= minDocuments) return null;
  return `measured on ${pluralise(n, 'document')}; the policy requires at least ${minDocuments}`;
}

/**
 * Returns `; 9 documents with new errors: inv-1, inv-2, ...`. Returns an empty string if the subject has no such
 * document.
 */
export function listDocuments({ documents, leaves }: GateSubject, problem: string): string {
  if (documents === 0) return '';
  const items = [...new Set(leaves.map(({ itemId }) => itemId))].slice(0, maxNamed);
  return `; ${pluralise(documents, 'document')} with ${problem}: ${truncateList(items, items.length, documents)}`;
}

/** Returns the label of a metric: `recall of total_amount`, or `recall` without a subject. */
export function metricLabel(metric: string, subject = ''): string {
  const label = metrics.find(({ name }) => name === metric)?.label ?? metric;
  return subject === '' ? label : `${label} of ${subject}`;
}

/** Formats a share as percentage points without a sign: `1.5 points`. */
export function formatPoints(value: number): string {
  return `${(value * 100).toFixed(1)} points`;
}

/** Formats an interval: `95 % interval 92.5 % to 98.1 %`. An interval of a difference is in points. */
export function formatInterval(interval: Interval, unit: Measurement['unit']): string {
  const format = unit === 'points' ? points : percent;
  return `${Number((interval.confidence * 100).toFixed(1))} % interval ${format(interval.low)} to ${format(interval.high)}`;
}
