import { describe, expect, it } from 'vitest';
import { ConfidenceLevels } from '../../../../src/analysis/label-issues/confidence-levels.ts';
import type { Reading } from '../../../../src/analysis/label-issues/observations.ts';

const reading = (confidence: number | null, outcome: Reading['outcome'] = 'same'): Reading => ({
  outcome,
  value: 'a',
  key: 'a',
  confidence,
});

function levelsOf(readings: readonly (Reading | null)[], field = 'total'): ConfidenceLevels {
  const levels = new ConfidenceLevels();
  for (const one of readings) levels.add({ itemId: 'd', path: field, field, label: 'a', readings: [one] });
  return levels;
}

describe('ConfidenceLevels', () => {
  it('uses the 10th and the 40th percentile of the readings as bounds', () => {
    // There are eleven confidences. Values below the second smallest are low, and values from the fifth smallest on are
    // high.
    const values = [0.9, 0.2, 0.5, 0.5, 0.8, 0.6, 0.3, 0.7, 0.95, 0.4, 0.99];
    const levels = levelsOf(values.map((one) => reading(one)));
    const at = [0.29, 0.3, 0.49, 0.5, 1].map((one) => levels.levelOf('total', one));
    expect(at).toEqual(['low', null, null, 'high', 'high']);
    expect([levels.levelOf('total', null), levels.levelOf('net', 0.1)]).toEqual([null, null]);
  });

  it('learns only from at least five readings that equal the label and have a confidence', () => {
    const four = [0.5, 0.6, 0.7, 0.8].map((one) => reading(one));
    const others = [reading(null), reading(0.1, 'other'), reading(0.1, 'none'), null];
    expect(levelsOf([...four, ...others]).levelOf('total', 0.1)).toBeNull();
    expect(levelsOf([...four, ...others, reading(0.9)]).levelOf('total', 0.49)).toBe('low');
  });

  it('rounds to four digits if a field has too many distinct values', () => {
    // Without rounding, the bounds would be 0.10004 and 0.40004.
    const count = 70_001;
    const levels = levelsOf(Array.from({ length: count }, (_, i) => reading(i / (count - 1) + 0.00004)));
    expect([0.09998, 0.10002, 0.39998, 0.40002].map((one) => levels.levelOf('total', one))).toEqual([
      'low',
      null,
      null,
      'high',
    ]);
  });
});
