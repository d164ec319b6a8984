import { percent } from '../base/phrases.ts';
import type { GateBaseline, GateSubject } from '../model/gate/gate-evidence.ts';
import type { ResourceRule } from '../model/gate/gate-policy.ts';
import type { VerdictCheck } from '../model/score/comparison.ts';
import { noBaseline, openCheck } from './check.ts';

const titles: Readonly<Record<ResourceRule['resource'], string>> = {
  p50: 'latency, median',
  p90: 'latency, 90th percentile',
  p95: 'latency, 95th percentile',
  p99: 'latency, 99th percentile',
  perDocument: 'credits per document',
  total: 'total credits',
};

/** Checks latency or cost against a limit and against the baseline. Latency and cost have no interval. */
export function checkResource(
  rule: ResourceRule,
  subject: GateSubject,
  baseline: GateBaseline,
): VerdictCheck[] {
  return [
    ...(rule.max === undefined ? [] : [checkMax(rule, subject, rule.max)]),
    ...(rule.maxIncrease === undefined ? [] : [checkIncrease(rule, subject, rule.maxIncrease, baseline)]),
  ];
}

function checkMax(rule: ResourceRule, { measurement, reused }: GateSubject, max: number): VerdictCheck {
  const title = titles[rule.resource];
  const value = measurement?.value ?? null;
  const n = measurement?.n ?? 0;
  const check = openCheck({
    name: `${title}, at most ${format(rule, max)}`,
    rule: 'resource',
    value,
    bound: max,
    n,
    unit: isCost(rule) ? 'credits' : 'ms',
  });
  const unknown = notMeasured(rule, measurement);
  if (unknown !== null || value === null) return check.inconclusive('unknown-resource', unknown ?? '');
  const figure = `${title} is ${format(rule, value)}, n = ${n}${reusedNote(reused)}`;
  return value <= max
    ? check.pass(figure)
    : check.fail(`${figure}; the policy accepts at most ${format(rule, max)}`);
}

function checkIncrease(
  rule: ResourceRule,
  { measurement, baselineMeasurement, reused }: GateSubject,
  maxIncrease: number,
  baseline: GateBaseline,
): VerdictCheck {
  const title = titles[rule.resource];
  const n = measurement?.n ?? 0;
  const [before, after] = [baselineMeasurement?.value ?? null, measurement?.value ?? null];
  const unknown =
    baseline.state === 'usable'
      ? (notMeasured(rule, measurement) ?? notMeasured(rule, baselineMeasurement, 'of the baseline '))
      : null;
  const increase =
    baseline.state === 'usable' && unknown === null && before !== null && after !== null && before !== 0
      ? after / before - 1
      : null;
  const check = openCheck({
    name: `${title}, at most ${percent(maxIncrease)} above the baseline`,
    rule: 'resource',
    value: increase,
    bound: maxIncrease,
    n,
    unit: 'share',
  });
  if (baseline.state !== 'usable') return check.inconclusive(...noBaseline(baseline));
  if (unknown !== null) return check.inconclusive('unknown-resource', unknown);
  if (before === null || after === null || increase === null)
    return check.inconclusive('undefined', `${title} of the baseline is 0, so the increase is undefined`);
  const figure = `${title} ${format(rule, before)} → ${format(rule, after)} (${increase < 0 ? '−' : '+'}${percent(Math.abs(increase))}), n = ${n}${reusedNote(reused)}`;
  return increase <= maxIncrease
    ? check.pass(figure)
    : check.fail(`${figure}; the policy accepts an increase of at most ${percent(maxIncrease)}`);
}

function notMeasured(
  rule: ResourceRule,
  measurement: GateSubject['measurement'] | undefined,
  whose = '',
): string | null {
  if (measurement === null || measurement === undefined || measurement.value === null)
    return `${titles[rule.resource]} ${whose}is not in the record`;
  return measurement.unscored > 0
    ? `${titles[rule.resource]} ${whose}is known for only ${measurement.n} of ${measurement.n + measurement.unscored} item runs`
    : null;
}

/** States that the figure includes times or costs of outputs that were reused from earlier runs. */
function reusedNote(reused: GateSubject['reused']): string {
  return reused == null ? '' : ` (${reused.replace(/\.$/, '')})`;
}

function isCost({ resource }: ResourceRule): boolean {
  return resource === 'perDocument' || resource === 'total';
}

function format(rule: ResourceRule, value: number): string {
  if (isCost(rule)) return Number.isInteger(value) ? String(value) : value.toFixed(2);
  return value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}
