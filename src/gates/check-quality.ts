import { percent, pluralise, points } from '../base/phrases.ts';
import type { GateBaseline, GateSubject } from '../model/gate/gate-evidence.ts';
import type { GatePolicy, LimitRule, RegressionRule } from '../model/gate/gate-policy.ts';
import type { PairedComparison, VerdictCheck } from '../model/score/comparison.ts';
import type { Measurement } from '../model/score/measurement.ts';
import { metricNamed } from '../model/score/metrics.ts';
import {
  fewDocuments,
  formatInterval,
  formatPoints,
  listDocuments,
  metricLabel,
  noBaseline,
  openCheck,
} from './check.ts';
import { limitWithLabelNoise, regressionWithLabelNoise } from './label-noise.ts';

/** Checks one figure against a rule. Returns one check if the rule sets `min`, and one check if it sets `max`. */
export function checkLimit(rule: LimitRule, subject: GateSubject, policy: GatePolicy): VerdictCheck[] {
  return (['min', 'max'] as const).flatMap((side) => {
    const bound = rule[side];
    if (bound === undefined) return [];
    const check = withFailuresAsWrong(
      checkSide(rule, subject, policy, side, bound),
      subject,
      (worst) => checkSide(rule, worst, policy, side, bound),
      () => figureOf(subject.withFailures?.measurement),
    );
    return [limitWithLabelNoise(check, side, subject.measurement)];
  });
}

/**
 * Evaluates a passed check again with all failed items counted as wrong. If the check still passes, returns it
 * unchanged. Otherwise, returns it as inconclusive, because the values of failed items are unknown.
 */
function withFailuresAsWrong(
  check: VerdictCheck,
  subject: GateSubject,
  evaluate: (worst: GateSubject) => VerdictCheck,
  worstFigure: () => string,
): VerdictCheck {
  const { withFailures } = subject;
  if (withFailures === undefined || check.status !== 'pass') return check;
  if (evaluate({ ...subject, ...withFailures }).status === 'pass') return check;
  return openCheck(check).inconclusive(
    'failed-items-decide',
    `${check.reason}; this figure leaves out failed items; if failed items count as wrong, the figure is ${worstFigure()}`,
  );
}

function figureOf(measurement: Measurement | null | undefined): string {
  return percent(measurement?.value ?? null);
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
      subject.code ?? 'undefined',
      `${about} is undefined: ${measurement?.undefinedBecause ?? 'it was not measured'}`,
    );
  const tooFew = fewDocuments(measurement.n, policy);
  if (tooFew !== null) return check.inconclusive('too-few-documents', tooFew);
  const { interval, value } = measurement;
  const figure = `${about} is ${percent(value)}${interval ? ` (${formatInterval(interval, 'share')})` : ''}, n = ${measurement.n}${omittedText(measurement)}`;
  const failed = `${figure}; the policy requires ${limit}${listDocuments(subject, wrongPart(rule))}`;
  const keeps = (figureOrBound: number) => (side === 'min' ? figureOrBound >= bound : figureOrBound <= bound);
  if (on === 'value') return keeps(value) ? check.pass(figure) : check.fail(failed);
  if (interval === undefined)
    return check.inconclusive('too-few-units', `${figure}; there is no interval to compare with the bound`);
  const [worst, best] = side === 'min' ? [interval.low, interval.high] : [interval.high, interval.low];
  if (keeps(worst)) return check.pass(figure);
  if (!keeps(best)) return check.fail(failed);
  return check.inconclusive(
    'interval-spans-bound',
    `${figure}; the interval contains the bound ${percent(bound)}${documentsNeeded(measurement, bound)}`,
  );
}

function wrongPart({ metric }: LimitRule): string {
  return metricNamed(metric).ofCitations === undefined ? 'wrong values' : 'missing or wrong citations';
}

/** States how many documents a figure leaves out, because they have no label or because failures are excluded. */
function omittedText({ unscored }: Measurement): string {
  return unscored === 0 ? '' : `, without ${pluralise(unscored, 'document')} that could not be scored`;
}

/**
 * Returns a text on how many more documents would decide the check; empty if this number is unknown. Assumes that the
 * width of the interval is proportional to 1 / sqrt(n).
 */
function documentsNeeded({ value, n, interval }: Measurement, bound: number): string {
  if (value === null || interval === undefined || value === bound) return '';
  const reach = value > bound ? value - interval.low : interval.high - value;
  const needed = Math.ceil(n * (reach / Math.abs(value - bound)) ** 2 - 1e-9);
  return needed > n && needed < 1_000_000
    ? `; about ${pluralise(needed - n, 'more document')} would be enough to decide`
    : '';
}

/** Tolerance for rounding errors of floating-point differences. */
const rounding = 1e-12;

/**
 * Checks non-inferiority (decision 0052). The first condition that holds decides:
 * - There is no usable baseline, the difference or its interval is undefined, or there are fewer documents than the
 *   policy requires: inconclusive.
 * - Both versions have equal outputs: pass.
 * - The whole interval of the difference is below -margin, or the loss is significant and the interval reaches below
 *   -margin: fail.
 * - The whole interval shows a gain: pass.
 * - The margin is smaller than the detectable difference, or at least as large as the largest possible loss:
 *   inconclusive.
 * - The whole interval is at or above -margin: pass.
 *
 * If no condition holds, the check is inconclusive.
 */
export function checkRegression(
  rule: RegressionRule,
  subject: GateSubject,
  baseline: GateBaseline,
  policy: GatePolicy,
): VerdictCheck {
  const evaluate = (measured: GateSubject) => checkLoss(rule, measured, baseline, policy);
  const check = withFailuresAsWrong(evaluate(subject), subject, evaluate, () => {
    const { value } = subject.withFailures?.comparison?.difference ?? {};
    return `a change of ${points(value ?? 0)} points`;
  });
  return regressionWithLabelNoise(check, subject.comparison);
}

function checkLoss(
  rule: RegressionRule,
  subject: GateSubject,
  baseline: GateBaseline,
  policy: GatePolicy,
): VerdictCheck {
  const { comparison } = subject;
  const about = metricLabel(rule.metric, subject.name);
  const { difference } = comparison ?? {};
  const n = comparison === null ? 0 : Math.min(comparison.baseline.n, comparison.candidate.n);
  const check = openCheck(
    {
      name: `${about} loses at most ${formatPoints(rule.margin)}`,
      rule: 'regression',
      value: difference?.value ?? null,
      bound: rule.margin === 0 ? 0 : -rule.margin,
      n,
      unit: 'points',
      ...(difference?.interval === undefined ? {} : { interval: difference.interval }),
    },
    subject,
  );
  if (baseline.state !== 'usable') return check.inconclusive(...noBaseline(baseline));
  if (comparison === null) return check.inconclusive('undefined', `${about} was not compared`);
  const { value, interval, undefinedBecause = 'the difference has no interval' } = comparison.difference;
  if (value === null || interval === undefined)
    return check.inconclusive('undefined', `${about} cannot be compared: ${undefinedBecause}`);
  const tooFew = fewDocuments(n, policy);
  if (tooFew !== null) return check.inconclusive('too-few-documents', tooFew);
  if (subject.unchanged)
    return { ...check.pass(`0 of ${pluralise(subject.unchanged, 'value')} changed`), kind: 'identical' };

  const isLowerBetter = metricNamed(rule.metric).better === 'lower';
  const gain = isLowerBetter ? { low: -interval.high, high: -interval.low } : interval;
  const figure = movement(about, comparison, n);
  const documents = listDocuments(subject, 'new errors');
  const isWorse = comparison.verdict === (isLowerBetter ? 'improved' : 'regressed');
  const lost = -rule.margin - rounding;
  if (gain.high < lost || (isWorse && gain.low < lost))
    return check.fail(
      `${figure}; the policy accepts a loss of at most ${formatPoints(rule.margin)}${documents}`,
    );
  if (gain.low > 0) return check.pass(figure);
  const largestLoss = isLowerBetter ? 1 - (comparison.baseline.value ?? 0) : comparison.baseline.value;
  if (largestLoss !== null && rule.margin >= largestLoss - rounding)
    return check.inconclusive(
      'cannot-fail-here',
      `${figure}; the rule could not fail here: the largest possible loss is ${formatPoints(largestLoss)}, and the margin is ${formatPoints(rule.margin)}`,
    );
  const { detectable, documentsForMargin: documentsNeeded } = comparison;
  if (detectable === null || !(rule.margin >= detectable - rounding))
    return {
      ...check.inconclusive(
        detectable === null ? 'too-few-units' : 'margin-below-detectable',
        `${figure}; ${undetectable(rule.margin, comparison, n)}${documents}`,
      ),
      ...(documentsNeeded !== undefined && { documentsNeeded }),
    };
  if (gain.low >= lost) return check.pass(figure);
  return check.inconclusive(
    'interval-spans-bound',
    `${figure}; the loss may be larger than the margin of ${formatPoints(rule.margin)}${documents}`,
  );
}

function movement(about: string, { baseline, candidate, difference }: PairedComparison, n: number): string {
  const { value, interval } = difference;
  const bounds = interval === undefined ? '' : `, ${formatInterval(interval, 'points')}`;
  return `${about} ${percent(baseline.value)} → ${percent(candidate.value)} (${points(value ?? 0)} points${bounds}), n = ${n}`;
}

function undetectable(margin: number, comparison: PairedComparison, n: number): string {
  const { detectable, documentsForMargin: needed } = comparison;
  const more =
    needed === undefined ? '' : `; use about ${pluralise(needed - n, 'more document')} or a wider margin`;
  if (detectable === null) return `no loss can be shown with ${pluralise(n, 'document')}${more}`;
  const smallest = formatPoints(Math.ceil(detectable * 1000 - rounding) / 1000);
  return `${pluralise(n, 'document')} can show losses of at least ${smallest}, and the margin is ${formatPoints(margin)}${more}`;
}
