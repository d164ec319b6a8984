import { GoldsetError } from './goldset-error.ts';

/** Throws USAGE with the message `what` unless `holds` is true. */
export function requireArgument(holds: unknown, what: string): asserts holds {
  if (!holds)
    throw new GoldsetError('USAGE', {
      problem: what,
      fix: 'See docs/reference.md for the parameters of each function.',
    });
}

/** Throws USAGE unless every value is above 0 and below 1. */
export function requireFractions(values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values))
    requireArgument(value > 0 && value < 1, `${name} must be in (0, 1), got ${value}`);
}

/** Returns the text if it is one of `words`. Otherwise throws USAGE with the name of the flag. */
export function oneOf<const Word extends string>(flag: string, text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw new GoldsetError('USAGE', {
    problem: `${flag}: found "${text}", expected one of ${words.join(', ')}`,
    fix: `Use one of these values, for example ${flag} ${words[0]}`,
  });
}
