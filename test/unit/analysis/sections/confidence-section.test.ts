import { describe, expect, it, test } from 'vitest';
import { confidenceLookup, sourcesIn } from '../../../../src/analysis/fold/documents/output-metadata.ts';
import { defaultConfidence, defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { buildReport } from '../../../../src/analysis/sections/build-report.ts';
import { Random } from '../../../../src/base/random.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] };
const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
};

type Confident = readonly [value: string | null, logprobs?: number | null, ocr?: number];
const output = (a: Confident, b: Confident) => {
  const entry = ([, logprobsConfidence, ocrConfidence]: Confident) => ({ logprobsConfidence, ocrConfidence });
  return { value: { a: a[0], b: b[0] }, metadata: { a: entry(a), b: entry(b) } };
};
const gold = (a: string | null, b: string | null) => ({ value: { a, b } });

const pairs = [
  { id: 'right', expected: gold('x', 'y'), outputs: [output(['x', 0.9], ['y', 0.8])] },
  { id: 'wrong', expected: gold('x', 'y'), outputs: [output(['z', 0.6], ['y', 0.7])] },
  // `b` is missing. The only predicted value is right, but the document is not.
  { id: 'missing', expected: gold('x', 'y'), outputs: [output(['x', 0.95], [null])] },
  // `b` is spurious and has no confidence.
  { id: 'spurious', expected: gold('x', null), outputs: [output(['x', 0.5], ['q', null])] },
  { id: 'failed', expected: gold('x', 'y'), outputs: [new Error('no answer')] },
];

describe('the confidence section of a report', () => {
  it('uses the confidence of each predicted value, and the lowest one per document', async () => {
    const model = await buildReport(await writeRecord(config, ['1.0'], pairs));
    const overall = model.confidence?.scopes[0]?.versions[0];
    expect(model.confidence).toMatchObject({ source: 'logprobsConfidence', maxError: 0.01, level: 0.95 });
    expect(overall).toMatchObject({ predictions: 6, withoutConfidence: 1, documents: 5 });
    const metric = (name: string) => overall?.metrics.find((entry) => entry.metric === name);
    // The right values have the confidences .9, .8, .7, .95 and .5, and the wrong value has .6. The squared errors of
    // these six values are .01, .04, .09, .0025, .25 and .36.
    expect(metric('brier')?.value).toBeCloseTo(0.7525 / 6, 12);
    // In 4 of the 5 pairs of a right and a wrong value, the right value has the higher confidence.
    expect(metric('auroc')?.value).toBeCloseTo(0.8, 12);
    expect(metric('brier')).toMatchObject({ n: 4, unscored: 1, scope: 'overall' });
    const at = (threshold: number) => overall?.thresholds.find((row) => row.threshold === threshold);
    expect(at(0)?.predictions).toMatchObject({ total: 7, accepted: 6, wrong: 1 });
    // Two documents are never accepted: "spurious" has a value without a confidence, and "failed" has no output.
    expect(at(0)?.documents).toMatchObject({ total: 5, accepted: 3, wrong: 2 });
    expect(at(0.8)?.documents).toMatchObject({ accepted: 2, wrong: 1, share: 0.4, errorRate: 0.5 });
    expect(at(0.95)?.predictions).toMatchObject({ accepted: 1, wrong: 0, errorRate: 0 });
    expect(at(0.96)?.predictions.errorRate).toBeNull();
  });

  it('counts only the values of the field in the scope of a field', async () => {
    const model = await buildReport(await writeRecord(config, ['1.0'], pairs));
    expect(model.confidence?.scopes.map((scope) => scope.scope)).toEqual(['overall', 'field:a', 'field:b']);
    const b = model.confidence?.scopes[2]?.versions[0];
    // In the five documents, `b` is right with the confidence .8, right with .7, missing, spurious without a
    // confidence, and missing because the run failed.
    expect(b).toMatchObject({ predictions: 2, withoutConfidence: 1, documents: 5 });
    expect(b?.warnings).toHaveLength(2);
    expect(b?.metrics.find((entry) => entry.metric === 'auroc')).toMatchObject({
      value: null,
      undefinedBecause: 'all predicted values are right, or all are wrong',
    });
  });

  it('states on the first screen that few documents certify nothing', async () => {
    const model = await buildReport(await writeRecord(config, ['1.0'], pairs));
    const [, , tile] = model.tiles;
    expect(tile?.label).toBe('straight-through at ≤ 1 % error');
    expect(tile?.values[0]?.value).toBeNull();
    // The document with the confidence .95 is wrong, and the document with .8 is right. So at every threshold, at least
    // half of the accepted documents are wrong.
    expect(tile?.values[0]?.undefinedBecause).toMatch(
      /^not certified with 5 documents: even documents with the highest confidence are wrong too often/,
    );
  });

  it('certifies a threshold with enough documents', async () => {
    const many = Array.from({ length: 600 }, (_, i) => {
      const sure = i % 6 !== 0;
      const found = sure ? output(['x', 0.97], ['y', 0.98]) : output(['z', 0.4], ['y', 0.98]);
      return { id: `d${i}`, expected: gold('x', 'y'), outputs: [found] };
    });
    const model = await buildReport(await writeRecord(config, ['1.0'], many));
    // 500 of 600 documents are right, with confidences of at least .97. The 100 wrong documents have the confidence .4.
    expect(model.tiles[2]).toMatchObject({
      values: [{ metric: 'straight_through', numerator: 500, denominator: 600 }],
      notes: ['certified, threshold 0.45'],
    });
    const a = model.confidence?.scopes[1]?.versions[0]?.certificate;
    expect(a).toMatchObject({ threshold: 0.45, needed: null });
  });
});

describe('certificates of documents that fail together', () => {
  /**
   * Returns 500 documents: 25 vendors with 20 documents each. `wrongOf` is the number of wrong documents of a vendor.
   */
  const vendors = (wrongOf: (vendor: number) => number) =>
    Array.from({ length: 500 }, (_, i) => {
      const vendor = i % 25;
      const right = Math.floor(i / 25) >= wrongOf(vendor);
      return {
        id: `d${i}`,
        tags: { vendor: `v${vendor}`, page: `${i % 7}` },
        expected: gold('x', 'y'),
        outputs: [output([right ? 'x' : 'z', 0.97], ['y', 0.98])],
      };
    });
  const overall = async (
    wrongOf: (vendor: number) => number,
    statistics: Partial<typeof defaultStatistics> = {},
    method: typeof defaultConfidence.method = 'fixed-sequence',
  ) => {
    const model = await buildReport(await writeRecord(config, ['1.0'], vendors(wrongOf)), {
      statistics: { ...defaultStatistics, ...statistics },
      confidence: { ...defaultConfidence, maxError: 0.05, method },
    });
    const { confidence, tiles } = model;
    const version = confidence?.scopes[0]?.versions[0];
    return { confidence, tile: tiles[2], version, certificate: version?.certificate };
  };
  const noneWrong = () => 0;
  const together = (vendor: number) => (vendor === 3 ? 8 : 0);

  it('states that a certificate without clusters assumes independent documents', async () => {
    const { confidence, certificate } = await overall(noneWrong);
    expect(certificate).toMatchObject({ threshold: 0, wrongClusters: [] });
    expect(certificate?.sentence).toBe(
      'certified from confidence 0.00: 0 of 500 documents wrong, at most 0.9 % (95.0 % sure); assumes that documents fail independently',
    );
    expect(confidence).toMatchObject({ clusterBy: null });
    expect(confidence?.procedure).toContain('assume that documents fail independently');
  });

  it('counts clusters in the certificate, the needed number and all bounds', async () => {
    const { confidence, certificate, version } = await overall(noneWrong, { clusterBy: 'vendor' });
    // 25 clusters are too few. At an error rate of 5 %, all of them would be right with the probability .95^25 = .28,
    // which is above .01. 90 clusters are enough, because .95^90 = .0099.
    expect(certificate).toMatchObject({
      threshold: null,
      needed: 90,
      sentence:
        'not certified: 500 documents from 25 clusters by vendor are too few (about 90 clusters needed)',
    });
    const upper = 1 - 0.05 ** (1 / 25);
    expect(version?.thresholds[0]?.documents.upper).toBeCloseTo(upper, 9);
    expect(version?.thresholds[0]?.predictions.upper).toBeCloseTo(upper, 9);
    expect(confidence).toMatchObject({ clusterBy: 'vendor' });
    expect(confidence?.procedure).toContain(
      'the documents with the same value of the tag "vendor" are one cluster',
    );
  });

  it('certifies with enough clusters, and names them', async () => {
    // Ten of 100 documents are in five clusters of two, so 100² / 110 = 90.9 clusters are effective. The bound for 90.9
    // clusters without an error is 1 - .01^(1 / 90.9) = 4.9 %.
    const few = Array.from({ length: 100 }, (_, i) => ({
      id: `d${i}`,
      tags: { vendor: `v${i % 95}` },
      expected: gold('x', 'y'),
      outputs: [output(['x', 0.97], ['y', 0.98])],
    }));
    const model = await buildReport(await writeRecord(config, ['1.0'], few), {
      statistics: { ...defaultStatistics, clusterBy: 'vendor' },
      confidence: { ...defaultConfidence, maxError: 0.05 },
    });
    expect(model.confidence?.scopes[0]?.versions[0]?.certificate.sentence).toBe(
      'certified from confidence 0.00: 0 of 100 documents wrong, at most 4.9 % (95.0 % sure); from 95 clusters by vendor',
    );
  });

  it('certifies nothing if wrong documents cluster by a tag', async () => {
    const { certificate, tile, confidence } = await overall(together);
    expect(certificate).toMatchObject({
      threshold: null,
      needed: null,
      wrongClusters: [{ tag: 'vendor', p: 0.001 }],
    });
    const sentence =
      'not certified: wrong documents are concentrated in some values of vendor (p = .001); set "clusterBy" to "vendor" (--cluster-by vendor), or "independent" to true (--independent)';
    expect(certificate?.sentence).toBe(sentence);
    expect(tile?.values[0]).toMatchObject({ value: null, undefinedBecause: sentence });
    // Field `a` is wrong in every wrong document, and field `b` is always right.
    const fields = confidence?.scopes.slice(1).map(({ versions }) => versions[0]?.certificate);
    expect(fields?.map((found) => [found?.threshold, found?.wrongClusters.length])).toEqual([
      [null, 1],
      [0, 0],
    ]);
  });

  it('certifies documents that the user states to be independent', async () => {
    const { certificate } = await overall(together, { independent: true });
    expect(certificate).toMatchObject({ threshold: 0, wrongClusters: [] });
    expect(certificate?.sentence).toContain('assumes that documents fail independently');
  });

  it('certifies wrong documents that do not cluster', async () => {
    const { certificate } = await overall((vendor) => (vendor < 8 ? 1 : 0));
    expect(certificate).toMatchObject({ threshold: 0, wrongClusters: [] });
  });

  it('does not test tags for clusters if there are clusters', async () => {
    const { certificate } = await overall(together, { clusterBy: 'vendor' });
    expect(certificate).toMatchObject({ threshold: null, wrongClusters: [], needed: 90 });
  });
});

describe('the source of confidence', () => {
  const both = [
    {
      id: 'one',
      expected: gold('x', 'y'),
      outputs: [output(['x', null, 0.9], ['y', null, 0.8]), output(['x', 0.7, 0.9], ['y', 0.6, 0.8])],
    },
  ];
  const brier = async (source: typeof defaultConfidence.source) => {
    const reader = await writeRecord(config, ['1.0', 'draft'], both);
    const { confidence } = await buildReport(reader, { confidence: { ...defaultConfidence, source } });
    return {
      source: confidence?.source ?? null,
      other: confidence?.otherSources,
      predictions: confidence?.scopes[0]?.versions.map((version) => version?.predictions ?? null),
    };
  };
  it('is the confidence of the candidate, even if the baseline has none', async () => {
    expect(await brier('auto')).toEqual({
      source: 'logprobsConfidence',
      other: ['ocrConfidence'],
      predictions: [null, 2],
    });
  });
  it('is the requested source', async () => {
    expect(await brier('logprobsConfidence')).toMatchObject({
      source: 'logprobsConfidence',
      predictions: [null, 2],
    });
    expect(await brier('ocrConfidence')).toMatchObject({ source: 'ocrConfidence', predictions: [2, 2] });
    expect(await brier('confidence')).toMatchObject({ source: null });
    expect(await brier('none')).toMatchObject({ source: null });
  });
  it('is absent if no output has a confidence', async () => {
    const reader = await writeRecord(
      config,
      ['1.0'],
      [{ id: 'one', expected: gold('x', 'y'), outputs: [{ value: { a: 'x', b: 'y' } }] }],
    );
    const model = await buildReport(reader);
    expect(model.confidence).toBeNull();
    expect(model.tiles.some((tile) => tile.label.startsWith('straight-through'))).toBe(false);
  });
});

test('uses the class confidence of a classifier, in total and per predicted class', async () => {
  const classifier: ProcessorConfig = {
    type: 'CLASSIFY',
    classifications: [
      { id: 'i', type: 'invoice', description: '' },
      { id: 'r', type: 'receipt', description: '' },
    ],
  };
  const answer = (id: string, type: string, confidence: number | null) => ({ id, type, confidence });
  const model = await buildReport(
    await writeRecord(
      classifier,
      ['1.0'],
      [
        { id: 'a', expected: answer('i', 'invoice', 1), outputs: [answer('i', 'invoice', 0.9)] },
        { id: 'b', expected: answer('r', 'receipt', 1), outputs: [answer('i', 'invoice', 0.6)] },
        { id: 'c', expected: answer('r', 'receipt', 1), outputs: [answer('r', 'receipt', null)] },
      ],
    ),
  );
  expect(model.confidence?.source).toBe('confidence');
  expect(model.confidence?.scopes.map((scope) => scope.label)).toEqual(['all documents', 'invoice']);
  expect(model.confidence?.scopes[0]?.versions[0]).toMatchObject({
    predictions: 2,
    withoutConfidence: 1,
    documents: 3,
  });
});

test('finds injected over-confidence', async () => {
  const random = new Random('planted');
  const planted = (inflate: (share: number) => number) =>
    Array.from({ length: 400 }, (_, i) => {
      const share = 0.3 + 0.7 * random.next();
      const value = (): Confident => [random.next() < share ? 'x' : 'z', inflate(share)];
      return { id: `d${i}`, expected: gold('x', 'x'), outputs: [output(value(), value())] };
    });
  const error = async (inflate: (share: number) => number) => {
    const model = await buildReport(await writeRecord(config, ['1.0'], planted(inflate)));
    return model.confidence?.scopes[0]?.versions[0]?.metrics[1]?.value;
  };
  // With 800 predictions, calibrated confidences have a random error of about .03. If they are raised by .2, but at
  // most to 1, the error is about .17.
  expect(await error((share) => share)).toBeLessThan(0.06);
  expect(await error((share) => Math.min(1, share + 0.2))).toBeGreaterThan(0.13);
});

describe('reading confidences', () => {
  const lookup = confidenceLookup(
    {
      value: {},
      metadata: {
        total: { ocrConfidence: 0.9 },
        'money.amount': { ocrConfidence: 0.8 },
        'money.iso_4217_currency_code': { ocrConfidence: 0.6 },
        'rows[1]': { ocrConfidence: 0.7 },
        'rows[1].price': { ocrConfidence: 0.5 },
        bad: { ocrConfidence: 7 },
      },
    },
    'ocrConfidence',
  );
  it.each([
    ['total', 0.9],
    ['money', 0.6],
    ['rows[1].price', 0.5],
    ['rows[1].what', 0.7],
    ['rows[0].what', null],
    ['bad', null],
    ['constructor', null],
  ])('%s has %s', (path, wanted) => expect(lookup(path)).toBe(wanted));

  it('reads the entries of a fields array by key and by id', () => {
    const map = { total: { id: 'f1', type: 'number', value: 3, confidence: 0.4 } };
    expect(sourcesIn(map)).toEqual(['confidence']);
    expect(confidenceLookup(map, 'confidence')('total')).toBe(0.4);
    expect(confidenceLookup({ value: map }, 'confidence')('f1')).toBe(0.4);
    expect(sourcesIn({ value: { confidence: 0.5 } })).toEqual([]);
    expect(sourcesIn('text')).toEqual([]);
  });
});
