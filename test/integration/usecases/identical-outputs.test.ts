// A rule against losses passes if baseline and candidate have equal outputs, however few documents there are.
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildReport } from '../../../src/analysis/sections/build-report.ts';
import type { ProcessorConfig } from '../../../src/model/processor/processor-config.ts';
import type { VerdictCheck } from '../../../src/model/score/comparison.ts';
import { gateRecord } from '../../../src/usecases/gate/gate-record.ts';
import { type RecordedPair, writeRecord } from '../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] };
const extract: ProcessorConfig = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_light',
  schema: {
    type: 'object',
    properties: {
      number: text,
      total: text,
      lines: { type: 'array', items: { type: 'object', properties: { sku: text } } },
    },
  },
};

type Value = Record<string, unknown>;

/** 12 documents with 4 values each. `change` returns the output for a document. */
function pairsOf(change: (n: number, value: Value) => unknown = (_, value) => ({ value })): RecordedPair[] {
  return Array.from({ length: 12 }, (_, n) => {
    const value = { number: `R-${n}`, total: `${n}.50`, lines: [{ sku: `a${n}` }, { sku: `b${n}` }] };
    return {
      id: `doc-${n}`,
      expected: { value },
      outputs: [change(n, value)],
      tags: { vendor: n < 6 ? 'one' : 'two' },
    };
  });
}

const failed = () => new Error('no output');

async function checksOf(
  rules: object,
  sides: readonly [readonly RecordedPair[][], readonly RecordedPair[][]],
  config: ProcessorConfig = extract,
): Promise<Record<string, string>> {
  const policy = path.join(mkdtempSync(path.join(os.tmpdir(), 'goldset-identical-')), 'policy.json');
  writeFileSync(policy, JSON.stringify(rules));
  const [baseline, record] = await Promise.all(
    sides.map(async ([first = [], ...more]) => (await writeRecord(config, ['draft'], first, ...more)).dir),
  );
  const { outcome } = await gateRecord({ record: record as string, baseline, policy, annotations: 'none' });
  const named = outcome.checks.filter(({ rule }) => rule === 'regression');
  return Object.fromEntries(named.map((check) => [check.name.replace(/ loses.*/, ''), summaryOf(check)]));
}

function summaryOf({ status, kind, reason }: VerdictCheck): string {
  return kind === undefined ? status : `${kind}: ${status}: ${reason}`;
}

const fields = {
  regressions: [
    { metric: 'f1', margin: 0.001 },
    { metric: 'f1', field: '*', margin: 0.001 },
  ],
};

test('equal outputs pass every rule against losses, with the number of values', async () => {
  const wrong = (n: number, value: Value) => ({ value: n < 3 ? { ...value, total: null } : value });
  expect(await checksOf(fields, [[pairsOf(wrong)], [pairsOf(wrong)]])).toEqual({
    F1: 'identical: pass: 0 of 48 values changed',
    'F1 of number': 'identical: pass: 0 of 12 values changed',
    'F1 of total': 'identical: pass: 0 of 12 values changed',
    'F1 of lines.sku': 'identical: pass: 0 of 24 values changed',
  });
});

test('a comparison states that the outputs are equal, unless one value differs', async () => {
  const verdictOf = async (candidate: RecordedPair[]) => {
    const pairs = pairsOf().map((pair, n) => ({
      ...pair,
      outputs: [...pair.outputs, ...(candidate[n] as RecordedPair).outputs],
    }));
    return (await buildReport(await writeRecord(extract, ['1.0', 'draft'], pairs))).verdict;
  };
  expect(await verdictOf(pairsOf())).toMatchObject({
    recommendation: 'identical',
    sentence: expect.stringMatching(
      /^No difference: both gave the same answers\. All 12 documents, every value\. /,
    ),
  });
  const other = pairsOf((n, value) => ({ value: n === 7 ? { ...value, total: ' 7.50' } : value }));
  expect((await verdictOf(other)).recommendation).toBe('not-enough-evidence');
});

test('another order of the keys is not a change, and another order of the rows is a change', async () => {
  const rows = (value: Value) => (value.lines as { sku: string }[]).map(({ sku }) => ({ sku, note: null }));
  const reversed = (row: object) => Object.fromEntries(Object.entries(row).reverse());
  const one = pairsOf((_, value) => ({ value: { ...value, lines: rows(value) } }));
  const reordered = pairsOf((_, value) => ({
    value: reversed({ ...value, lines: rows(value).map(reversed) }),
  }));
  expect(JSON.stringify(one[0]?.outputs)).not.toBe(JSON.stringify(reordered[0]?.outputs));
  expect(await checksOf(fields, [[one], [reordered]])).toMatchObject({
    F1: 'identical: pass: 0 of 48 values changed',
    'F1 of lines.sku': 'identical: pass: 0 of 24 values changed',
  });
  const swapped = pairsOf((_, value) => ({ value: { ...value, lines: rows(value).reverse() } }));
  expect(await checksOf(fields, [[one], [swapped]])).toMatchObject({
    F1: 'inconclusive',
    'F1 of number': 'identical: pass: 0 of 12 values changed',
    'F1 of lines.sku': 'inconclusive',
  });
});

test('one different value affects its own field and the overall figures, even if it is right in both versions', async () => {
  const spaced = pairsOf((n, value) => ({ value: n === 7 ? { ...value, total: ' 7.50' } : value }));
  const rules = { regressions: [...fields.regressions, { metric: 'f1', margin: 0.001, by: 'vendor' }] };
  const status = await checksOf(rules, [[pairsOf()], [spaced]]);
  expect(status).toMatchObject({
    F1: 'inconclusive',
    'F1 of number': 'identical: pass: 0 of 12 values changed',
    'F1 of total': 'inconclusive',
    'F1 of lines.sku': 'identical: pass: 0 of 24 values changed',
    'F1 of documents with vendor=one': 'identical: pass: 0 of 24 values changed',
    'F1 of documents with vendor=two': 'inconclusive',
  });
});

test('a difference in a later repeat counts', async () => {
  const other = pairsOf((n, value) => ({ value: n === 0 ? { ...value, number: 'R-00' } : value }));
  expect(
    await checksOf(fields, [
      [pairsOf(), pairsOf()],
      [pairsOf(), other],
    ]),
  ).toMatchObject({
    F1: 'inconclusive',
    'F1 of number': 'inconclusive',
    'F1 of total': 'identical: pass: 0 of 24 values changed',
  });
});

test('equal failures are equal outputs, and a failure of one version is not', async () => {
  const failing = (at: number) => pairsOf((n, value) => (n === at ? failed() : { value }));
  const accepted = { ...fields, failures: { max: 0.5 } };
  expect((await checksOf(accepted, [[failing(2)], [failing(2)]])).F1).toBe(
    'identical: pass: 0 of 48 values changed',
  );
  expect((await checksOf(accepted, [[failing(2)], [failing(3)]])).F1).not.toContain('identical');
  expect((await checksOf(accepted, [[pairsOf()], [failing(3)]])).F1).not.toContain('identical');
});

test('two versions that failed on every document did not give the same answers', async () => {
  const failing = pairsOf(failed);
  const accepted = { ...fields, failures: { max: 0.9 } };
  const found = Object.values(await checksOf(accepted, [[failing], [failing]]));
  expect(found.length).toBeGreaterThan(0);
  expect(found.join()).not.toContain('identical');
});

test('confidences and citations are not compared', async () => {
  const cited = pairsOf((_, value) => ({ value, metadata: { number: { logprobsConfidence: 0.5 } } }));
  expect((await checksOf(fields, [[pairsOf()], [cited]])).F1).toBe('identical: pass: 0 of 48 values changed');
});

test('too few documents for the policy, and no value, stay inconclusive', async () => {
  const rules = { ...fields, minDocuments: 30 };
  expect((await checksOf(rules, [[pairsOf()], [pairsOf()]])).F1).toBe('inconclusive');
  const nothing = pairsOf(() => ({ value: {} })).map((pair) => ({ ...pair, expected: { value: {} } }));
  expect((await checksOf(fields, [[nothing], [nothing]])).F1).toBe('inconclusive');
});

test('hostile names of fields are compared like others', async () => {
  const hostile = (name: string) =>
    pairsOf((_, value) => ({ value: { ...value, toString: name, valueOf: { toString: name } } }));
  expect((await checksOf(fields, [[hostile('a')], [hostile('a')]])).F1).toContain('identical');
  expect((await checksOf(fields, [[hostile('a')], [hostile('b')]])).F1).not.toContain('identical');
});

test('classes are compared by the predicted class', async () => {
  const config: ProcessorConfig = {
    type: 'CLASSIFY',
    baseProcessor: 'classification_light',
    classifications: ['invoice', 'receipt'].map((type) => ({ id: type, type, description: type })),
  };
  const read = (types: readonly string[]): RecordedPair[] =>
    Array.from({ length: 12 }, (_, n) => ({
      id: `doc-${n}`,
      expected: { type: 'invoice' },
      outputs: [{ type: types[n % types.length], confidence: 0.9 }],
    }));
  const rules = { regressions: [{ metric: 'accuracy', margin: 0.001 }] };
  const same = await checksOf(
    rules,
    [[read(['invoice', 'receipt'])], [read(['invoice', 'receipt'])]],
    config,
  );
  expect(Object.values(same)).toEqual(['identical: pass: 0 of 12 values changed']);
  const other = await checksOf(
    rules,
    [[read(['invoice', 'receipt'])], [read(['receipt', 'invoice'])]],
    config,
  );
  expect(Object.values(other)).toEqual(['inconclusive']);
});
