import { describe, expect, it } from 'vitest';
import {
  secondsPerDocument,
  wronglyConfirmed,
} from '../../../../src/usecases/labelling/labelling-progress.ts';

describe('secondsPerDocument', () => {
  const at = (...seconds: number[]) => seconds.map((s) => ({ at: new Date(s * 1000).toISOString() }));
  it('divides the pauses between decisions by the finished documents', () => {
    // The pauses are 10, 20 and 30 seconds, for 2 documents.
    expect(secondsPerDocument(at(0, 10, 30, 60), 2)).toBe(30);
  });
  it('counts at most two minutes per pause', () => {
    expect(secondsPerDocument(at(0, 10, 10_000), 1)).toBe(130);
  });
  it.each([
    [0, at(0, 5)],
    [1, at(0)],
    [1, []],
  ])('returns null for %i finished documents', (finished, decisions) => {
    expect(secondsPerDocument(decisions, finished)).toBeNull();
  });
});

describe('wronglyConfirmed', () => {
  it('subtracts the share of changed shown values from that of blind values', () => {
    // The Wilson intervals are 0.027866 to 0.301034 for 2 of 20, and 0.001767 to 0.054487 for 1 of 100. Newcombe's
    // interval is from 0.09 − sqrt(0.072134² + 0.044487²) = 0.005250 to 0.09 + sqrt(0.201034² + 0.008233²) = 0.291202.
    const found = wronglyConfirmed({ decided: 20, changed: 2 }, { decided: 100, changed: 1 });
    expect(found?.share).toBeCloseTo(0.09, 12);
    expect(found?.low).toBeCloseTo(0.00525, 4);
    expect(found?.high).toBeCloseTo(0.2912, 4);
  });
  it('is never below 0', () => {
    const found = wronglyConfirmed({ decided: 10, changed: 0 }, { decided: 10, changed: 5 });
    expect(found).toMatchObject({ share: 0, low: 0 });
  });
  it('returns null if one kind of values is missing', () => {
    expect(wronglyConfirmed({ decided: 0, changed: 0 }, { decided: 5, changed: 0 })).toBeNull();
    expect(wronglyConfirmed({ decided: 5, changed: 0 }, { decided: 0, changed: 0 })).toBeNull();
  });
});
