import type { Span } from '../candidates/candidate.ts';
import { type Weights, weights } from './confidence-weights.ts';
import type { Evidence, ReadValue } from './evidence.ts';

const names = Object.keys(weights) as (keyof Weights)[];

/**
 * Returns the confidence of a value: the probability, 0.001 to 0.999, that the value is right. The log odds of this
 * probability are the sum of all amounts of evidence, each multiplied by its weight.
 */
export function confidenceOf({ evidence, spans }: Pick<ReadValue, 'evidence' | 'spans'>): number {
  const amounts = evidenceAmounts(evidence, spans);
  const logOdds = names.reduce((sum, name) => sum + amounts[name] * weights[name], 0);
  const probability = 1 / (1 + Math.exp(-logOdds));
  return Math.round(Math.min(0.999, Math.max(0.001, probability)) * 1_000) / 1_000;
}

/** Score that separates weak evidence from strong evidence. */
const middleScore = 0.8;

/** Returns how much of each kind of evidence there is for a value. All amounts are 0 or positive. */
export function evidenceAmounts(evidence: Evidence, spans: readonly Span[]): Record<keyof Weights, number> {
  const { score, rival = 0 } = evidence;
  const countIf = (holds: boolean | undefined): number => (holds === true ? 1 : 0);
  return {
    any: 1,
    weakScore: Math.max(0, middleScore - score),
    strongScore: Math.min(0.4, Math.max(0, score - middleScore)),
    // 0 if `rival`, the score of the best other value, is at most half of `score`. 1 if `rival` equals `score`.
    rival: score <= 0 ? 1 : Math.min(1, Math.max(0, (2 * rival) / score - 1)),
    // Free text with a score of 1 (it follows an exact label) is as reliable as other values.
    open: evidence.isOpen === true ? Math.max(0, 1 - score) : 0,
    endUnclear: countIf(evidence.isEndUnclear),
    repeated: countIf(evidence.isRepeated),
    otherSpelling: countIf(evidence.hasOtherSpelling),
    sumsAgree: countIf(evidence.sums === 'agree'),
    sumsDiffer: countIf(evidence.sums === 'differ'),
    computed: countIf(evidence.isComputed),
    orderUnknown: countIf(evidence.isOrderUnknown),
    outsideForm: countIf(evidence.isOutsideForm),
    misreads: Math.min(1.5, misreadsIn(spans)),
  };
}

/** Returns how many words of a value OCR probably misread. This expected number can be a fraction. */
function misreadsIn(spans: readonly Span[]): number {
  return wordConfidences(spans).reduce((sum, confidence) => sum + 1 - confidence, 0);
}

/** Returns the mean OCR confidence of the words of a value, 0 to 1, or `null` if the value has no words. */
export function ocrConfidence(spans: readonly Span[]): number | null {
  const all = wordConfidences(spans);
  const sum = all.reduce((total, confidence) => total + confidence, 0);
  return all.length === 0 ? null : Math.round((sum / all.length) * 1_000) / 1_000;
}

function wordConfidences(spans: readonly Span[]): number[] {
  return spans.flatMap(({ segment, start, end }) =>
    segment.words
      .filter((word, index) => {
        const from = segment.starts[index] ?? 0;
        return from < end && from + word.text.length > start;
      })
      .map(({ confidence }) => confidence),
  );
}
