import { describe, expect, it } from 'vitest';
import { classifyConfigSchema, splitterConfigSchema } from '../../../src/model/processor/processor-config.ts';
import type { BatchDocument } from '../../../src/service/batch-metrics/batch-input.ts';
import { classificationMetrics } from '../../../src/service/batch-metrics/classification-metrics.ts';
import { computeMetrics } from '../../../src/service/batch-metrics/compute-metrics.ts';
import { splittingMetrics } from '../../../src/service/batch-metrics/splitting-metrics.ts';

const classes = ['a', 'b'].map((id) => ({ id, type: `type ${id}`, description: '' }));
const classifier = classifyConfigSchema.parse({ type: 'CLASSIFY', classifications: classes });
const splitter = splitterConfigSchema.parse({ type: 'SPLITTER', splitClassifications: classes });

function documents(...pairs: [expected: unknown, output: unknown][]): BatchDocument[] {
  return pairs.map(([expected, output], index) => ({
    runId: `dpr_${index}`,
    expected,
    output,
    pages: 2,
    runTimeMs: 10 * (index + 1),
  }));
}

describe('classification metrics of the service', () => {
  it('identify a class by its type, or by the id of the type in the config', () => {
    const metrics = classificationMetrics(
      classifier,
      documents([{ id: 'a' }, { type: 'type a' }], [{ type: 'type b' }, { id: 'b' }]),
    );
    expect(metrics).toEqual({
      accuracyPerc: 1,
      accuracyPercByClassification: { 'type a': 1, 'type b': 1 },
      confusionMatrix: { 'type a': { 'type a': 1 }, 'type b': { 'type b': 1 } },
      distribution: { 'type a': 1, 'type b': 1 },
    });
  });

  it('have no accuracy and no matrix without expected classes, and count unknown classes', () => {
    const metrics = classificationMetrics(
      classifier,
      documents([undefined, { type: 'other', confidence: 0.2 }], [undefined, { confidence: 0.4 }]),
    );
    expect(metrics).toEqual({ distribution: { other: 1, '': 1 }, meanConfidence: expect.closeTo(0.3) });
    expect(classificationMetrics(classifier, [])).toEqual({ distribution: {} });
  });

  it('count a file without an output as wrong', () => {
    // One of two outputs is correct. The other has no class, which the matrix shows as an empty name.
    const metrics = classificationMetrics(
      classifier,
      documents([{ type: 'type a' }, { type: 'type a' }], [{ type: 'type a' }, {}]),
    );
    expect(metrics).toMatchObject({
      accuracyPerc: 1 / 2,
      confusionMatrix: { 'type a': { 'type a': 1, '': 1 } },
    });
  });
});

describe('splitting metrics of the service', () => {
  const split = (type: string, startPage: number, endPage: number) => ({ type, startPage, endPage });

  it('find a sub-document by type and pages, in any position, and only once', () => {
    const metrics = splittingMetrics(
      splitter,
      documents([
        [split('type a', 1, 2), split('type b', 3, 3), split('type b', 3, 3)],
        {
          splits: [
            split('type b', 3, 3),
            { classificationId: 'a', startPage: 1, endPage: 2 },
            split('type a', 1, 2),
          ],
        },
      ]),
    );
    // The expected splits contain `b` twice, and the predicted splits contain `a` twice. One `a` and one `b` are
    // correct.
    expect(metrics).toEqual({
      precisionPerc: 2 / 3,
      recallPerc: 2 / 3,
      numExpectedDocs: 3,
      numPredictedDocs: 3,
      numCorrectDocs: 2,
    });
  });

  it('accept an expected output in each of its shapes, and under its former name', () => {
    const one = split('type a', 1, 1);
    for (const expected of [one, [one], { splits: [one] }, { subDocumentClassifications: [one] }])
      expect(splittingMetrics(splitter, documents([expected, { splits: [one] }]))).toMatchObject({
        numExpectedDocs: 1,
        numCorrectDocs: 1,
      });
  });

  it('have no share if the divisor is zero', () => {
    expect(splittingMetrics(splitter, documents([{ splits: [] }, { splits: [] }]))).toEqual({
      numExpectedDocs: 0,
      numPredictedDocs: 0,
      numCorrectDocs: 0,
    });
    expect(splittingMetrics(splitter, documents([undefined, { splits: [split('type a', 1, 1)] }]))).toEqual(
      {},
    );
    expect(splittingMetrics(splitter, documents([[split('type a', 1, 1)], null]))).toEqual({
      recallPerc: 0,
      numExpectedDocs: 1,
      numPredictedDocs: 0,
      numCorrectDocs: 0,
    });
  });
});

it('all kinds have the number of files and pages, and the mean time per run', () => {
  const options = { fuzzyMatchFields: [], excludeFields: [], injectedConventions: [] };
  const metrics = computeMetrics({
    config: classifier,
    documents: documents([undefined, {}], [undefined, {}]),
    ...options,
  });
  expect(metrics).toMatchObject({ type: 'CLASSIFY', numFiles: 2, numPages: 4, meanRunTimeMs: 15 });
  expect(computeMetrics({ config: splitter, documents: [], ...options })).toEqual({
    type: 'SPLITTER',
    numFiles: 0,
    numPages: 0,
  });
});
