import { asDouble } from '../../base/exact-json.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { Classification } from '../../model/processor/processor-config.ts';
import type { ClassificationScore } from '../../model/score/class-and-split-scores.ts';
import type { ScoringPolicies } from '../../model/score/scoring-policies.ts';
import { describeScorer } from '../extraction/scorer-fingerprint.ts';
import { resolveLabel } from './resolve-label.ts';

/**
 * Scores one classification item: `correct` is true if the predicted class is the expected class.
 *
 * The expected and the predicted class are `{id, type}` or a name. Each is searched in the classes of the
 * configuration, first by `id` and then by `type` (docs/metrics/classification.md#accuracy). A prediction outside the
 * classes has `inList` false and is wrong, unless the gold has exactly the same name. An item without output is wrong.
 * If failures are excluded, such an item is not scored, and `correct` is null. Range of `correct`: true, false or null.
 * @example
 * const classifications = [{ id: 'inv', type: 'Invoice', description: '' }];
 * const score = scoreClassification({ expected: { id: 'inv' }, predicted: { id: 'x', type: 'Invoice' }, classifications });
 * [score.correct, score.expectedLabel, score.predictedLabel] // => [true, 'Invoice', 'Invoice']
 */
export function scoreClassification(
  pair: {
    readonly expected: unknown;
    /** Output of the processor; undefined or null if the run has no output. */
    readonly predicted: unknown;
    readonly classifications?: readonly Classification[];
  },
  options: { readonly failures?: ScoringPolicies['failures'] } = {},
): ClassificationScore {
  const expected = resolveLabel(unwrapped(pair.expected), pair.classifications);
  const output = unwrapped(pair.predicted);
  const predicted = resolveLabel(output, pair.classifications);
  const noOutput = pair.predicted === undefined || pair.predicted === null;
  return {
    expectedLabel: expected?.label ?? '',
    predictedLabel: predicted?.label ?? null,
    inList: predicted?.inList ?? true,
    correct:
      noOutput && options.failures === 'exclude'
        ? null
        : predicted !== null && predicted.label === expected?.label,
    confidence: isJsonObject(output) ? asDouble(output.confidence) : null,
    scorer: options.failures === 'exclude' ? excludingFailures : countingFailures,
  };
}

const countingFailures = describeScorer({ failures: 'missing' });
const excludingFailures = describeScorer({ failures: 'exclude' });

function unwrapped(output: unknown): unknown {
  return isJsonObject(output) && isJsonObject(output.value) && output.type === undefined
    ? output.value
    : output;
}
