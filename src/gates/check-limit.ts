import { percent, pluralise } from '../base/phrases.ts';
import type { GateSubject } from '../model/gate/gate-evidence.ts';
import type { GatePolicy, LimitRule } from '../model/gate/gate-policy.ts';
import type { VerdictCheck } from '../model/score/comparison.ts';
import type { Measurement } from '../model/score/measurement.ts';
import { fewDocuments, formatInterval, listDocuments, metricLabel, openCheck } from './check.ts';

/** Checks one figure against the bounds of a rule. A rule with `min` and `max` gives two checks. */
export function checkLimit(rule: LimitRule, subject: GateSubject, policy: GatePolicy): VerdictCheck[] {
  return (['min', 'max'] as const).flatMap((side) => {
    const bound = rule[side];
    return bound === undefined ? [] : [checkSide(rule, subject, policy, side, bound)];
  });
}

function checkSide(
  rule: LimitRule,
  subject: GateSubject,
  policy: GatePolicy,
  side: 'min' | 'max',
  bound: number,
): VerdictCheck {
  const { measurement } = subject;
  const { on = 'value' } = rule;
  const limit = `${side === 'min' ? 'at least' : 'at most'} ${percent(bound)}`;
  const about = metricLabel(rule.metric, subject.name);
  const check = openCheck(
    {
      name: `${about}${on === 'interval' ? ', whole interval' : ''}, ${limit}`,
      rule: 'limit',
      value: measurement?.value ?? null,
      bound,
      n: measurement?.n ?? 0,
      unit: 'share',
      ...(measurement?.interval === undefined ? {} : { interval: measurement.interval }),
    },
    subject,
  );
  if (measurement === null || measurement.value === null)
    return check.inconclusive(
      `${about} is undefined: ${measurement?.undefinedBecause ?? 'it was not measured'}`,
    );
  const tooFew = fewDocuments(measurement.n, policy);
  if (tooFew !== null) return check.inconclusive(tooFew);
  const { interval, value } = measurement;
  const figure = `${about} is ${percent(value)}${interval ? ` (${formatInterval(interval, 'share')})` : ''}, n = ${measurement.n}`;
  const failed = `${figure}; the policy requires ${limit}${listDocuments(subject, 'wrong values')}`;
  const keeps = (figureOrBound: number) => (side === 'min' ? figureOrBound >= bound : figureOrBound <= bound);
  if (on === 'value') return keeps(value) ? check.pass(figure) : check.fail(failed);
  if (interval === undefined)
    return check.inconclusive(`${figure}; it has no interval to compare with the bound`);
  const [worst, best] = side === 'min' ? [interval.low, interval.high] : [interval.high, interval.low];
  if (keeps(worst)) return check.pass(figure);
  if (!keeps(best)) return check.fail(failed);
  return check.inconclusive(
    `${figure}; the interval contains the bound ${percent(bound)}${documentsNeeded(measurement, bound)}`,
  );
}

/**
 * Estimates how many more documents would decide the check. The half-width of an interval shrinks with the
 * square root of n.
 */
function documentsNeeded({ value, n, interval }: Measurement, bound: number): string {
  if (value === null || interval === undefined || value === bound) return '';
  const reach = value > bound ? value - interval.low : interval.high - value;
  const needed = Math.ceil(n * (reach / Math.abs(value - bound)) ** 2 - 1e-9);
  return needed > n && needed < 1_000_000
    ? `; about ${pluralise(needed - n, 'more document')} would decide it`
    : '';
}
