import { GoldsetError } from './goldset-error.ts';

/** Throws a usage error unless `holds`; `what` states the expected and the found argument. */
export function requireArgument(holds: unknown, what: string): asserts holds {
  if (!holds)
    throw new GoldsetError('USAGE', {
      problem: what,
      fix: 'See docs/reference.md for the parameters of each function.',
    });
}

/** Throws a usage error unless every value is above 0 and below 1. */
export function requireFractions(values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values))
    requireArgument(value > 0 && value < 1, `${name} must be in (0, 1), got ${value}`);
}
