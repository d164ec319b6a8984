import type { OutcomeFacts } from '../../../../src/analysis/summary/outcome-facts.ts';
import type {
  ComparisonVerdict,
  PairedComparison,
  Verdict,
  VerdictCheck,
} from '../../../../src/model/score/comparison.ts';
import type { Measurement } from '../../../../src/model/score/measurement.ts';

/** Returns the share `right` / `of` with an interval of ± 10 percentage points. */
export function share(right: number, of = 54): Measurement {
  const value = right / of;
  const interval = {
    low: Math.max(0, value - 0.1),
    high: Math.min(1, value + 0.1),
    confidence: 0.95,
    method: 'm',
  };
  return {
    metric: 'document_exact',
    scope: 'overall',
    value,
    numerator: right,
    denominator: of,
    n: of,
    unscored: 0,
    unit: 'share',
    interval,
  };
}

export function comparison(
  scope: string,
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
  verdict: ComparisonVerdict,
): PairedComparison {
  const measured = (value: number) => ({ ...share(value * 54), scope, value });
  return {
    metric: scope === 'overall' ? 'document_exact' : 'f1',
    scope,
    baseline: measured(from),
    candidate: measured(to),
    difference: {
      metric: 'f1',
      scope,
      value: to - from,
      n: 54,
      unscored: 0,
      unit: 'points',
      interval: { low, high, confidence: 0.95, method: 'm' },
    },
    verdict,
    p: 0.01,
    adjustedP: 0.01,
    detectable: 0.1,
  };
}

export function gate(...statuses: readonly VerdictCheck['status'][]): Verdict {
  const has = (status: VerdictCheck['status']) => statuses.includes(status);
  return {
    status: has('fail') ? 'fail' : has('inconclusive') ? 'inconclusive' : 'pass',
    checks: statuses.map((status, i) => ({
      name: `rule ${i + 1}`,
      status,
      value: 1,
      bound: 0,
      n: 54,
      reason: `reason ${i + 1}`,
    })),
  };
}

/** A draft that is better than version 1.0. */
export const better: OutcomeFacts = {
  kind: 'EXTRACT',
  documents: 54,
  labelled: 54,
  versions: ['1.0', 'draft'],
  unfinished: null,
  leftOut: null,
  failures: null,
  rightValues: 2503,
  unknownGold: [],
  notCompared: [],
  restrictions: [],
  subset: null,
  selection: { chosen: null, random: null },
  gate: null,
  exact: [share(0), share(26)],
  headline: [comparison('overall', [0, 26 / 54], [0.34, 0.62], 'improved')],
  parts: [comparison('field:total', [0.5, 0.9], [0.3, 0.5], 'improved')],
  worseGroups: null,
  recommendation: 'publish',
  configDifferences: 5,
  changes: { newErrors: 7, newErrorValues: 12, fewerInTotal: 7, newlyWrong: 0, lost: 0 },
  cost: { before: 1, after: 1 },
  time: { before: 270, after: 270, difference: { value: 1, low: -20, high: 22 } },
  saving: null,
  margin: 0.01,
  documentsNeeded: null,
  repeats: 1,
  weakest: 'payment_terms (77 of 100)',
  sameAnswers: 31,
  goldChanged: null,
  headlineBefore: null,
  tries: undefined,
  dependsOnLabels: null,
  record: 'reports/invoices/record',
  isRun: true,
};

const worse: Partial<OutcomeFacts> = {
  recommendation: 'do-not-publish',
  parts: [
    comparison('field:due_date', [1, 0.73], [-0.42, -0.12], 'regressed'),
    comparison('field:total', [0.5, 0.9], [0.3, 0.5], 'improved'),
  ],
};

const uncertain: Partial<OutcomeFacts> = {
  recommendation: 'not-enough-evidence',
  headline: [comparison('overall', [0.5, 0.55], [-0.04, 0.14], 'inconclusive')],
  parts: [],
  documentsNeeded: 210,
};

/**
 * Facts that lead to each state, in the order of the states. Each entry has only the facts that differ from `better`.
 */
export const outcomeCases: readonly (readonly [state: string, facts: OutcomeFacts])[] = (
  [
    [
      'unfinished',
      {
        unfinished: {
          ended: 27,
          planned: 40,
          missing: '13 not run',
          hint: 'Resume with: goldset run --resume reports/x/record',
        },
        leftOut: 'The figures so far cover 27 of 40 documents: 13 did not run.',
      },
    ],
    [
      'unusable',
      {
        failures: {
          documents: 9,
          reason: 'timed out',
          reasonCount: 7,
          hint: 'Run these again: `goldset run --only-failed reports/x/record`.',
        },
      },
    ],
    [
      'nothingRight',
      { rightValues: 0, unknownGold: ['1 key of the gold is not in every schema: total_ammount'] },
    ],
    [
      'notComparable',
      {
        headline: [
          {
            ...comparison('overall', [0, 0], [0, 0], 'inconclusive'),
            difference: {
              ...share(0),
              value: null,
              undefinedBecause: 'the figure of one version is undefined',
            },
          },
        ],
        notCompared: ['iban (only in version 1.0)'],
      },
    ],
    ['selectedPart', { selection: { chosen: 'the first 12 items (--limit)', random: null }, documents: 12 }],
    ['gateFailed', { gate: gate('fail', 'pass', 'pass') }],
    ['gateInconclusive', { gate: gate('inconclusive', 'pass', 'inconclusive') }],
    [
      'singleVersion',
      {
        versions: ['1.0'],
        headline: [],
        parts: [],
        changes: null,
        exact: [share(26)],
        cost: { before: null, after: 3.33 },
        time: { before: null, after: 270, difference: null },
        recommendation: 'no-comparison',
      },
    ],
    [
      'identical',
      { recommendation: 'identical', headline: [comparison('overall', [0.5, 0.5], [0, 0], 'equivalent')] },
    ],
    ['worse', worse],
    ['dependsOnLabels', { dependsOnLabels: 4, recommendation: 'not-enough-evidence' }],
    ['better', {}],
    ['equal', { headline: [comparison('overall', [0.5, 0.505], [-0.005, 0.02], 'inconclusive')], parts: [] }],
    ['notEnoughEvidence', uncertain],
    [
      'noGold',
      { labelled: 0, rightValues: null, exact: [], headline: [], parts: [], recommendation: 'no-comparison' },
    ],
  ] satisfies [string, Partial<OutcomeFacts>][]
).map(([state, change]) => [state, { ...better, ...change }]);
