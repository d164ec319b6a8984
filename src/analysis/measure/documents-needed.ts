import type { PairedComparison } from '../../model/score/comparison.ts';
import { documentsAtLevel } from '../../stats/power/minimum-detectable-difference.ts';
import type { QuestionDesign } from '../../stats/power/question-design.ts';
import type { ObservedDesign } from './observed-design.ts';

/** This number of documents, and larger numbers, are not reported. */
const maxDocuments = 1_000_000;

/**
 * Returns how many documents a comparison needs to find a loss of the given size with a power of 80 %. Assumes the
 * current significance level, and documents like those of this comparison. Returns `null` if the current number of
 * documents is sufficient, or if 1,000,000 or more are needed.
 */
export function documentsForLoss(
  observed: ObservedDesign | null,
  comparison: PairedComparison,
  loss: number,
): number | null {
  const { level = 0, difference } = comparison;
  if (observed === null || !(level > 0 && level < 1) || !(loss > 0)) return null;
  // If all documents get worse, rounding can make the quotient slightly larger than 1.
  const size = Math.min(1, loss / observed.scale);
  const { design, units } = observed;
  const needed = documentsAtLevel({ ...design, rate: Math.max(size, design.rate) }, size, level);
  if (needed === null) return null;
  const documents = Math.ceil((needed * difference.n) / units - 1e-9);
  return documents > difference.n && documents < maxDocuments ? documents : null;
}

/**
 * Returns how many documents are needed to find a difference of the observed size. The number is rounded up to tens.
 */
export function documentsForDifference(
  observed: ObservedDesign | null,
  comparison: PairedComparison,
): number | null {
  const loss = Math.abs(comparison.difference.value ?? 0);
  if (observed === null || loss === 0) return null;
  const design = withoutLoss(observed.design, observed.units, loss / observed.scale);
  const needed = documentsForLoss({ ...observed, design }, comparison, loss);
  return needed === null ? null : Math.ceil(needed / 10) * 10;
}

/** Removes the observed loss from the quantities that determine the power. */
function withoutLoss(design: QuestionDesign, units: number, loss: number): QuestionDesign {
  const rate = Math.min(1, design.rate + loss / 2);
  const rest = 1 - Math.min(loss / rate, 1);
  const least = 1 / (units + 2);
  if (design.kind === 'counts') {
    const kept = Math.max(0, (design.discordant - loss) / 2);
    // If the versions differ in nearly all documents, the formula can give a share of discordant documents above 1.
    const discordant = rest > 0 ? Math.min(1, (2 * kept) / rest) : 0;
    return { ...design, rate, discordant: Math.max(least, discordant) };
  }
  const movement = Math.max(least, design.movement - loss);
  return { ...design, rate, movement, spread: design.spread / (rest + loss / movement) };
}
