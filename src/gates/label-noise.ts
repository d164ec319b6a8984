import { percent } from '../base/phrases.ts';
import type { PairedComparison, VerdictCheck } from '../model/score/comparison.ts';
import {
  isWithinLabelNoise,
  labelCeilingText,
  type Measurement,
  withinLabelNoise,
} from '../model/score/measurement.ts';

/**
 * Adds a text about label errors to the reason of a check with a limit. The text has the label ceiling: the expected
 * value of a version without errors, which is below 1 because some labels of the gold are wrong. The text states
 * whether the minimum of the rule is above the ceiling, and whether label errors alone can explain a result below 1.
 * Never changes the status. Returns the check unchanged if the ceiling is unknown.
 */
export function limitWithLabelNoise(
  check: VerdictCheck,
  side: 'min' | 'max',
  measurement: Measurement | null,
): VerdictCheck {
  const ceiling = measurement?.labelCeiling;
  if (ceiling === undefined || measurement === null) return check;
  const { bound } = check;
  const required = side === 'min' ? bound : null;
  return withFacts(check, [
    labelCeilingText(ceiling),
    required === null || required <= ceiling.value
      ? null
      : required > ceiling.high
        ? `the minimum of ${percent(required)} is above this interval, so no processor is expected to reach it`
        : `the minimum of ${percent(required)} is above this value, but inside its interval`,
    isWithinLabelNoise(measurement) ? `the result is ${withinLabelNoise}` : null,
  ]);
}

/**
 * Adds a text about label errors to the reason of a regression check: the label ceiling (the expected value of a
 * version without errors), and the versions whose result label errors alone can explain. Never changes the status.
 * Returns the check unchanged if the ceiling is unknown.
 */
export function regressionWithLabelNoise(
  check: VerdictCheck,
  comparison: PairedComparison | null,
): VerdictCheck {
  if (comparison?.candidate.labelCeiling === undefined) return check;
  const { baseline, candidate } = comparison;
  const within = [
    ...(isWithinLabelNoise(baseline) ? ['the baseline'] : []),
    ...(isWithinLabelNoise(candidate) ? ['the candidate'] : []),
  ];
  return withFacts(check, [
    labelCeilingText(comparison.candidate.labelCeiling),
    within.length === 0
      ? null
      : `${within.join(' and ')} ${within.length === 1 ? 'is' : 'are'} ${withinLabelNoise}`,
  ]);
}

function withFacts(check: VerdictCheck, facts: readonly (string | null)[]): VerdictCheck {
  return { ...check, reason: [check.reason, ...facts.filter((fact) => fact !== null)].join('; ') };
}
