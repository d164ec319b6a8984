import { type ConfidentAnswers, checkAnswers } from './confident-answers.ts';

/**
 * Mean squared distance of the confidences from what came out: sum((confidence - right)^2) / n, right being 1 or 0.
 *
 * Range 0 to 1, lower is better; always saying .5 gives .25. Null where there is no answer; one answer is its own square.
 * Order and ties play no part. Source: Brier 1950; oracle figures from scikit-learn.
 *
 * Example: .9 and right, .6 and wrong: (.01 + .36) / 2 = .185.
 *
 * @example
 * brierScore({ confidence: [0.9, 0.6], correct: [true, false] }) // => 0.185
 */
export function brierScore(answers: ConfidentAnswers): number | null {
  checkAnswers(answers);
  const { confidence, correct } = answers;
  let sum = 0;
  for (let i = 0; i < confidence.length; i++) sum += ((confidence[i] as number) - Number(correct[i])) ** 2;
  return confidence.length === 0 ? null : sum / confidence.length;
}
