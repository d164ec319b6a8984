import { expect, test } from 'vitest';
import { evaluateGate, gateWithoutRecord } from '../../../../src/gates/evaluate-gate.ts';
import type { GatePolicy } from '../../../../src/model/gate/gate-policy.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { VerdictCheck } from '../../../../src/model/score/comparison.ts';
import { type InconclusiveCode, inconclusiveCodes } from '../../../../src/model/score/inconclusive-codes.ts';
import type { RecordReader } from '../../../../src/record/read/open-record.ts';
import { renderGateMarkdown, renderJunit } from '../../../../src/report/gate/gate-files.ts';
import { evaluateRecord } from '../../../../src/usecases/evaluate/evaluate-record.ts';
import { gateText } from '../../../../src/usecases/gate/gate-text.ts';
import { figureOptions } from '../../../../src/usecases/settings/scoring-settings.ts';
import { rewriteRecord } from '../../../fixtures/records/rewrite-record.ts';
import { type RecordedPair, writeRecord } from '../../../fixtures/records/write-record.ts';
import { evidenceOf, rate, subject } from '../../gates/evidence.ts';

const text = { type: ['string', 'null'] };
const config: ProcessorConfig = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_light',
  schema: { type: 'object', properties: { number: text, total: text }, required: ['number', 'total'] },
};

/** Returns `count` documents. The total is wrong in the first `wrong` documents. */
function pairs(count: number, wrong = 0, changed: (n: number) => Partial<RecordedPair> = () => ({})) {
  return Array.from({ length: count }, (_, n): RecordedPair => {
    const value = { number: `R-${n}`, total: `${n}` };
    return {
      id: `d${n}`,
      expected: { value },
      outputs: [{ value: n < wrong ? { ...value, total: 'x' } : value }],
      tags: { quality: n % 2 === 0 ? 'scan' : 'born' },
      ...changed(n),
    };
  });
}

const record = (documents: readonly RecordedPair[], of = config) => writeRecord(of, ['draft'], documents);
const withoutGold = (documents: readonly RecordedPair[]) =>
  record(documents.map(({ expected: _, ...document }) => document as RecordedPair));

async function outcomeOf(
  policy: GatePolicy,
  reader: RecordReader,
  baseline: RecordReader | { readonly missing: string } | null = null,
) {
  const { outcome } = await evaluateRecord({
    candidate: { reader },
    baseline: baseline === null || 'missing' in baseline ? baseline : { reader: baseline },
    policy,
    optionsOf: ({ dataset }) => figureOptions({}, {}, dataset.presence),
  });
  return outcome;
}

const loss = (margin: number): GatePolicy => ({
  regressions: [{ metric: 'recall', field: 'total', margin }],
});
const recall: GatePolicy = { limits: [{ metric: 'recall', field: 'total', min: 0.9 }] };

/** For each code, evaluates a rule on a record. One of the checks must have this code. */
const cases: Record<InconclusiveCode, () => Promise<{ readonly checks: readonly VerdictCheck[] }>> = {
  'unreadable-record': async () => gateWithoutRecord(recall, 'the seal does not match'),
  'no-items': async () => outcomeOf(recall, await record([])),
  'incomplete-run': async () =>
    outcomeOf(recall, await record(pairs(8, 0, (n) => (n === 3 ? { outputs: [undefined] } : {})))),
  'selected-subset': async () => {
    const rerun = { of: 'wrong' as const, items: 8, total: 20, recordId: 'r', record: 'r', subset: true };
    const subset = await rewriteRecord(await record(pairs(8)), { plan: (plan) => ({ ...plan, rerun }) });
    return outcomeOf(recall, subset);
  },
  'selected-part': async () =>
    outcomeOf(
      recall,
      await rewriteRecord(await record(pairs(8)), {
        plan: (plan) => ({ ...plan, selection: { limit: 8, total: 20 } }),
      }),
    ),
  'no-rules': async () => outcomeOf({}, await record(pairs(8))),
  'one-version': async () => outcomeOf(loss(0.1), await record(pairs(8))),
  'no-baseline': async () => outcomeOf(loss(0.1), await record(pairs(8)), { missing: 'no baseline "mian"' }),
  'baseline-rejected': async () => outcomeOf(loss(0.1), await record(pairs(8)), await record(pairs(7))),
  // The schema of the processor does not have the field `number` of the gold.
  'missing-part': async () =>
    outcomeOf(
      { limits: [{ metric: 'recall', field: 'number', min: 0.9 }] },
      await rewriteRecord(
        await record(pairs(8), {
          type: 'EXTRACT',
          baseProcessor: 'extraction_light',
          schema: { type: 'object', properties: { total: text }, required: ['total'] },
        }),
        { plan: (plan) => ({ ...plan, dataset: { ...plan.dataset, config } }) },
      ),
    ),
  'nothing-matched': async () =>
    outcomeOf({ limits: [{ metric: 'recall', field: 'totl', min: 0.9 }] }, await record(pairs(8))),
  undefined: async () => {
    const empty = pairs(8, 0, (n) => ({
      expected: { value: { number: `R-${n}`, total: null } },
      outputs: [{ value: { number: `R-${n}`, total: null } }],
    }));
    return outcomeOf(recall, await record(empty));
  },
  'too-few-documents': async () => outcomeOf({ ...recall, minDocuments: 9 }, await record(pairs(8))),
  'too-few-units': async () => outcomeOf(loss(0.2), await record(pairs(5, 1)), await record(pairs(5))),
  'margin-below-detectable': async () =>
    outcomeOf(loss(0.01), await record(pairs(40, 1)), await record(pairs(40))),
  'interval-spans-bound': async () =>
    outcomeOf(
      { limits: [{ metric: 'recall', field: 'total', min: 0.9, on: 'interval' }] },
      await record(pairs(40, 2)),
    ),
  'cannot-fail-here': async () =>
    // The baseline has 4 of 40 totals right, so no loss can exceed 10 points.
    outcomeOf(loss(0.1), await record(pairs(40, 37)), await record(pairs(40, 36))),
  'failed-items-decide': async () =>
    outcomeOf(
      { failures: { max: 0.5 }, limits: [{ metric: 'precision', field: 'total', min: 0.9 }] },
      await record(pairs(8, 0, (n) => (n < 2 ? { outputs: [new Error('injected')] } : {}))),
    ),
  'unknown-resource': async () => {
    const policy: GatePolicy = { cost: { total: { max: 9 } } };
    return outcomeOf(
      policy,
      await rewriteRecord(await record(pairs(8)), { rows: (row) => [{ ...row, credits: null }] }),
    );
  },
  'labels-open': async () => outcomeOf(recall, await withoutGold(pairs(8))),
};

test.each(Object.entries(cases))('%s has a check that reaches it', async (code, evaluated) => {
  const { checks } = await evaluated();
  expect(checks.map((check) => check.code)).toContain(code);
  // Every inconclusive check has a code, and no other check has one.
  for (const check of checks) expect(check.code !== undefined).toBe(check.status === 'inconclusive');
});

test('every code has one sentence on what would settle it, which the files and the text show', () => {
  for (const [code, { settledBy }] of Object.entries(inconclusiveCodes)) {
    expect(settledBy).toMatch(/^[A-Z].*\.$/);
    const plain = settledBy.replaceAll('`', '');
    const check: VerdictCheck = {
      name: 'a check',
      status: 'inconclusive',
      value: null,
      bound: null,
      n: 0,
      reason: 'a reason',
      code: code as InconclusiveCode,
    };
    expect(renderJunit('suite', [check])).toContain(`<error type="inconclusive.${code}"`);
    expect(renderJunit('suite', [check])).toContain(plain);
    const outcome = { ...gateWithoutRecord({}, 'none'), checks: [check] };
    expect(gateText(outcome)).toContain(`${code}: ${plain}`);
    expect(renderGateMarkdown(outcome)).toContain(`(${code})`);
  }
});

test('a rule without evidence and a comparison with a gain', () => {
  const policy: GatePolicy = { newErrors: [{ max: 10 }], newlyWrong: [{ max: 9 }] };
  const found = (documents: number) =>
    evaluateGate(
      policy,
      evidenceOf(policy, [
        [subject(rate(1), { of: 10, documents })],
        [subject(rate(1), { of: 10, documents })],
      ]),
    );
  const rules = ({ checks }: ReturnType<typeof found>) =>
    checks.slice(-2).map(({ rule, status, code }) => [rule, status, code]);
  // Only 10 documents can get worse. So a check with the maximum 10 cannot fail, but a check with the maximum 9 can.
  expect(rules(found(0))).toEqual([
    ['newlyWrong', 'pass', undefined],
    ['newErrors', 'inconclusive', 'cannot-fail-here'],
  ]);
  expect(rules(found(10))).toEqual([
    ['newlyWrong', 'fail', undefined],
    ['newErrors', 'inconclusive', 'cannot-fail-here'],
  ]);
});
