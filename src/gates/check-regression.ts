import { percent, pluralise, points } from '../base/phrases.ts';
import type { GateBaseline, GateSubject } from '../model/gate/gate-evidence.ts';
import type { GatePolicy, RegressionRule } from '../model/gate/gate-policy.ts';
import type { PairedComparison, VerdictCheck } from '../model/score/comparison.ts';
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

/** Tolerance for the floating-point error of a difference of shares. */
const rounding = 1e-12;

/**
 * Checks non-inferiority. It passes if the whole interval of the difference is above minus the margin. It fails
 * if the whole interval is below minus the margin, or if a loss is significant and may be larger than the
 * margin. Otherwise it is inconclusive. It is also inconclusive if the margin is smaller than the detectable
 * difference, unless the interval shows that the figure rose (decision 0052).
 */
export function checkRegression(
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
  if (baseline.state !== 'usable') return check.inconclusive(noBaseline(baseline));
  if (comparison === null) return check.inconclusive(`${about} was not compared`);
  const { value, interval, undefinedBecause = 'the difference has no interval' } = comparison.difference;
  if (value === null || interval === undefined)
    return check.inconclusive(`${about} cannot be compared: ${undefinedBecause}`);
  const tooFew = fewDocuments(n, policy);
  if (tooFew !== null) return check.inconclusive(tooFew);

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
  const { detectable } = comparison;
  if (detectable === null || !(rule.margin >= detectable - rounding))
    return check.inconclusive(`${figure}; ${undetectable(rule.margin, detectable, n)}${documents}`);
  if (gain.low >= lost) return check.pass(figure);
  return check.inconclusive(
    `${figure}; the loss may be larger than the margin of ${formatPoints(rule.margin)}${documents}`,
  );
}

function movement(about: string, { baseline, candidate, difference }: PairedComparison, n: number): string {
  const { value, interval } = difference;
  const bounds = interval === undefined ? '' : `, ${formatInterval(interval, 'points')}`;
  return `${about} ${percent(baseline.value)} → ${percent(candidate.value)} (${points(value ?? 0)} points${bounds}), n = ${n}`;
}

function undetectable(margin: number, detectable: number | null, n: number): string {
  if (detectable === null) return 'there are no documents to compare';
  const needed = margin === 0 ? null : Math.ceil(n * (detectable / margin) ** 2);
  const more =
    needed === null || needed >= 1_000_000
      ? ''
      : `; use about ${pluralise(needed - n, 'more document')} or a wider margin`;
  const smallest = formatPoints(Math.ceil(detectable * 1000 - rounding) / 1000);
  return `${pluralise(n, 'document')} can show losses of at least ${smallest}, and the margin is ${formatPoints(margin)}${more}`;
}
