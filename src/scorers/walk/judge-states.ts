import { type PresenceState, presence, presenceNames } from '../extraction/presence.ts';
import { type OutcomeNumber, outcome } from './sink.ts';

/**
 * The outcome of a leaf of which not both sides have a value (metrics.md section 2). `strict`: null and empty are answers
 * of their own. Example: null against missing is absent, and missing where emptiness is strict.
 */
export function judgeStates(
  expected: PresenceState,
  predicted: PresenceState,
  strict: boolean,
  noOutput: boolean,
): OutcomeNumber {
  const stated = isAnswer(expected, strict);
  const answered = isAnswer(predicted, strict);
  if (stated && answered) return expected === predicted ? outcome.correct : outcome.incorrect;
  if (stated) return outcome.missing;
  if (answered) return outcome.spurious;
  return noOutput ? outcome.unscored : outcome.absent;
}

/** Whether a side says something. */
export function isAnswer(state: PresenceState, strict: boolean): boolean {
  return strict ? state !== presence.missing : state === presence.value;
}

/** The note of a leaf that is wrong for its states, not for its value. */
export function differentStates(expected: PresenceState, predicted: PresenceState): string {
  return `expected ${presenceNames[expected]}, predicted ${presenceNames[predicted]}`;
}

/** Neither null nor empty: the same under every notion of what is empty. */
export function isValueOrMissing(state: PresenceState): boolean {
  return state === presence.value || state === presence.missing;
}
