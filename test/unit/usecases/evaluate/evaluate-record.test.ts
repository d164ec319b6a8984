import { describe, expect, test } from 'vitest';
import type { GatePolicy } from '../../../../src/model/gate/gate-policy.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { RecordReader } from '../../../../src/record/read/open-record.ts';
import { evaluateRecord, type GateRequest } from '../../../../src/usecases/evaluate/evaluate-record.ts';
import { figureOptions } from '../../../../src/usecases/settings/scoring-settings.ts';
import { failedRow, repeatRecord } from '../../../fixtures/records/repeat-record.ts';
import { type RecordedPair, writeRecord } from '../../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] };
const config: ProcessorConfig = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_light',
  schema: { type: 'object', properties: { number: text, total: text }, required: ['number', 'total'] },
};

/** Returns 8 documents, of which `right` have a correct total. `changed` can change each document. */
function pairsOf(right: number, changed: (n: number) => Partial<RecordedPair> = () => ({})): RecordedPair[] {
  return Array.from({ length: 8 }, (_, n) => {
    const value = { number: `R-${n}`, total: `${n}` };
    return {
      id: `d${n}`,
      expected: { value },
      outputs: [{ value: n < right ? value : { ...value, total: 'x' } }],
      tags: { quality: n % 2 === 0 ? 'scan' : 'born' },
      ...changed(n),
    };
  });
}

const record = (pairs: readonly RecordedPair[], of: ProcessorConfig = config) =>
  writeRecord(of, ['draft'], pairs);

async function evaluated(
  reader: RecordReader,
  policy: GatePolicy,
  baseline: RecordReader | null = null,
  optionsOf: GateRequest['optionsOf'] = ({ dataset }) => figureOptions({}, {}, dataset.presence),
) {
  const { outcome } = await evaluateRecord({
    candidate: { reader },
    baseline: baseline === null ? null : { reader: baseline },
    policy,
    optionsOf,
  });
  return outcome;
}

const regression: GatePolicy = { regressions: [{ metric: 'recall', field: 'total', margin: 0.9 }] };

describe('rejects an unusable baseline and names it', () => {
  const failing = pairsOf(8, (n) => (n === 2 ? { outputs: [new Error('injected')] } : {}));
  const cases: [name: string, baseline: () => Promise<RecordReader>, reason: RegExp][] = [
    [
      'other documents under other ids',
      () => record(pairsOf(8, (n) => ({ id: `e${n}` }))),
      /^other items: 8 items only in/,
    ],
    ['fewer items', () => record(pairsOf(8).slice(1)), /^other items: 1 item only in this record \(d0\)/],
    [
      'different gold',
      () =>
        record(pairsOf(8, (n) => (n === 5 ? { expected: { value: { number: 'other', total: '5' } } } : {}))),
      /^other items: 1 item with different gold \(d5\)/,
    ],
    [
      'different schema',
      () =>
        record(pairsOf(8), {
          ...config,
          schema: {
            type: 'object',
            properties: { number: text, total: { type: ['number', 'null'] } },
            required: [],
          },
        } as ProcessorConfig),
      /^different schema: total: /,
    ],
    ['items that failed', () => record(failing), /1 of its 8 item runs failed, more than the policy accepts/],
    [
      'an item that was never run',
      () => record(pairsOf(8, (n) => (n === 2 ? { outputs: [undefined] } : {}))),
      /^its run is incomplete: 1 of 8 item runs have no result$/,
    ],
  ];
  test.each(cases)('%s', async (_, baseline, reason) => {
    const outcome = await evaluated(await record(pairsOf(8)), regression, await baseline());
    expect(outcome.baseline).toMatchObject({ state: 'rejected', name: 'draft' });
    expect('reason' in outcome.baseline ? outcome.baseline.reason : '').toMatch(reason);
    expect(outcome.status).toBe('inconclusive');
    expect(outcome.exitCode).toBe(1);
  });

  test('different scorers, because the datasets have different presence policies', async () => {
    const stating = await record(pairsOf(8));
    const strict = {
      ...stating,
      plan: {
        ...stating.plan,
        dataset: { ...stating.plan.dataset, presence: { unlabelled: 'ignore' as const } },
      },
    };
    const outcome = await evaluated(await record(pairsOf(8)), regression, strict);
    expect(outcome.baseline).toMatchObject({
      state: 'rejected',
      reason:
        'different scorers: unlabelled is ignore for the baseline and absent for the candidate; --use-config applies the configuration to both',
    });
  });

  test('accepts a baseline whose failures the policy accepts', async () => {
    const policy = { ...regression, failures: { max: 0.2 } };
    const outcome = await evaluated(await record(pairsOf(8)), policy, await record(failing));
    expect(outcome.baseline.state).toBe('usable');
  });

  test('throws if the baseline is the candidate itself', async () => {
    const reader = await record(pairsOf(8));
    await expect(evaluated(reader, regression, reader)).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('the leaves and documents of a rule', () => {
  test('a limit by tag gives one check per value of the tag', async () => {
    // d0 to d3 are right, and every second document is a scan. So 2 of 4 scans are right.
    const policy: GatePolicy = { limits: [{ metric: 'recall', field: 'total', min: 0.6, by: 'quality' }] };
    const { checks } = await evaluated(await record(pairsOf(4)), policy);
    expect(checks.slice(3)).toMatchObject([
      { name: 'recall of total (quality=born), at least 60.0 %', status: 'fail', value: 0.5, n: 4 },
      { name: 'recall of total (quality=scan), at least 60.0 %', status: 'fail', value: 0.5, n: 4 },
    ]);
    expect(checks[4]?.leaves?.map(({ itemId }) => itemId)).toEqual(['d4', 'd6']);
  });

  test('a glob gives one check per field, and the overall figure covers all leaves', async () => {
    const policy: GatePolicy = {
      limits: [
        { metric: 'recall', field: '*', min: 0.9 },
        { metric: 'recall', min: 0.75, max: 0.75 },
        { metric: 'document_exact', min: 0.5, max: 0.5 },
      ],
    };
    const { checks } = await evaluated(await record(pairsOf(4)), policy);
    // All 8 values of `number` and 4 of 8 values of `total` are right, so 12 of 16 values are right.
    expect(checks.slice(3).map(({ status, value }) => [status, value])).toEqual([
      ['pass', 1],
      ['fail', 0.5],
      ['pass', 0.75],
      ['pass', 0.75],
      ['pass', 0.5],
      ['pass', 0.5],
    ]);
  });

  const nothing: [rule: GatePolicy, reason: string][] = [
    [
      { limits: [{ metric: 'f1', field: 'totl', min: 0.9 }] },
      'no field matches "totl"; the fields are number, total',
    ],
    [{ limits: [{ metric: 'accuracy', min: 0.9 }] }, '"accuracy" is not a metric of EXTRACT'],
    [
      { limits: [{ metric: 'f1', class: 'a', min: 0.9 }] },
      '"f1" of EXTRACT processors has no value per class',
    ],
    [
      { limits: [{ metric: 'f1', min: 0.9, where: { tag: 'critical' } }] },
      'no document has tag=critical; the tags are quality',
    ],
    [{ newErrors: [{ max: 0, by: 'vendor' }] }, 'no document has the tag vendor; the tags are quality'],
    [{ newErrors: [{ max: 0, field: 'totl' }] }, 'no field matches "totl"; the fields are number, total'],
    [
      { newErrors: [{ max: 0, where: { quality: ['scan', 'photo'] } }] },
      'no document has quality=photo; the tags are quality',
    ],
  ];
  test.each(nothing)('%j is inconclusive without a subject', async (policy, reason) => {
    const outcome = await evaluated(await record(pairsOf(8)), policy);
    expect(outcome.status).toBe('inconclusive');
    expect(outcome.checks.at(-1)?.reason).toContain(reason);
  });

  const excluding = () => figureOptions({ exclude: ['num*'] }, {}, undefined);

  test('excluded fields: a pattern skips them, and reports if it matches only them', async () => {
    const policy: GatePolicy = {
      limits: [
        { metric: 'recall', field: '*', min: 0.9 },
        { metric: 'recall', field: 'number', min: 0.9 },
      ],
      newErrors: [{ max: 0, field: 'numb*' }],
    };
    const { checks } = await evaluated(await record(pairsOf(8)), policy, await record(pairsOf(8)), excluding);
    expect(checks.find(({ rule }) => rule === 'options')?.reason).toBe('exclude is ["num*"]');
    expect(checks.slice(5)).toMatchObject([
      { name: 'recall of total, at least 90.0 %', status: 'pass' },
      { name: 'limit on recall of number', status: 'inconclusive', reason: 'excluded from scoring: number' },
      { name: 'documents with new errors', status: 'inconclusive', reason: 'excluded from scoring: number' },
    ]);
  });

  test('a pattern does not pass for a gold field that the processor lacks, unless allowMissing lists it', async () => {
    const schema = { type: 'object', properties: { total: text }, required: ['total'] };
    const reader = await record(pairsOf(8), { ...config, schema } as ProcessorConfig);
    const relabelRecord = {
      ...reader,
      plan: { ...reader.plan, dataset: { ...reader.plan.dataset, config } },
    };
    const limits: GatePolicy['limits'] = [{ metric: 'recall', field: '*', min: 0.9 }];
    const { checks } = await evaluated(relabelRecord, { limits });
    expect(checks.slice(3)).toMatchObject([
      { name: 'recall of total, at least 90.0 %', status: 'pass' },
      { name: 'recall of number, at least 90.0 %', status: 'inconclusive' },
    ]);
    expect(checks[4]?.reason).toContain(
      'the processor does not read it; if this is intended, list the field in "allowMissing"',
    );
    expect((await evaluated(relabelRecord, { limits, allowMissing: ['number'] })).status).toBe('pass');
  });

  test('classes of a classifier, each against the rest', async () => {
    const classifications = ['invoice', 'receipt'].map((type) => ({ id: type, type, description: type }));
    const answers = ['invoice', 'invoice', 'receipt', 'receipt'];
    const answer = (type: string) => ({ id: type, type });
    const pairs = answers.map((type, n) => ({
      id: `c${n}`,
      expected: { id: type, type },
      outputs: [{ ...answer(n < 3 ? 'invoice' : 'receipt'), confidence: 1, insights: [] }],
    }));
    const classifier = {
      type: 'CLASSIFY',
      baseProcessor: 'classification_light',
      classifications,
    } as unknown as ProcessorConfig;
    const policy: GatePolicy = {
      limits: [
        { metric: 'recall', class: '*', min: 0.9 },
        { metric: 'accuracy', min: 0.7 },
      ],
    };
    const { checks } = await evaluated(await record(pairs, classifier), policy);
    // Both invoices and one of two receipts are found, so 3 of 4 documents are right.
    expect(checks.slice(3).map(({ name, status, value }) => [name, status, value])).toEqual([
      ['recall of class invoice, at least 90.0 %', 'pass', 1],
      ['recall of class receipt, at least 90.0 %', 'fail', 0.5],
      ['accuracy, at least 70.0 %', 'pass', 0.75],
    ]);
    expect(checks[4]?.leaves?.map(({ itemId }) => itemId)).toEqual(['c2']);
  });

  test('documents of a splitter, and the pages of a class', async () => {
    const splitClassifications = ['a', 'b'].map((type) => ({ id: type, type, description: type }));
    const split = (type: string, startPage: number, endPage: number) => ({ type, startPage, endPage });
    const pairs = [
      {
        id: 'p',
        expected: { splits: [split('a', 1, 2), split('b', 3, 4)] },
        outputs: [{ splits: [split('a', 1, 2), split('a', 3, 4)] }],
        pages: 4,
      },
    ];
    const splitter = {
      type: 'SPLITTER',
      baseProcessor: 'splitting_light',
      splitClassifications,
    } as unknown as ProcessorConfig;
    const policy: GatePolicy = {
      limits: [
        { metric: 'document_recall', min: 0.6 },
        { metric: 'range_f1', min: 1 },
        { metric: 'precision', class: 'a', min: 0.6 },
      ],
    };
    const { checks } = await evaluated(await record(pairs, splitter), policy);
    // Both page ranges are right, but only one of two documents has the right type. Of the 4 pages with the predicted
    // type `a`, 2 have the expected type `a`.
    expect(checks.slice(3).map(({ status, value }) => [status, value])).toEqual([
      ['fail', 0.5],
      ['pass', 1],
      ['fail', 0.5],
    ]);
  });

  test('a document that lost its output has new errors, even if the figures exclude failures', async () => {
    const lost = pairsOf(8, (n) => (n === 2 ? { outputs: [new Error('injected')] } : {}));
    const policy: GatePolicy = {
      failures: { max: 0.9 },
      newlyWrong: [{ max: 0 }],
      newErrors: [{ max: 0 }, { max: 0, field: 'number' }],
    };
    const outcome = await evaluated(await record(lost), policy, await record(pairsOf(8)), () =>
      figureOptions({ failures: 'exclude' }, {}, undefined),
    );
    expect(
      outcome.checks.slice(-3).map(({ rule, status, value, reason }) => [rule, status, value, reason]),
    ).toEqual([
      ['newlyWrong', 'fail', 1, '1 of 8 documents is newly wrong: d2 number (R-2 → —), d2 total (2 → —)'],
      ['newErrors', 'fail', 1, '1 of 8 documents has new errors: d2 number (R-2 → —), d2 total (2 → —)'],
      ['newErrors', 'fail', 1, '1 of 8 documents has new errors: d2 number (R-2 → —)'],
    ]);
  });

  test('a document whose values were all wrong and that lost its output is newly wrong, without new errors', async () => {
    const wrong = (n: number) => (n === 2 ? { outputs: [{ value: { number: 'x', total: 'x' } }] } : {});
    const lost = pairsOf(8, (n) => (n === 2 ? { outputs: [new Error('injected')] } : {}));
    const policy: GatePolicy = { failures: { max: 0.9 }, newlyWrong: [{ max: 0 }], newErrors: [{ max: 0 }] };
    const outcome = await evaluated(await record(lost), policy, await record(pairsOf(8, wrong)));
    expect(outcome.checks.slice(-2).map(({ status, value }) => [status, value])).toEqual([
      ['fail', 1],
      ['pass', 0],
    ]);
    expect(outcome.checks.at(-2)?.reason).toMatch(/: d2 \(whole document\) \(a result → .*injected/);
  });

  test('a document that is right in fewer repeats than before is newly wrong', async () => {
    const [isRight, isWrong] = [pairsOf(8), pairsOf(8, (n) => (n === 3 ? (pairsOf(0)[3] ?? {}) : {}))];
    const policy: GatePolicy = { newlyWrong: [{ max: 0 }] };
    const of = (...repeats: (typeof isRight)[]) =>
      writeRecord(config, ['draft'], repeats[0] ?? [], ...repeats.slice(1));
    const found = async (before: Promise<RecordReader>, after: Promise<RecordReader>) =>
      (await evaluated(await after, policy, await before)).checks.at(-1);
    expect(await found(of(isRight, isRight), of(isRight, isWrong))).toMatchObject({
      status: 'fail',
      value: 1,
    });
    expect(await found(of(isRight, isWrong), of(isWrong, isRight))).toMatchObject({
      status: 'pass',
      value: 0,
    });
    // A document that went from 2 wrong values to 1 is not newly wrong.
    const bad = pairsOf(8, (n) => (n === 3 ? { outputs: [{ value: { number: 'x', total: 'x' } }] } : {}));
    expect(await found(of(bad), of(isWrong))).toMatchObject({ status: 'pass', value: 0 });
    // A wrong document that loses its result in one repeat is newly wrong.
    const lost = pairsOf(8, (n) => (n === 3 ? { outputs: [new Error('injected')] } : {}));
    const accepting: GatePolicy = { failures: { max: 0.5 }, newlyWrong: [{ max: 0 }] };
    const outcome = await evaluated(await of(bad, lost), accepting, await of(bad, bad));
    expect(outcome.checks.at(-1)).toMatchObject({ rule: 'newlyWrong', status: 'fail', value: 1 });
  });
});

describe('failed items in rates that leave them out', () => {
  const failing = pairsOf(8, (n) => (n < 2 ? { outputs: [new Error('injected')] } : {}));
  const precision = (min: number): GatePolicy => ({
    failures: { max: 0.5 },
    limits: [{ metric: 'precision', min }],
  });

  test('precision counts their expected values as wrong: 12 of 12, or 12 of 16', async () => {
    const outcome = await evaluated(await record(failing), precision(0.8));
    expect(outcome.checks.at(-1)).toMatchObject({ status: 'inconclusive', value: 1, n: 6 });
    expect(outcome.checks.at(-1)?.reason).toContain('if failed items count as wrong, the figure is 75.0 %');
    expect((await evaluated(await record(failing), precision(0.75))).status).toBe('pass');
  });

  test('the hallucination rate counts one spurious value per item: 0 of 6, or 2 of 8', async () => {
    const empty = pairsOf(8, (n) => ({
      expected: { value: { number: `R-${n}`, total: null } },
      outputs: [n < 2 ? new Error('injected') : { value: { number: `R-${n}`, total: null } }],
    }));
    const policy = (max: number): GatePolicy => ({
      failures: { max: 0.5 },
      limits: [{ metric: 'hallucination_rate', max }],
    });
    const outcome = await evaluated(await record(empty), policy(0.2));
    expect(outcome.checks.at(-1)?.reason).toContain('if failed items count as wrong, the figure is 25.0 %');
    expect((await evaluated(await record(empty), policy(0.25))).status).toBe('pass');
  });

  test('a loss of precision counts them in the candidate', async () => {
    const policy: GatePolicy = {
      failures: { max: 0.5 },
      regressions: [{ metric: 'precision', margin: 0.9 }],
    };
    const outcome = await evaluated(await record(failing), policy, await record(pairsOf(8)));
    expect(outcome.checks.at(-1)?.reason).toContain('0.0 points');
    const strict: GatePolicy = {
      failures: { max: 0.5 },
      regressions: [{ metric: 'precision', margin: 0.4 }],
    };
    const judged = await evaluated(await record(failing), strict, await record(pairsOf(8)));
    expect(judged.status).toBe('inconclusive');
  });
});

describe('every repeat is an item run', () => {
  const limits: GatePolicy = { limits: [{ metric: 'recall', min: 0.1 }] };
  const repeated = async (repeats: number, change?: Parameters<typeof repeatRecord>[2]) =>
    repeatRecord(await record(pairsOf(8)), repeats, change);

  test('reports 24 item runs of 8 items if all are there', async () => {
    const outcome = await evaluated(await repeated(3), limits);
    expect(outcome).toMatchObject({ status: 'pass', items: 8 });
    expect(outcome.checks[0]?.reason).toBe('all 24 item runs ended');
  });

  test('later repeats that failed count as failures', async () => {
    const reader = await repeated(3, (row) =>
      row.repeat === 3 && row.itemId !== 'd0' ? failedRow(row) : row,
    );
    const { status, checks } = await evaluated(reader, limits);
    expect(status).toBe('fail');
    expect(checks[1]?.reason).toContain('7 of 24 item runs failed (29.2 %): timed_out 7 (d1 repeat 3, ');
    expect((await evaluated(reader, { ...limits, failures: { max: 0.3 } })).status).toBe('pass');
  });

  test('the run is incomplete if repeats are missing', async () => {
    const reader = await repeated(3, (row) => (row.repeat === 3 && row.itemId === 'd4' ? null : row));
    const { status, checks } = await evaluated(reader, limits);
    expect(status).toBe('inconclusive');
    expect(checks[0]?.reason).toContain('1 item run of 24 has no result: 1 did not run');
  });

  test('the repeats of a baseline decide whether it is usable', async () => {
    const candidate = await record(pairsOf(8));
    expect((await evaluated(candidate, regression, await repeated(3))).baseline.state).toBe('usable');
    const half = await repeated(3, (row) => (row.repeat === 3 ? null : row));
    expect((await evaluated(candidate, regression, half)).baseline).toMatchObject({
      state: 'rejected',
      reason: 'its run is incomplete: 8 of 24 item runs have no result',
    });
    const failing = await repeated(2, (row) => (row.repeat === 2 ? failedRow(row) : row));
    expect((await evaluated(candidate, regression, failing)).baseline).toMatchObject({
      state: 'rejected',
      reason: '8 of its 16 item runs failed, more than the policy accepts',
    });
  });

  test('credits are undefined if only some runs report them', async () => {
    const reader = await repeated(1, (row) => (row.itemId === 'd0' ? row : { ...row, credits: null }));
    const { checks } = await evaluated(reader, { cost: { perDocument: { max: 2 } } });
    expect(checks[3]).toMatchObject({ status: 'inconclusive' });
    expect(checks[3]?.reason).toBe('credits per document is known for only 1 of 8 item runs');
  });
});

test('a significant loss of fully right documents fails if a field is excluded from scoring', async () => {
  const pairs = (wrong: number) =>
    Array.from({ length: 60 }, (_, n): RecordedPair => {
      const value = { number: `R-${n}`, total: `${n}` };
      return {
        id: `d${n}`,
        expected: { value },
        outputs: [{ value: { ...value, ...(n < wrong ? { total: 'x' } : {}) } }],
      };
    });
  const excluded = () => figureOptions({}, { exclude: ['number'] }, undefined);
  const policy: GatePolicy = { regressions: [{ metric: 'document_exact', margin: 0.2 }] };
  const [good, bad] = [await record(pairs(0)), await record(pairs(15))];
  // 15 of 60 documents are newly wrong and none is now right. The loss is significant (p = 2 / 2^15), and its interval
  // (-36.7 to -13.3 points) includes losses above the margin.
  const outcome = await evaluated(bad, policy, good, excluded);
  expect(outcome.status).toBe('fail');
  expect((await evaluated(good, policy, bad, excluded)).status).toBe('pass');
});
