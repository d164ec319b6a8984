import { describe, expect, it } from 'vitest';
import { compareFamily } from '../../../../src/analysis/measure/compare-paired.ts';
import {
  documentsForDifference,
  documentsForLoss,
} from '../../../../src/analysis/measure/documents-needed.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import {
  documentsAtLevel,
  minimumDetectableDifference,
  powerAtLevel,
} from '../../../../src/stats/power/minimum-detectable-difference.ts';
import { type PairedDocument, pairedQuestion } from '../../../fixtures/comparisons/paired-documents.ts';

/**
 * Compares 200 documents with one value each. `newlyWrong` documents got worse, `nowRight` documents got better, and 10
 * documents are wrong in both versions.
 */
function family(newlyWrong: number, nowRight: number) {
  const documents = Array.from({ length: 200 }, (_, at): PairedDocument => {
    const before = !(at < 10 || (at >= 10 + newlyWrong && at < 10 + newlyWrong + nowRight));
    const after = !(at < 10 + newlyWrong);
    return {
      baseline: [Number(before), 1],
      candidate: [Number(after), 1],
      baselineRight: before,
      candidateRight: after,
    };
  });
  const question = pairedQuestion({ metric: 'document_exact', scope: 'overall', test: 'mcnemar' }, documents);
  const { comparisons, designs } = compareFamily([question], defaultStatistics);
  return { comparison: comparisons[0] as (typeof comparisons)[0], design: designs[0] ?? null };
}

describe('detectable differences and numbers of documents', () => {
  it('uses the discordant share and the level of the comparison', () => {
    const { comparison, design } = family(6, 4);
    // In 10 of 200 documents, only one version is right. The versions have 186 and 184 documents right.
    expect(design).toMatchObject({ units: 200, differing: 10, scale: 1 });
    expect(design?.design).toEqual({ kind: 'counts', discordant: 0.05, rate: 0.925 });
    const { level = 0, detectable } = comparison;
    expect(detectable).toBe(
      minimumDetectableDifference({
        n: 200,
        design: { kind: 'counts', discordant: 0.05, rate: 0.925 },
        level,
      }),
    );
    expect(detectable).toBeGreaterThan(0.05);
    expect(detectable).toBeLessThan(0.09);
  });

  it('needs the present documents for the detectable difference, and more for a smaller one', () => {
    const { comparison, design } = family(6, 4);
    const { detectable, level = 0 } = comparison;
    expect(documentsForLoss(design, comparison, (detectable as number) + 0.001)).toBeNull();
    const needed = documentsForLoss(design, comparison, 0.03) as number;
    const of = { kind: 'counts', discordant: 0.05, rate: 0.925 } as const;
    expect(powerAtLevel(of, needed, 0.03, level)).toBeGreaterThanOrEqual(0.8);
    expect(powerAtLevel(of, Math.floor(0.95 * needed), 0.03, level)).toBeLessThan(0.8);
    expect(documentsForLoss(design, comparison, 0)).toBeNull();
  });

  it('does not count an observed difference twice', () => {
    const { comparison, design } = family(8, 4);
    // 6 % of the documents are discordant: 4 % got worse and 2 % got better, which is a difference of 2 points.
    const { level = 0 } = comparison;
    const needed = documentsForDifference(design, comparison) as number;
    const kept = (0.02 * 2) / (1 - 0.02 / 0.93);
    const exact = documentsAtLevel({ kind: 'counts', discordant: kept, rate: 0.93 }, 0.02, level) as number;
    expect(Math.abs(needed - exact)).toBeLessThanOrEqual(10 + 0.01 * exact);
    expect(documentsForDifference(design, family(5, 5).comparison)).toBeNull();
  });

  it('needs no more documents if nearly all documents differ, in both directions', () => {
    // 189 of 200 documents are now right and 1 is newly wrong. For these numbers, the formula gives a share of
    // discordant documents above 1.
    const { comparison, design } = family(1, 189);
    expect(documentsForDifference(design, comparison)).toBeNull();
  });
});
