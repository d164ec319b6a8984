import { GoldsetError } from '../../base/goldset-error.ts';

/**
 * Answers with a confidence, in columns. `confidence[i]` is from 0 to 1; `correct[i]` is true or 1 for a right
 * answer, false or 0 for a wrong one.
 */
export interface ConfidentAnswers {
  readonly confidence: ArrayLike<number>;
  readonly correct: ArrayLike<number | boolean>;
}

/**
 * Throws for columns of unequal length, confidences outside 0 to 1, and values of `correct` other than true,
 * false, 1 and 0.
 */
export function checkAnswers({ confidence, correct }: ConfidentAnswers): void {
  if (confidence.length !== correct.length)
    reject(`found ${confidence.length} confidences and ${correct.length} answers, expected equal numbers`);
  for (let i = 0; i < confidence.length; i++) {
    const value = confidence[i] as number;
    if (!(value >= 0 && value <= 1))
      reject(`confidence[${i}]: found ${String(value)}, expected a number from 0 to 1`);
    const right = correct[i] as number | boolean;
    if (right !== 0 && right !== 1 && right !== true && right !== false)
      reject(`correct[${i}]: found ${String(right)}, expected true or false, 1 or 0`);
  }
}

function reject(problem: string): never {
  throw new GoldsetError('USAGE', {
    problem,
    fix: 'Give one confidence from 0 to 1 per answer, and whether the answer is right.',
  });
}

/** Returns the positions of the answers in descending order of confidence; equal confidences keep their order. */
export function byFallingConfidence({ confidence }: ConfidentAnswers): Uint32Array {
  const order = Uint32Array.from({ length: confidence.length }, (_, i) => i);
  return order.sort((a, b) => (confidence[b] as number) - (confidence[a] as number) || a - b);
}
