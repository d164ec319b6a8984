import { isJsonObject } from '../../model/json/json-value.ts';
import type { Conventions } from './conventions.ts';

/**
 * Mean confidence of each field of one output, by dotted name: of all entries of its `metadata` (or of a fields array)
 * at the field and below it. Parts of a value (`total.amount`) belong to the field that holds them.
 */
export function meanConfidences(
  output: unknown,
  fields: ReadonlySet<string>,
  order: Conventions['confidence'],
): Map<string, number> {
  const sums = new Map<string, { sum: number; entries: number }>();
  for (const [path, entry] of entriesOf(output)) {
    const confidence = confidenceOf(entry, order);
    if (confidence === null) continue;
    const steps = path.replace(/\[\d+\]/g, '').split('.');
    for (let length = steps.length; length > 0; length--) {
      const field = steps.slice(0, length).join('.');
      if (!fields.has(field)) continue;
      const sum = sums.get(field) ?? { sum: 0, entries: 0 };
      sums.set(field, { sum: sum.sum + confidence, entries: sum.entries + 1 });
    }
  }
  return new Map([...sums].map(([field, { sum, entries }]) => [field, sum / entries]));
}

type Entry = readonly [path: string, entry: Readonly<Record<string, unknown>>];

function entriesOf(output: unknown): Entry[] {
  if (!isJsonObject(output)) return [];
  const from = isJsonObject(output.metadata) ? output.metadata : output;
  return Object.entries(from).flatMap(([path, entry]): Entry[] =>
    isJsonObject(entry) ? [[path, entry]] : [],
  );
}

function confidenceOf(
  entry: Readonly<Record<string, unknown>>,
  order: Conventions['confidence'],
): number | null {
  const names =
    order === 'ocr-first' ? ['ocrConfidence', 'logprobsConfidence'] : ['logprobsConfidence', 'ocrConfidence'];
  for (const name of [...names, 'confidence']) {
    const value = entry[name];
    if (typeof value === 'number') return value;
  }
  return null;
}
