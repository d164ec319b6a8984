import { expect, test } from 'vitest';
import {
  adjustJointly,
  comparePaired,
  isTestable,
  type PairedQuestion,
} from '../../../src/analysis/measure/compare-paired.ts';
import { defaultStatistics } from '../../../src/analysis/measure/settings.ts';
import { Random } from '../../../src/base/random.ts';
import type { PairedComparison } from '../../../src/model/score/comparison.ts';
import { mcnemarExact } from '../../../src/stats/tests/mcnemar-exact.ts';
import { pairedQuestion } from '../../fixtures/paired-documents.ts';

/** 200 documents of one field: the first `broke` are right before and wrong now, the next `fixed` the other way. */
function question(name: string, broke: number, fixed = 0): PairedQuestion {
  const part = (right: boolean) => [right ? 2 : 0, 2] as const;
  return pairedQuestion(
    { metric: 'f1', scope: `field:${name}`, test: 'mcnemar' },
    Array.from({ length: 200 }, (_, i) => {
      const baselineRight = i < broke || i >= broke + fixed;
      const candidateRight = i >= broke;
      return {
        baseline: part(baselineRight),
        candidate: part(candidateRight),
        baselineRight,
        candidateRight,
      };
    }),
  );
}

test('gives no share of the error to fields that cannot reach the level', () => {
  // 7 documents broke: p = 2 / 2^7 = .0156. Five that differ have at least p = 2 / 2^5 = .0625, none p = 1.
  const others = Array.from({ length: 11 }, (_, i) => question(`other ${i}`, i % 6));
  const [field, ...rest] = comparePaired([question('total', 7), ...others], defaultStatistics);
  expect(field).toMatchObject({ minimumP: 2 / 128, verdict: 'regressed' });
  expect(field?.p).toBeCloseTo(2 / 128, 12);
  expect(field?.adjustedP).toBe(field?.p);
  for (const { adjustedP, verdict } of rest) {
    expect(adjustedP).toBe(1);
    expect(verdict).not.toBe('regressed');
  }
});

test('counts a field that could reach the level, regardless of its result', () => {
  // 3 broke and 4 were fixed: p = 1, but 7 in one direction would have been .0156.
  const [field, other] = comparePaired([question('total', 7), question('other', 3, 4)], defaultStatistics);
  expect(other).toMatchObject({ p: 1, minimumP: 2 / 128 });
  expect(field?.adjustedP).toBeCloseTo(2 * (2 / 128), 12);
});

test('decides by the level whether a question is testable', () => {
  const six = { p: 2 / 64, minimumP: 2 / 64 };
  expect(isTestable(six, defaultStatistics)).toBe(true);
  expect(isTestable(six, { ...defaultStatistics, confidence: 0.99 })).toBe(false);
  expect(isTestable({ p: null }, defaultStatistics)).toBe(false);
  expect(isTestable({ p: 0.5 }, defaultStatistics)).toBe(true);
});

test('excluding such fields gives at most 5 % false alarms between equivalent versions', () => {
  const random = new Random('testable');
  const [blank] = comparePaired([question('blank', 0)], defaultStatistics);
  let alarms = 0;
  const runs = 4000;
  for (let run = 0; run < runs; run++) {
    // 12 fields in which 0 to 12 documents differ, each to either side with an even chance.
    const fields = Array.from({ length: 12 }, () => {
      const differing = Math.floor(random.next() * 13);
      const broke = Array.from({ length: differing }, () => random.next() < 0.5).filter(Boolean).length;
      const p = mcnemarExact(broke, differing - broke);
      return { ...(blank as PairedComparison), p, minimumP: Math.min(1, 2 ** (1 - differing)) };
    });
    const [adjusted = []] = adjustJointly([fields], defaultStatistics);
    if (adjusted.some(({ adjustedP }) => adjustedP !== null && adjustedP <= 0.05)) alarms++;
  }
  expect(alarms / runs).toBeLessThan(0.05);
  expect(alarms).toBeGreaterThan(0);
});
