import { expect, test } from 'vitest';
import { allPositions } from '../../../../src/analysis/fold/folded-run.ts';
import { comparePaired } from '../../../../src/analysis/measure/compare-paired.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { foldReport } from '../../../../src/analysis/sections/build-report.ts';
import { headlineQuestions } from '../../../../src/analysis/sections/headline-rows.ts';
import { measureWork } from '../../../../src/analysis/summary/measure-work.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { BusinessSettings } from '../../../../src/model/report/business-settings.ts';
import type { ConfidenceSection } from '../../../../src/model/report/sections/confidence-section.ts';
import { memoryRecord } from '../../../fixtures/records/memory-record.ts';

const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: { total: { type: ['string', 'null'] }, note: { type: ['string', 'null'] } },
  },
} as ProcessorConfig;
const gold = { total: '1', note: 'a' };
const outputs = {
  right: { value: gold },
  badNote: { value: { total: '1', note: 'b' } },
  badTotal: { value: { total: '2', note: 'a' } },
  bothBad: { value: { total: '2', note: 'b' } },
};

/**
 * Measures ten documents. With the baseline, 4 are right, 4 have a wrong note, and 2 have two errors. With the
 * candidate, 8 are right, and 2 have a wrong total.
 */
async function measure(business: BusinessSettings, confidence: ConfidenceSection | null = null) {
  const before = [...Array(4).fill('right'), ...Array(4).fill('badNote'), 'bothBad', 'bothBad'] as const;
  const after = [...Array(8).fill('right'), 'badTotal', 'badTotal'] as const;
  const record = memoryRecord(
    config,
    ['1.0', 'draft'],
    before.map((name, i) => ({
      id: `d${i}`,
      expected: gold,
      outputs: [outputs[name as 'right'], outputs[after[i] as 'right']],
    })),
  );
  const { run } = await foldReport(record, {});
  const [compared] = comparePaired(headlineQuestions(run), defaultStatistics);
  return measureWork({
    run,
    documents: allPositions(run.count),
    settings: defaultStatistics,
    business,
    confidence,
    exact: compared === undefined ? [] : [compared.baseline, compared.candidate],
    compared,
    credits: [1, 2],
  });
}

test('counts a document as wrong if any field is wrong: 6 of 10 before, 2 of 10 now', async () => {
  const { work, lessWrong, valuesPerDocument } = await measure({});
  expect(work.map(({ wrong }) => wrong.value)).toEqual([0.6, expect.closeTo(0.2, 12)]);
  expect(work[1]?.wrong.low).toBeLessThan(0.2);
  expect(work[1]?.wrong.high).toBeGreaterThan(0.2);
  expect(lessWrong?.value).toBeCloseTo(0.4, 12);
  expect(lessWrong?.low).toBeLessThan(0.4);
  // The 6 wrong documents of the baseline have 8 wrong values. Each wrong document of the candidate has 1.
  expect(valuesPerDocument).toEqual([expect.closeTo(8 / 6, 12), 1]);
  expect(work.map(({ credits }) => credits)).toEqual([1, 2]);
});

test('counts a document as wrong only if a critical field is wrong: 2 of 10 in both versions', async () => {
  const { work, lessWrong } = await measure({ criticalFields: ['total'] });
  expect(work.map(({ wrong }) => wrong.value)).toEqual([expect.closeTo(0.2, 12), expect.closeTo(0.2, 12)]);
  expect(lessWrong?.value).toBeCloseTo(0, 12);
  const note = await measure({ criticalFields: ['no*'] });
  expect(note.work.map(({ wrong }) => wrong.value)).toEqual([0.6, 0]);
  expect(note.lessWrong?.value).toBeCloseTo(0.6, 12);
});

test('accepts all documents without a review', async () => {
  const { work } = await measure({ review: 'none' });
  expect(work.map(({ accepted, acceptedWrong }) => [accepted, acceptedWrong])).toEqual([
    [1, 0.6],
    [1, expect.closeTo(0.2, 12)],
  ]);
});

test('accepts the certified share of a version, with its errors; 0 if none is certified', async () => {
  const share = (accepted: number, wrong: number) => ({
    total: 10,
    accepted,
    wrong,
    share: accepted / 10,
    errorRate: wrong / accepted,
    upper: 1,
  });
  const scope = (threshold: number | null, value: number | null) => ({
    certificate: { threshold, straightThrough: { value } },
    thresholds: [{ threshold: 0.9, predictions: share(5, 1), documents: share(4, 1) }],
  });
  const confidence = { scopes: [{ versions: [scope(null, null), scope(0.9, 0.4)] }] };
  const { work } = await measure({ review: 'confidence' }, confidence as unknown as ConfidenceSection);
  expect(work.map(({ accepted, acceptedWrong }) => [accepted, acceptedWrong])).toEqual([
    [0, 0],
    [0.4, 0.25],
  ]);
});
