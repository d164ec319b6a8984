import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateGate } from '../../../src/gates/evaluate-gate.ts';
import type { GateEvidence } from '../../../src/model/gate/gate-evidence.ts';
import { type GatePolicy, gatePolicySchema } from '../../../src/model/gate/gate-policy.ts';
import { compared, evidenceOf, rate, subject } from './evidence.ts';

const usual: GatePolicy = { limits: [{ metric: 'f1', min: 0.8 }] };
const good = [[subject(rate(0.9, 0.85, 0.94))]];

/** Returns the only check of the given rule. */
function checkOf(policy: GatePolicy, evidence: GateEvidence, rule: string) {
  const found = evaluateGate(policy, evidence).checks.filter((check) => check.rule === rule);
  expect(found).toHaveLength(1);
  return found[0];
}

describe('checks that need no rule', () => {
  test('passes a complete run that meets all rules', () => {
    const verdict = evaluateGate(usual, evidenceOf(usual, good));
    expect(verdict.status).toBe('pass');
    expect(verdict.checks.map(({ rule }) => rule)).toEqual([
      'complete',
      'failures',
      'non-zero-score',
      'limit',
    ]);
  });

  const runs: [name: string, run: Partial<GateEvidence['run']>, status: string, reason: string][] = [
    ['no items', { planned: 0, scored: 0 }, 'inconclusive', 'no items'],
    [
      'an item that was never run',
      { scored: 99, notRun: 1 },
      'inconclusive',
      '1 item run of 100 has no result',
    ],
    ['cancelled items', { scored: 60, cancelled: 40 }, 'inconclusive', '40 were cancelled'],
    ['no summary', { finished: false }, 'inconclusive', 'has not written its summary'],
  ];
  test.each(runs)('%sis inconclusive, and no other check passes or fails', (_, run, status, reason) => {
    const evidence = evidenceOf(usual, [[subject(rate(0.1))]]);
    const verdict = evaluateGate(usual, { ...evidence, run: { ...evidence.run, ...run } });
    expect(verdict.status).toBe(status);
    expect(new Set(verdict.checks.map((check) => check.status))).toEqual(new Set(['inconclusive']));
    expect(verdict.checks[0]?.reason).toContain(reason);
  });

  test('fails for one failed item unless the policy accepts it, with reason and item', () => {
    const run = {
      ...evidenceOf(usual, good).run,
      scored: 99,
      failed: 1,
      failures: [{ reason: 'timed_out', count: 1, items: ['i7'] }],
    };
    const strict = checkOf(usual, evidenceOf(usual, good, { run }), 'failures');
    expect(strict).toMatchObject({ status: 'fail', value: 0.01, bound: 0 });
    expect(strict?.reason).toBe('1 of 100 item runs failed (1.0 %): timed_out 1 (i7)');
    const accepting = { ...usual, failures: { max: 0.01 } };
    expect(checkOf(accepting, evidenceOf(accepting, good, { run }), 'failures')?.status).toBe('pass');
  });

  test('fails for a score of 0 % without a rule', () => {
    const policy: GatePolicy = { cost: { total: { max: 5 } } };
    const verdict = evaluateGate(policy, evidenceOf(policy, [[subject(rate(1))]], { headline: [rate(0)] }));
    expect(verdict.status).toBe('fail');
  });

  test('is inconclusive for a policy without rules', () => {
    expect(evaluateGate({}, evidenceOf({}, [])).status).toBe('inconclusive');
    expect(evaluateGate({ limits: [] }, evidenceOf({}, [])).status).toBe('inconclusive');
  });

  test('is inconclusive for a rule without a subject, with the reason', () => {
    const policy: GatePolicy = { limits: [{ metric: 'recall', field: 'totl*', min: 0.9 }] };
    const evidence = evidenceOf(policy, []);
    const rules = evidence.rules.map((answer) => ({ ...answer, emptyReason: 'no field matches "totl*"' }));
    const verdict = evaluateGate(policy, { ...evidence, rules });
    expect(verdict.status).toBe('inconclusive');
    expect(verdict.checks.at(-1)).toMatchObject({
      name: 'limit on recall of totl*',
      reason: 'no field matches "totl*"',
    });
  });
});

describe('limits', () => {
  const cases: [rule: object, measured: ReturnType<typeof rate>, status: string][] = [
    [{ min: 0.9 }, rate(0.9), 'pass'],
    [{ min: 0.9 }, rate(0.899), 'fail'],
    [{ max: 0.1 }, rate(0.1), 'pass'],
    [{ max: 0.1 }, rate(0.101), 'fail'],
    [{ min: 0.9 }, rate(null), 'inconclusive'],
    [{ min: 0.9, on: 'interval' }, rate(0.95, 0.91, 0.98), 'pass'],
    [{ min: 0.9, on: 'interval' }, rate(0.95, 0.89, 0.98), 'inconclusive'],
    [{ min: 0.9, on: 'interval' }, rate(0.8, 0.7, 0.89), 'fail'],
    [{ max: 0.1, on: 'interval' }, rate(0.05, 0.01, 0.12), 'inconclusive'],
    [{ max: 0.1, on: 'interval' }, rate(0.05, 0.01, 0.09), 'pass'],
    [{ min: 0.9, on: 'interval' }, rate(0.95), 'inconclusive'],
  ];
  test.each(cases)('%j of %o: %s', (rule, measured, status) => {
    const policy = gatePolicySchema.parse({ limits: [{ metric: 'f1', ...rule }] });
    expect(checkOf(policy, evidenceOf(policy, [[subject(measured)]]), 'limit')?.status).toBe(status);
  });

  test('reports how many more documents decide a check whose interval contains the bound', () => {
    // The lower end of the interval is .06 below the value. It must be at most .03 below the value. This needs
    // (.06 / .03)^2 x 100 = 400 documents, or 300 more.
    const policy: GatePolicy = { limits: [{ metric: 'f1', min: 0.92, on: 'interval' }] };
    const evidence = evidenceOf(policy, [[subject(rate(0.95, 0.89, 0.98))]]);
    expect(checkOf(policy, evidence, 'limit')?.reason).toContain(
      'about 300 more documents would be enough to decide',
    );
  });

  test('is inconclusive for too few documents, above and below the bound', () => {
    const policy: GatePolicy = { minDocuments: 30, limits: [{ metric: 'f1', min: 0.5 }] };
    for (const value of [0.1, 0.9]) {
      const evidence = evidenceOf(policy, [[subject(rate(value, 0, 1, 29))]]);
      expect(checkOf(policy, evidence, 'limit')).toMatchObject({
        status: 'inconclusive',
        reason: 'measured on 29 documents; the policy requires at least 30',
      });
    }
  });

  test('numbers checks with equal names', () => {
    const policy: GatePolicy = {
      limits: [usual.limits?.[0], usual.limits?.[0]].flatMap((rule) => rule ?? []),
    };
    const names = evaluateGate(policy, evidenceOf(policy, [...good, ...good])).checks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('regressions', () => {
  const policy: GatePolicy = { regressions: [{ metric: 'f1', margin: 0.02 }] };
  const cases: [name: string, found: ReturnType<typeof compared>, status: string][] = [
    ['the whole interval above the margin', compared(0, [-0.01, 0.01], 0.015), 'pass'],
    ['the whole interval below the margin', compared(-0.06, [-0.09, -0.03], 0.04), 'fail'],
    [
      'a significant loss that may be larger than the margin',
      compared(-0.03, [-0.05, -0.01], 0.02, 'regressed'),
      'fail',
    ],
    ['the same loss, not significant', compared(-0.03, [-0.05, -0.01], 0.02), 'inconclusive'],
    [
      'a small significant loss inside the margin',
      compared(-0.01, [-0.015, -0.005], 0.01, 'regressed'),
      'pass',
    ],
    ['an interval that holds the margin', compared(0, [-0.03, 0.03], 0.019), 'inconclusive'],
    ['no change at all, on too few documents to see one', compared(0, [-0.01, 0.01], 0.021), 'inconclusive'],
    [
      'a significant gain, regardless of the detectable difference',
      compared(0.1, [0.02, 0.18], 0.11, 'improved'),
      'pass',
    ],
  ];
  test.each(cases)('%s', (_, found, status) => {
    expect(checkOf(policy, evidenceOf(policy, [[found]]), 'regression')?.status).toBe(status);
  });

  test('gives both figures, the interval, the margin and the documents as the reason', () => {
    const leaf = { itemId: 'i3', path: 'total', expected: '1', baseline: '1', candidate: '2' };
    const found = {
      ...compared(-0.06, [-0.09, -0.03], 0.04),
      name: 'total',
      leaves: [leaf, { ...leaf, itemId: 'i4' }],
      documents: 9,
    };
    expect(checkOf(policy, evidenceOf(policy, [[found]]), 'regression')?.reason).toBe(
      'F1 of total 90.0 % → 84.0 % (−6.0 points, 95 % interval −9.0 to −3.0), n = 100; the policy accepts a loss of at most 2.0 points; 9 documents with new errors: i3, i4 and 7 more',
    );
  });

  test('states with how many documents a margin that is too small can be checked', () => {
    const found = compared(0, [-0.01, 0.01], 0.021);
    const planned = {
      ...found,
      comparison: found.comparison && { ...found.comparison, documentsForMargin: 111 },
    };
    const check = checkOf(policy, evidenceOf(policy, [[planned]]), 'regression');
    expect(check).toMatchObject({ code: 'margin-below-detectable', n: 100, documentsNeeded: 111 });
    expect(check?.reason).toContain('use about 11 more documents or a wider margin');
    const unplanned = checkOf(policy, evidenceOf(policy, [[found]]), 'regression');
    expect(unplanned).not.toHaveProperty('documentsNeeded');
  });

  test('never passes a margin below the detectable difference without a significant gain', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        fc.double({ min: 0.001, max: 0.4, noNaN: true }),
        fc.double({ min: 0.0201, max: 0.9, noNaN: true }),
        (value, half, detectable) => {
          const found = compared(value, [value - half, value + half], detectable);
          const { status } = evaluateGate(policy, evidenceOf(policy, [[found]]));
          return value - half > 0 ? status === 'pass' : status !== 'pass';
        },
      ),
    );
  });

  test('treats a rise as a loss for metrics of which less is better', () => {
    const rising: GatePolicy = { regressions: [{ metric: 'omission_rate', margin: 0.02 }] };
    const status = (value: number) =>
      checkOf(
        rising,
        evidenceOf(rising, [[compared(value, [value - 0.01, value + 0.01], 0.01)]]),
        'regression',
      )?.status;
    expect(status(0.05)).toBe('fail');
    expect(status(-0.05)).toBe('pass');
  });

  test.each([
    [{ state: 'none', reason: 'none was named' }, 'there is no baseline: none was named'],
    [
      { state: 'rejected', name: 'main', reason: 'other items' },
      'the baseline main is rejected: other items',
    ],
  ] as const)('is inconclusive with the baseline %o', (baseline, reason) => {
    const asked: GatePolicy = { ...policy, newErrors: [{ max: 0 }], latency: { p95: { maxIncrease: 0.1 } } };
    const found = [[subject(null)], [subject(null)], [subject(rate(10))]];
    const { status, checks } = evaluateGate(asked, evidenceOf(asked, found, { baseline }));
    expect(status).toBe('inconclusive');
    expect(checks.slice(3).map((check) => check.reason)).toEqual([reason, reason, reason]);
  });
});

test('is inconclusive for a missing field if a rule compares versions, unless the policy allows it', () => {
  const missingFields = [{ field: 'total', how: 'removed' }];
  const compares: GatePolicy = { newErrors: [{ max: 0 }] };
  const status = (policy: GatePolicy, subjects = [[subject(null)]]) =>
    evaluateGate(policy, evidenceOf(policy, subjects, { missingFields })).status;
  expect(status(compares)).toBe('inconclusive');
  expect(status({ ...compares, allowMissing: ['number'] })).toBe('inconclusive');
  expect(status({ ...compares, allowMissing: ['total'] })).toBe('pass');
  expect(status(usual, good)).toBe('pass');
});

test('counts newly wrong documents and documents with new errors, and names the first values', () => {
  const leaf = { itemId: 'i3', path: 'lines[1].total', expected: '1', baseline: '1', candidate: '2' };
  const rules = {
    newErrors: ['no document with tag=critical has new errors', 'has new errors'],
    newlyWrong: ['no document with tag=critical is newly wrong', 'is newly wrong'],
  } as const;
  for (const [key, [name, words]] of Object.entries(rules)) {
    const policy: GatePolicy = { [key]: [{ max: 0, where: { tag: 'critical' } }] };
    const found = (documents: number, of = 10) =>
      checkOf(
        policy,
        evidenceOf(policy, [
          [subject(null, { name: 'documents with tag=critical', documents, of, leaves: [leaf] })],
        ]),
        key,
      );
    expect(found(1)).toMatchObject({
      status: 'fail',
      name,
      reason: `1 of 10 documents ${words}: i3 line 2, total (1 → 2)`,
    });
    expect(found(0)?.status).toBe('pass');
    expect(found(0, 0)?.status).toBe('inconclusive');
  }
});

test('checks latency and cost against a bound and the baseline, and reports unknown figures', () => {
  const policy: GatePolicy = {
    latency: { p95: { max: 100, maxIncrease: 0.2 } },
    cost: { total: { max: 5 } },
  };
  const ms = (value: number | null) => ({ ...rate(value), unit: 'ms' as const });
  const statuses = (now: number | null, before: number | null, credits: ReturnType<typeof rate>) =>
    evaluateGate(
      policy,
      evidenceOf(policy, [[subject(ms(now), { baselineMeasurement: ms(before) })], [subject(credits)]]),
    )
      .checks.slice(3)
      .map(({ status }) => status);
  expect(statuses(90, 80, rate(5))).toEqual(['pass', 'pass', 'pass']);
  expect(statuses(101, 80, rate(6))).toEqual(['fail', 'fail', 'fail']);
  expect(statuses(null, 80, { ...rate(4), unscored: 3 })).toEqual([
    'inconclusive',
    'inconclusive',
    'inconclusive',
  ]);
  expect(statuses(90, 0, rate(5))).toEqual(['pass', 'inconclusive', 'pass']);
});

test('gives identical output for identical evidence, and the worst status of its checks', () => {
  const arbitrary = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(arbitrary, (values) => {
      const policy: GatePolicy = { limits: values.map(() => ({ metric: 'f1', min: 0.5 })) };
      const evidence = () =>
        evidenceOf(
          policy,
          values.map((value) => [subject(rate(value))]),
        );
      const verdict = evaluateGate(policy, evidence());
      const has = (status: string) => verdict.checks.some((check) => check.status === status);
      expect(JSON.stringify(evaluateGate(policy, evidence()))).toBe(JSON.stringify(verdict));
      expect(verdict.status).toBe(has('fail') ? 'fail' : has('inconclusive') ? 'inconclusive' : 'pass');
    }),
  );
});
