import type { Fact, Outputs } from './read-outputs.ts';
import { figuresOf } from './words.ts';

/** Names of p-values of random sign flips, which may differ within their simulation error. */
const simulated = /\.(p|adjustedP|adjusted_p)$/;

/** Returns a line without its indentation, bullet and closing tag. */
const bare = (line: string) => line.replace(/^\s*(- )?/, '').replace(/<\/\w+>$/, '');

/** Output in which some figures were made wrong, and a list of these changes. */
export interface Mutated {
  readonly outputs: Outputs;
  readonly facts: ReadonlyMap<string, Fact>;
  readonly lines: readonly string[];
}

/**
 * Changes every `step`-th number of an output by 0.001, or by 1 if its absolute value is at least 2. Also changes a
 * digit in every `step`-th line with figures. The comparison must report each change. Otherwise, its rules would also
 * hide a defect.
 */
export function mutate({ facts, texts }: Outputs, step: number): Mutated {
  const wrong = new Map(
    [...facts]
      .filter(([key, fact]) => typeof fact === 'number' && !simulated.test(key))
      .filter((_, i) => i % step === step - 1)
      .map(([key, fact]): [string, Fact] => [key, Number(fact) + (Math.abs(Number(fact)) < 2 ? 0.001 : 1)]),
  );
  const lines: string[] = [];
  const changed = [...texts].map(([name, own]): [string, readonly string[]] => [
    name,
    own.map((line, i) => {
      if (i % step !== step - 1 || figuresOf(line) === '' || /\b[01]\.\d{3}\b/.test(line)) return line;
      const other = line.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
      // Keeps the line if its digits belong to a hash. Also keeps it if another line already has the changed text,
      // because the comparison would accept the change.
      const isKnown = own.some((text) => bare(text) === bare(other));
      if (isKnown || / policy [0-9a-f]{8}$/.test(line)) return line;
      if (figuresOf(other) !== figuresOf(line)) lines.push(other);
      return other;
    }),
  ]);
  return { outputs: { facts: new Map([...facts, ...wrong]), texts: new Map(changed) }, facts: wrong, lines };
}
