import { describe, expect, it } from 'vitest';
import { causes } from '../../../../src/analysis/causes/causes.ts';
import { problemOf, sameProblemText } from '../../../../src/analysis/summary/problem-of.ts';
import type { LeafOutcome } from '../../../../src/model/score/item-score.ts';

const leaf: LeafOutcome = {
  path: 'lines[1].name',
  field: 'lines.name',
  outcome: 'incorrect',
  expected: 'a',
  predicted: 'b',
  similarity: 0,
};
const explained = (name: string, of: LeafOutcome = leaf) => [
  { leaf: of, cause: causes.findIndex((cause) => cause.name === name) },
];

describe('problemOf', () => {
  it('is the cause of the value at the same path', () => {
    const other = { ...leaf, path: 'lines[2].name' };
    const list = [...explained('sign', other), ...explained('letter-case')];
    expect(problemOf(leaf, list)).toBe('Only capital and small letters differ');
  });

  it('distinguishes an extra row from the expected row with the same path', () => {
    const extra: LeafOutcome = { ...leaf, outcome: 'spurious', spuriousRow: true };
    const list = [...explained('sign'), ...explained('extra-row', extra)];
    expect(problemOf(extra, list)).toBe('Table row that the document does not have');
  });

  it('names the field if the cause states no reason', () => {
    expect(problemOf(leaf, explained('missing'))).toBe('Value not found: lines.name');
    expect(problemOf(leaf, explained('extra'))).toBe('Value where the document has none: lines.name');
  });

  it.each([
    ['of an unknown cause', explained('unknown')],
    ['without a cause', []],
  ])('is null for a value %s', (_, list) => {
    expect(problemOf(leaf, list)).toBeNull();
  });

  it('is the pair of classes of a wrong class', () => {
    const type = { ...leaf, path: 'type', field: 'type', expected: 'receipt', predicted: 'other' };
    expect(problemOf(type, [])).toBe('receipt read as other');
    expect(problemOf({ ...type, outcome: 'missing' }, [])).toBeNull();
  });

  it('is the missing result of a document without one', () => {
    expect(problemOf(undefined, [])).toBe('Document without a result');
  });
});

describe('sameProblemText', () => {
  it('has the number of documents, or a lower bound', () => {
    expect(sameProblemText('Sign', 1200, true)).toBe('Sign (1,200 documents)');
    expect(sameProblemText('Sign', 2, false)).toBe('Sign (at least 2 documents)');
  });
});
