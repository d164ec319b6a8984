import { percent } from '../base/phrases.ts';
import type { GateBaseline, GateSubject } from '../model/gate/gate-evidence.ts';
import type { GateRule } from '../model/gate/gate-policy.ts';
import type { VerdictCheck } from '../model/score/comparison.ts';
import { noBaseline } from './check-regression.ts';

type ResourceRule = Extract<GateRule, { kind: 'resource' }>;

const titles: Readonly<Record<ResourceRule['resource'], string>> = {
  p50: 'latency, median',
  p90: 'latency, 90th percentile',
  p95: 'latency, 95th percentile',
  p99: 'latency, 99th percentile',
  perDocument: 'credits a document',
  total: 'credits in all',
};

/** Latency or cost against a bound, and against the baseline; plain figures without an interval. */
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

function checkMax(rule: ResourceRule, { measurement }: GateSubject, max: number): VerdictCheck {
  const title = titles[rule.resource];
  const check = {
    name: `${title}, at most ${shown(rule, max)}`,
    rule: 'resource',
    value: measurement?.value ?? null,
    bound: max,
    n: measurement?.n ?? 0,
    unit: unitOf(rule),
  };
  const unknown = notMeasured(rule, measurement);
  if (unknown !== null) return { ...check, status: 'inconclusive', reason: unknown };
  const value = measurement?.value as number;
  const figure = `${title} is ${shown(rule, value)}, n = ${measurement?.n}`;
  return value <= max
    ? { ...check, status: 'pass', reason: figure }
    : { ...check, status: 'fail', reason: `${figure}; the policy accepts ${shown(rule, max)}` };
}

function checkIncrease(
  rule: ResourceRule,
  { measurement, baselineMeasurement }: GateSubject,
  maxIncrease: number,
  baseline: GateBaseline,
): VerdictCheck {
  const title = titles[rule.resource];
  const check = {
    name: `${title}, at most ${percent(maxIncrease)} above the baseline`,
    rule: 'resource',
    value: null,
    bound: maxIncrease,
    n: measurement?.n ?? 0,
    unit: 'share' as const,
  };
  const inconclusive = (reason: string): VerdictCheck => ({ ...check, status: 'inconclusive', reason });
  if (baseline.state !== 'usable') return inconclusive(noBaseline(baseline));
  const unknown =
    notMeasured(rule, measurement) ?? notMeasured(rule, baselineMeasurement, 'of the baseline ');
  if (unknown !== null) return inconclusive(unknown);
  const before = baselineMeasurement?.value as number;
  const after = measurement?.value as number;
  if (before === 0) return inconclusive(`${title} of the baseline is 0, so there is no increase to speak of`);
  const increase = after / before - 1;
  const figure = `${title} ${shown(rule, before)} → ${shown(rule, after)} (${increase < 0 ? '−' : '+'}${percent(Math.abs(increase))}), n = ${measurement?.n}`;
  return increase <= maxIncrease
    ? { ...check, value: increase, status: 'pass', reason: figure }
    : {
        ...check,
        value: increase,
        status: 'fail',
        reason: `${figure}; the policy accepts ${percent(maxIncrease)} more`,
      };
}

function notMeasured(
  rule: ResourceRule,
  measurement: GateSubject['measurement'] | undefined,
  whose = '',
): string | null {
  if (measurement === null || measurement === undefined || measurement.value === null)
    return `${titles[rule.resource]} ${whose}is not in the record`;
  return measurement.unscored > 0
    ? `${titles[rule.resource]} ${whose}is known for ${measurement.n} of ${measurement.n + measurement.unscored} item runs only`
    : null;
}

function isCost({ resource }: ResourceRule): boolean {
  return resource === 'perDocument' || resource === 'total';
}

function unitOf(rule: ResourceRule): 'credits' | 'ms' {
  return isCost(rule) ? 'credits' : 'ms';
}

function shown(rule: ResourceRule, value: number): string {
  if (isCost(rule)) return Number.isInteger(value) ? String(value) : value.toFixed(2);
  return value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}
