import { isJsonObject } from '../../model/json/json-value.ts';
import type { Classification } from '../../model/processor/processor-config.ts';
import type { ClassificationScore } from '../../model/score/class-and-split-scores.ts';
import { describeScorer } from '../extraction/scorer-fingerprint.ts';
import type { FailuresPolicy } from '../extraction/scoring-options.ts';
import { resolveLabel } from './resolve-label.ts';

/**
 * Judges one classification item: is the answer the expected class?
 *
 * Both sides are `{id, type}` (or a bare name), compared by `id`, else by `type`, as the configuration's list maps them
 * (metrics.md section 5). An answer outside the list is kept, flagged by `inList`, and wrong unless the expectation has
 * the very same name. Without output the item is wrong, or not judged (`correct` null) where failures are excluded.
 * One judgement, so no range: `correct` is true or false. Folded by `ConfusionMatrix`.
 *
 * Example: list [{id: "inv", type: "Invoice"}], expected {id: "inv", type: ""}, predicted {id: "x", type: "Invoice"}:
 * both are "Invoice", correct.
 *
 * @example
 * const classifications = [{ id: 'inv', type: 'Invoice', description: '' }];
 * const answer = scoreClassification({ expected: { id: 'inv' }, predicted: { id: 'x', type: 'Invoice' }, classifications });
 * [answer.correct, answer.expectedLabel, answer.predictedLabel] // => [true, 'Invoice', 'Invoice']
 */
export function scoreClassification(
  pair: {
    readonly expected: unknown;
    /** Undefined or null where the run gave no output. */
    readonly predicted: unknown;
    readonly classifications?: readonly Classification[];
  },
  options: { readonly failures?: FailuresPolicy } = {},
): ClassificationScore {
  const expected = resolveLabel(unwrapped(pair.expected), pair.classifications);
  const answer = unwrapped(pair.predicted);
  const predicted = resolveLabel(answer, pair.classifications);
  const noOutput = pair.predicted === undefined || pair.predicted === null;
  return {
    expectedLabel: expected?.label ?? '',
    predictedLabel: predicted?.label ?? null,
    inList: predicted?.inList ?? true,
    correct:
      noOutput && options.failures === 'exclude'
        ? null
        : predicted !== null && predicted.label === expected?.label,
    confidence: isJsonObject(answer) && typeof answer.confidence === 'number' ? answer.confidence : null,
    scorer: options.failures === 'exclude' ? leavingOut : counting,
  };
}

const counting = describeScorer({ failures: 'missing' });
const leavingOut = describeScorer({ failures: 'exclude' });

/** `{value: {id, type}}` is read as what it holds. */
function unwrapped(answer: unknown): unknown {
  return isJsonObject(answer) && isJsonObject(answer.value) && answer.type === undefined
    ? answer.value
    : answer;
}
