import { counted, percent } from '../base/phrases.ts';
import type { GateSubject } from '../model/gate/gate-evidence.ts';
import type { GatePolicy, LimitRule } from '../model/gate/gate-policy.ts';
import type { VerdictCheck } from '../model/score/comparison.ts';
import type { Measurement } from '../model/score/measurement.ts';
import { intervalWords, listDocuments, metricLabel } from './check-text.ts';

/** One figure against the bounds of a rule; with `min` and `max` there are two checks. */
export function checkLimit(rule: LimitRule, subject: GateSubject, policy: GatePolicy): VerdictCheck[] {
  return [
    ...(rule.min === undefined ? [] : [checkSide(rule, subject, policy, 'min', rule.min)]),
    ...(rule.max === undefined ? [] : [checkSide(rule, subject, policy, 'max', rule.max)]),
  ];
}

function checkSide(
  rule: LimitRule,
  subject: GateSubject,
  policy: GatePolicy,
  side: 'min' | 'max',
  bound: number,
): VerdictCheck {
  const { measurement } = subject;
  const word = side === 'min' ? 'at least' : 'at most';
  const on = rule.on ?? 'value';
  const about = metricLabel(rule.metric, subject.name);
  const check = {
    name: `${about}${on === 'interval' ? ', whole interval' : ''}, ${word} ${percent(bound)}`,
    rule: 'limit',
    value: measurement?.value ?? null,
    bound,
    n: measurement?.n ?? 0,
    unit: 'share' as const,
    ...(measurement?.interval === undefined ? {} : { interval: measurement.interval }),
  };
  const inconclusive = (reason: string): VerdictCheck => ({ ...check, status: 'inconclusive', reason });
  if (measurement === null || measurement.value === null)
    return inconclusive(`${about} is undefined: ${measurement?.undefinedBecause ?? 'it was not measured'}`);
  const tooFew = fewDocuments(measurement.n, policy);
  if (tooFew !== null) return inconclusive(tooFew);
  const figure = `${about} is ${percent(measurement.value)}${measurement.interval ? ` (${intervalWords(measurement.interval, 'share')})` : ''}, n = ${measurement.n}`;
  const keeps = (value: number) => (side === 'min' ? value >= bound : value <= bound);
  const failed = (): VerdictCheck => ({
    ...check,
    status: 'fail',
    reason: `${figure}; the policy asks for ${word} ${percent(bound)}${listDocuments(subject, 'wrong in')}`,
    leaves: subject.leaves,
    documents: subject.documents,
  });
  if (on === 'value')
    return keeps(measurement.value) ? { ...check, status: 'pass', reason: figure } : failed();
  const { interval } = measurement;
  if (interval === undefined) return inconclusive(`${figure}; there is no interval to judge by`);
  const [worst, best] = side === 'min' ? [interval.low, interval.high] : [interval.high, interval.low];
  if (keeps(worst)) return { ...check, status: 'pass', reason: figure };
  if (!keeps(best)) return failed();
  return inconclusive(
    `${figure}; the interval holds the bound ${percent(bound)}${toSettle(measurement, bound)}`,
  );
}

/** Null where there are enough. */
export function fewDocuments(n: number, policy: GatePolicy): string | null {
  const { minDocuments } = policy;
  if (minDocuments === undefined || n >= minDocuments) return null;
  return `measured on ${counted(n, 'document')}; the policy asks for ${minDocuments} before it judges`;
}

/** The half-width of an interval shrinks with the square root of n. */
function toSettle({ value, n, interval }: Measurement, bound: number): string {
  const distance = Math.abs((value as number) - bound);
  if (interval === undefined || distance === 0) return '';
  const reach =
    (value as number) > bound ? (value as number) - interval.low : interval.high - (value as number);
  const needed = Math.ceil(n * (reach / distance) ** 2 - 1e-9);
  return needed > n && needed < 1_000_000
    ? `; about ${counted(needed - n, 'more document')} would settle it`
    : '';
}
