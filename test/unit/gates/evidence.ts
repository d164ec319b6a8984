import type { GateEvidence, GateSubject, RuleEvidence } from '../../../src/model/gate/gate-evidence.ts';
import { type GatePolicy, policyRules } from '../../../src/model/gate/gate-policy.ts';
import type { PairedComparison } from '../../../src/model/score/comparison.ts';
import type { Measurement } from '../../../src/model/score/measurement.ts';

/**
 * Returns evidence of a complete run of 100 items and a usable baseline. `subjects` has one list per rule, in the order
 * of the rules.
 */
export function evidenceOf(
  policy: GatePolicy,
  subjects: readonly (readonly GateSubject[])[],
  changed: Partial<GateEvidence> = {},
): GateEvidence {
  return {
    dataset: { name: 'small', checksum: 'c', kind: 'EXTRACT' },
    processor: 'p',
    candidate: { name: 'draft', resolved: 'draft', configHash: 'bb' },
    baseline: { state: 'usable', name: '1.0', resolved: '1.0', configHash: 'aa' },
    run: {
      items: 100,
      planned: 100,
      scored: 100,
      failed: 0,
      cancelled: 0,
      notRun: 0,
      finished: true,
      selection: null,
      failures: [],
    },
    missingFields: [],
    fewLabels: null,
    headline: [rate(0.9)],
    rules: policyRules(policy).map(
      (rule, at): RuleEvidence => ({ rule, subjects: subjects[at] ?? [], emptyReason: null }),
    ),
    ...changed,
  };
}

export function rate(value: number | null, low?: number, high?: number, n = 100): Measurement {
  return {
    metric: 'f1',
    scope: 'overall',
    value,
    n,
    unscored: 0,
    unit: 'share',
    ...(value === null ? { undefinedBecause: 'the denominator is 0' } : {}),
    ...(low === undefined || high === undefined
      ? {}
      : { interval: { low, high, confidence: 0.95, method: 'Wilson' } }),
  };
}

export function subject(measurement: Measurement | null, changed: Partial<GateSubject> = {}): GateSubject {
  return { name: '', measurement, comparison: null, of: 100, leaves: [], documents: 0, ...changed };
}

/**
 * Returns a subject with this difference and interval, and with the smallest difference that the comparison could
 * detect.
 */
export function compared(
  value: number,
  [low, high]: readonly [number, number],
  detectable: number,
  verdict: PairedComparison['verdict'] = 'inconclusive',
): GateSubject {
  const difference: Measurement = {
    metric: 'f1',
    scope: 'overall',
    value,
    n: 100,
    unscored: 0,
    unit: 'points',
    interval: { low, high, confidence: 0.95, method: 'linearised' },
  };
  return subject(rate(0.9 + value), {
    comparison: {
      metric: 'f1',
      scope: 'overall',
      baseline: rate(0.9),
      candidate: rate(0.9 + value),
      difference,
      verdict,
      p: 0.01,
      adjustedP: 0.01,
      detectable,
    },
  });
}
