import { GoldsetError } from './goldset-error.ts';

/** Refuses an argument that a caller of the library gave; `what` says what was expected and found. */
export function requireArgument(holds: unknown, what: string): asserts holds {
  if (!holds)
    throw new GoldsetError('USAGE', {
      problem: what,
      fix: 'docs/reference.md tells what each function takes.',
    });
}
