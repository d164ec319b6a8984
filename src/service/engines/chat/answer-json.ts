import { isDeeperThan } from '../../../base/is-deeper-than.ts';
import { oneLine } from '../../../base/phrases.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { ChatAnswer } from './chat-response.ts';
import { unusable } from './chat-response.ts';
import { jsonPlaces, type Place } from './json-places.ts';
import { TokenProbabilities } from './token-probabilities.ts';

type Members = Readonly<Record<string, unknown>>;

/** Maximum nesting depth of an answer. No answer to a valid config is nested deeper. */
const maxDepth = 32;

/** JSON object of an answer, with the probabilities of its values. */
export interface AnswerJson {
  readonly members: Members;
  /** Returns the probability of the value at a path, or `null` if it is unknown. */
  probability(path: string): number | null;
}

/** Text that some models write before the answer: their reasoning, and the start of a code fence. */
const before = /^(?:\s*<think>[\s\S]*?<\/think>)?(?:\s*```(?:json)?[ \t]*\n)?/i;

/**
 * Parses an answer. Throws an `EngineFailure` if it is not one JSON object. Ignores reasoning before the object (`<think>`) and a
 * code fence around it.
 */
export function answerJson({ content, tokens }: ChatAnswer): AnswerJson {
  const prefix = before.exec(content)?.[0] ?? '';
  const start = prefix.length;
  const end = prefix.includes('```') ? content.lastIndexOf('```') : content.length;
  const text = content.slice(start, Math.max(start, end));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unusable('The answer of the model is not valid JSON.');
  }
  if (!isJsonObject(value)) throw unusable('The answer of the model is not a JSON object.');
  if (isDeeperThan(value, maxDepth)) throw unusable('The answer of the model is nested too deeply.');
  const probabilities = TokenProbabilities.of(content, tokens);
  let places: ReadonlyMap<string, Place> | undefined;
  return {
    members: value,
    probability: (path) => {
      if (probabilities === null) return null;
      places ??= jsonPlaces(text);
      const place = places.get(path);
      return place === undefined ? null : probabilities.of(start + place.start, start + place.end);
    },
  };
}

/**
 * Returns the failure for a member of the answer that does not match the schema. `path` can contain any text, because the
 * model wrote it.
 */
export function mismatch(path: string, expected: string, found: unknown) {
  const shown = JSON.stringify(found)?.slice(0, 80) ?? 'nothing';
  return unusable(
    `The answer of the model does not match the schema: ${oneLine(path).slice(0, 200)}: found ${shown}, expected ${expected}.`,
  );
}

/** Throws an `EngineFailure` if an object of the answer has a member that the schema does not have. */
export function checkMembers(path: string, object: Members, allowed: readonly string[]): void {
  const unknown = Object.keys(object).find((key) => !allowed.includes(key));
  if (unknown !== undefined)
    throw mismatch(path === '' ? unknown : `${path}.${unknown}`, 'no such member', object[unknown]);
}
