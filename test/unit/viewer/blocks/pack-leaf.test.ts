import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameTable } from '../../../../src/base/name-table.ts';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type { LeafOutcome } from '../../../../src/model/score/item-score.ts';
import { outcomes } from '../../../../src/model/score/item-score.ts';
import { packLeaf, unpackLeaf } from '../../../../src/viewer/blocks/pack-leaf.ts';

const value = fc.option(fc.jsonValue() as fc.Arbitrary<JsonValue>, { nil: undefined });
const leaf: fc.Arbitrary<LeafOutcome> = fc
  .record({
    path: fc.string(),
    field: fc.string(),
    outcome: fc.constantFrom(...outcomes),
    expected: value,
    predicted: value,
    note: fc.option(fc.string(), { nil: undefined }),
    predictedPath: fc.option(fc.string(), { nil: undefined }),
  })
  .map((parts) => ({
    ...parts,
    similarity:
      parts.outcome === 'incorrect'
        ? 0.25
        : parts.outcome === 'correct' || parts.outcome === 'absent'
          ? 1
          : 0,
  }));

describe('packLeaf', () => {
  it('survives a round trip through JSON', () => {
    fc.assert(
      fc.property(leaf, fc.boolean(), (original, same) => {
        const plain = JSON.parse(JSON.stringify(original)) as LeafOutcome;
        const given: LeafOutcome = { ...plain, predicted: same ? plain.expected : plain.predicted };
        const fields = new NameTable(['other']);
        const packed = JSON.parse(JSON.stringify(packLeaf(given, (field) => fields.numberOf(field))));
        expect(JSON.stringify(unpackLeaf(packed, fields.names))).toBe(
          JSON.stringify({
            path: given.path,
            field: given.field,
            outcome: given.outcome,
            expected: given.expected,
            predicted: given.predicted,
            similarity: given.similarity,
            note: given.note,
            predictedPath: given.predictedPath,
          }),
        );
      }),
    );
  });

  it('stores a right value once', () => {
    const right: LeafOutcome = {
      path: 'a',
      field: 'a',
      outcome: 'correct',
      expected: 'x',
      predicted: 'x',
      similarity: 1,
    };
    expect(JSON.stringify(packLeaf(right, () => 0))).toBe('[0,0,0,7,"x"]');
  });
});
