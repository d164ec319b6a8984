import { describe, expect, it } from 'vitest';
import {
  ConfusionMatrix,
  classificationMetrics,
} from '../../../../src/metrics/classification/classification-metrics.ts';
import { scoreClassification } from '../../../../src/scorers/classification/score-classification.ts';

const classifications = [
  { id: 'inv', type: 'Invoice', description: '' },
  { id: 'rec', type: 'Receipt', description: '' },
  { id: 'oth', type: 'Other', description: '' },
];
const score = (expected: unknown, predicted: unknown) =>
  scoreClassification({ expected, predicted, classifications });

describe('one classification', () => {
  it.each([
    [{ id: 'inv', type: 'Invoice' }, { id: 'inv', type: 'Invoice', confidence: 0.9 }, true],
    [{ id: 'inv', type: 'old name' }, { id: 'x', type: 'Invoice' }, true],
    [{ type: 'Invoice' }, { id: 'inv', type: '' }, true],
    ['inv', { id: 'inv', type: 'Invoice' }, true],
    ['Invoice', { type: 'inv' }, true],
    [{ value: { id: 'inv', type: 'Invoice' } }, { id: 'inv', type: 'Invoice' }, true],
    [{ id: 'inv', type: 'Invoice' }, { id: 'rec', type: 'Receipt' }, false],
    // The id decides, not the type.
    [{ id: 'inv', type: 'Invoice' }, { id: 'rec', type: 'Invoice' }, false],
    [{ id: 'inv', type: 'Invoice' }, { id: 'x', type: 'invoice' }, false],
    [{ id: 'inv', type: 'Invoice' }, {}, false],
    [{ id: 'inv', type: 'Invoice' }, undefined, false],
  ])('%j against %j: %s', (expected, predicted, correct) => {
    expect(score(expected, predicted).correct).toBe(correct);
  });

  it('keeps predictions outside the list and flags them', () => {
    expect(score('inv', { id: 'x', type: 'Passport', confidence: 0.4 })).toMatchObject({
      expectedLabel: 'Invoice',
      predictedLabel: 'Passport',
      inList: false,
      correct: false,
      confidence: 0.4,
    });
    expect(score({ type: 'Passport' }, { type: 'Passport' })).toMatchObject({ correct: true, inList: false });
    expect(scoreClassification({ expected: 'a', predicted: 'a' })).toMatchObject({
      correct: true,
      inList: true,
    });
  });

  it('is not scored without output if failures are excluded', () => {
    const result = scoreClassification(
      { expected: 'inv', predicted: undefined, classifications },
      { failures: 'exclude' },
    );
    expect(result).toMatchObject({ correct: null, predictedLabel: null, confidence: null });
    // An output without a class is still an output, so it is not excluded.
    expect(scoreClassification({ expected: 'inv', predicted: {} }, { failures: 'exclude' }).correct).toBe(
      false,
    );
  });
});

describe('many classifications', () => {
  const matrix = new ConfusionMatrix(['A', 'B', 'C']);
  matrix.add('A', 'A', 8);
  matrix.add('A', 'B', 2);
  matrix.add('B', 'B', 5);
  matrix.add('B', 'X');
  matrix.add('B', null, 4);
  const found = classificationMetrics(matrix);

  it('the matrix has the list, answers outside it, and no answer', () => {
    expect(matrix.expectedLabels).toEqual(['A', 'B', 'C']);
    expect(matrix.predictedLabels).toEqual(['A', 'B', 'C', 'X', '(no prediction)']);
    expect(matrix.table()).toEqual([
      [8, 2, 0, 0, 0],
      [0, 5, 0, 1, 4],
      [0, 0, 0, 0, 0],
    ]);
  });

  it('has metrics per class and overall, by hand', () => {
    // 8 documents of class A and 5 of class B are right. There are 20 documents.
    expect(found.accuracy).toEqual({ numerator: 13, denominator: 20, value: 0.65 });
    const [a, b, c, x] = found.perClass;
    expect(a).toMatchObject({
      label: 'A',
      support: 10,
      precision: { value: 1 },
      recall: { value: 0.8 },
      f1: { value: 16 / 18 },
    });
    expect(b).toMatchObject({
      support: 10,
      precision: { value: 5 / 7 },
      recall: { value: 0.5 },
      f1: { value: 10 / 17 },
    });
    expect(c).toMatchObject({
      support: 0,
      precision: { value: null },
      recall: { value: null },
      f1: { value: null },
    });
    expect(x).toMatchObject({
      label: 'X',
      support: 0,
      precision: { value: 0 },
      recall: { value: null },
      f1: { value: 0 },
    });
    expect(found.balancedAccuracy).toMatchObject({ value: 0.65, denominator: 2, undefinedRates: 2 });
    expect(found.weightedF1.value).toBeCloseTo((10 * (16 / 18) + 10 * (10 / 17)) / 20, 14);
    // By chance, 10 x 8 (A) + 10 x 7 (B) = 150 of 400 would agree. So kappa is (13 x 20 - 150) / (400 - 150).
    expect(found.kappa).toBeCloseTo(110 / 250, 14);
    // MCC is (13 x 20 - 150) / sqrt((400 - 64 - 49 - 1 - 16)(400 - 100 - 100)).
    expect(found.mcc).toBeCloseTo(110 / Math.sqrt(270 * 200), 14);
  });

  it('has the scores of always predicting the most frequent class', () => {
    const matrix = new ConfusionMatrix(['A', 'B', 'C']);
    matrix.add('A', 'B', 6);
    matrix.add('B', 'B', 3);
    matrix.add('B', null, 1);
    // The baseline always predicts A, and 6 of 10 documents are A. So the F1 of A is 2 x 6 / (6 + 10) = .75. The F1 of
    // B is 0, and the F1 of C is undefined, so the mean is .375.
    const { majority } = classificationMetrics(matrix);
    expect(majority).toMatchObject({ label: 'A', accuracy: { numerator: 6, denominator: 10, value: 0.6 } });
    expect(majority.macroF1).toMatchObject({ value: 0.375, undefinedRates: 1 });
    const always = new ConfusionMatrix(['A', 'B', 'C']);
    always.add('A', 'A', 6);
    always.add('B', 'A', 4);
    const answered = classificationMetrics(always);
    expect(answered.accuracy.value).toBe(majority.accuracy.value);
    expect(answered.macroF1.value).toBe(majority.macroF1.value);
    expect(classificationMetrics(new ConfusionMatrix()).majority).toMatchObject({
      label: null,
      accuracy: { value: null },
    });
  });

  it('is null without items', () => {
    const metrics = classificationMetrics(new ConfusionMatrix(['A']));
    expect([
      metrics.accuracy.value,
      metrics.macroF1.value,
      metrics.weightedF1.value,
      metrics.kappa,
      metrics.mcc,
    ]).toEqual([null, null, null, null, null]);
  });
});
