import { expect, it } from 'vitest';
import { classesOf } from '../../../../src/model/processor/classes-of.ts';

const classes = [{ id: 'c1', type: 'invoice', description: 'd' }];

it('returns the classes of classifiers and splitters', () => {
  expect(classesOf({ type: 'CLASSIFY', classifications: classes })).toBe(classes);
  expect(classesOf({ type: 'SPLITTER', splitClassifications: classes })).toBe(classes);
  expect(classesOf({ type: 'EXTRACT', fields: [] })).toEqual([]);
  expect(classesOf(undefined)).toEqual([]);
});
