import { counted, percent, points } from '../base/phrases.ts';
import type { GateBaseline, GateSubject } from '../model/gate/gate-evidence.ts';
import type { GatePolicy, RegressionRule } from '../model/gate/gate-policy.ts';
import type { PairedComparison, VerdictCheck } from '../model/score/comparison.ts';
import { metricNamed } from '../model/score/metrics.ts';
import { fewDocuments } from './check-limit.ts';
import { formatPoints, intervalWords, listDocuments, metricLabel } from './check-text.ts';

/** Differences of shares are differences of floating numbers. */
const rounding = 1e-12;

/**
 * Non-inferiority: passes when the whole interval of the difference lies above minus the margin. It fails when the
 * whole interval lies below it, or when a loss is proven and may be larger than the margin. Otherwise it cannot tell;
 * neither can it where the margin is smaller than what this many documents could have shown, unless the interval shows
 * that the figure rose (decision 0052).
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
  const check = {
    name: `${about} loses at most ${formatPoints(rule.margin)}`,
    rule: 'regression',
    value: difference?.value ?? null,
    bound: rule.margin === 0 ? 0 : -rule.margin,
    n,
    unit: 'points' as const,
    ...(difference?.interval === undefined ? {} : { interval: difference.interval }),
  };
  const inconclusive = (reason: string): VerdictCheck => ({ ...check, status: 'inconclusive', reason });
  if (baseline.state !== 'usable') return inconclusive(noBaseline(baseline));
  if (comparison === null) return inconclusive(`${about} was not compared`);
  const { value, interval } = comparison.difference;
  if (value === null || interval === undefined)
    return inconclusive(
      `${about} cannot be compared: ${comparison.difference.undefinedBecause ?? 'the difference has no interval'}`,
    );
  const tooFew = fewDocuments(n, policy);
  if (tooFew !== null) return inconclusive(tooFew);
  const sign = metricNamed(rule.metric).better === 'lower' ? -1 : 1;
  const gain = sign === 1 ? interval : { low: -interval.high, high: -interval.low };
  const figure = movement(about, comparison, n);
  const worse = comparison.verdict === (sign === 1 ? 'regressed' : 'improved');
  if (gain.high < -rule.margin - rounding || (worse && gain.low < -rule.margin - rounding))
    return {
      ...check,
      status: 'fail',
      reason: `${figure}; at most ${formatPoints(rule.margin)} may be lost${listDocuments(subject, 'broke:')}`,
      leaves: subject.leaves,
      documents: subject.documents,
    };
  if (gain.low > 0) return { ...check, status: 'pass', reason: figure };
  const { detectable } = comparison;
  if (detectable === null || !(rule.margin >= detectable - rounding))
    return inconclusive(
      `${figure}; ${undetectable(rule.margin, detectable, n)}${listDocuments(subject, 'broke:')}`,
    );
  if (gain.low >= -rule.margin - rounding) return { ...check, status: 'pass', reason: figure };
  return inconclusive(
    `${figure}; the loss may be larger than the margin of ${formatPoints(rule.margin)}${listDocuments(subject, 'broke:')}`,
  );
}

/** Why a rule that compares has nothing to compare with. */
export function noBaseline(baseline: Exclude<GateBaseline, { state: 'usable' }>): string {
  return baseline.state === 'none'
    ? `there is no baseline: ${baseline.reason}`
    : `the baseline ${baseline.name} is refused: ${baseline.reason}`;
}

function movement(about: string, { baseline, candidate, difference }: PairedComparison, n: number): string {
  const before = baseline.value === null ? '—' : percent(baseline.value);
  const after = candidate.value === null ? '—' : percent(candidate.value);
  const { value, interval } = difference;
  const bounds = interval === undefined ? '' : `, ${intervalWords(interval, 'points')}`;
  return `${about} ${before} → ${after} (${points(value ?? 0)} points${bounds}), n = ${n}`;
}

function undetectable(margin: number, detectable: number | null, n: number): string {
  if (detectable === null) return 'there are no documents to tell by';
  const needed = margin === 0 ? null : Math.ceil(n * (detectable / margin) ** 2);
  const more =
    needed === null || needed >= 1_000_000
      ? ''
      : `; about ${counted(needed - n, 'more document')} would do, or a wider margin`;
  const shown = formatPoints(Math.ceil(detectable * 1000 - rounding) / 1000);
  return `${counted(n, 'document')} can show a loss from ${shown} on, the margin is ${formatPoints(margin)}${more}`;
}
