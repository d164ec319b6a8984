import { describe, expect, test } from 'vitest';
import { predictionOutput } from '../../../../src/loaders/inputs/prediction-output.ts';

const classes = [
  { id: 'inv', type: 'invoice', description: '' },
  { id: 'rec', type: 'receipt', description: '' },
];

describe('predictionOutput', () => {
  test.each([
    ['a text with a type', 'receipt', { id: 'rec', type: 'receipt' }],
    ['a text with an id', 'rec', { id: 'rec', type: 'receipt' }],
    ['a type', { type: 'invoice', confidence: 0.4 }, { id: 'inv', type: 'invoice', confidence: 0.4 }],
    ['an id', { id: 'inv' }, { id: 'inv', type: 'invoice' }],
    ['an unknown class', { type: 'letter' }, { id: 'letter', type: 'letter' }],
  ])('completes a class given as %s', (_, given, completed) => {
    expect(predictionOutput(given, 'CLASSIFY', classes)).toEqual(completed);
  });

  test('reads a name as a type if it is also the id of another class', () => {
    const others = [
      { id: 'receipt', type: 'invoice', description: '' },
      { id: 'rec', type: 'receipt', description: '' },
    ];
    expect(predictionOutput('receipt', 'CLASSIFY', others)).toEqual({ id: 'rec', type: 'receipt' });
  });

  test.each([
    ['a complete class', { id: 'other', type: 'invoice' }],
    ['no class', { label: 'invoice' }],
    ['a number', 3],
    ['null', null],
  ])('does not change %s', (_, given) => {
    expect(predictionOutput(given, 'CLASSIFY', classes)).toBe(given);
  });

  test('reads a list of page ranges', () => {
    const given = [
      { type: 'invoice', startPage: 1, endPage: 2 },
      { type: 'receipt', pages: '3-5' },
      { type: 'receipt', pages: [6, 7] },
      { classificationId: 'inv', pages: 8 },
    ];
    expect(predictionOutput(given, 'SPLITTER', classes)).toEqual({
      splits: [
        { classificationId: 'inv', type: 'invoice', startPage: 1, endPage: 2 },
        { classificationId: 'rec', type: 'receipt', startPage: 3, endPage: 5 },
        { classificationId: 'rec', type: 'receipt', startPage: 6, endPage: 7 },
        { classificationId: 'inv', type: 'invoice', startPage: 8, endPage: 8 },
      ],
    });
  });

  test('keeps pages that are not one range, so that the output is reported as invalid', () => {
    for (const pages of [[1, 3], [], '1,3', '5-', {}, null])
      expect(predictionOutput([{ type: 'invoice', pages }], 'SPLITTER', classes)).toMatchObject({
        splits: [{ pages }],
      });
  });

  test('reads page ranges in an object with splits, and keeps its other members', () => {
    const given = { splits: [{ type: 'invoice', pages: '1-2' }], model: 'm' };
    expect(predictionOutput(given, 'SPLITTER', classes)).toEqual({
      splits: [{ classificationId: 'inv', type: 'invoice', startPage: 1, endPage: 2 }],
      model: 'm',
    });
  });

  test('does not change the output of the service or of an extraction', () => {
    const splits = { splits: [{ classificationId: 'inv', type: 'invoice', startPage: 1, endPage: 1 }] };
    expect(predictionOutput(splits, 'SPLITTER', classes)).toEqual(splits);
    const value = { type: 'x' };
    expect(predictionOutput(value, 'EXTRACT', [])).toBe(value);
  });
});
