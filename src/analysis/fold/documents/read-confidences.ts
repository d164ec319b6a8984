import { isJsonObject } from '../../../model/json/json-value.ts';
import { type ConfidenceSource, confidenceSources } from '../../../model/report/confidence-section.ts';

/** Returns the confidence of the value at a path of an output; `null` if it has none. */
type ConfidenceLookup = (path: string) => number | null;

/**
 * Reads the confidences of one extraction output, which are in `metadata` by path or in the entries of a fields array. A
 * value without an entry has the smallest confidence of its parts (such as the amount and code of money), or otherwise
 * the confidence of the value around it (such as the row of a cell).
 */
export function confidenceLookup(output: unknown, source: ConfidenceSource): ConfidenceLookup {
  const known = new Map<string, number | null>();
  for (const [path, entry] of entriesOf(output)) known.set(path, confidenceOrNull(entry[source]));
  const parts = new Map<string, number | null>();
  for (const [path, value] of known) {
    const at = path.lastIndexOf('.');
    if (at <= 0) continue;
    const before = parts.get(path.slice(0, at));
    const least = before === null || value === null ? null : Math.min(before ?? 1, value);
    parts.set(path.slice(0, at), least);
  }
  return (path) => {
    const own = known.get(path) ?? parts.get(path);
    if (own !== undefined || known.has(path)) return own ?? null;
    for (let at = lastStep(path); at > 0; at = lastStep(path.slice(0, at))) {
      const around = known.get(path.slice(0, at));
      if (around !== undefined) return around;
    }
    return null;
  };
}

/** Returns the sources that at least one value of an extraction output has. */
export function sourcesIn(output: unknown): ConfidenceSource[] {
  const entries = entriesOf(output);
  return confidenceSources.filter((source) =>
    entries.some(([, entry]) => confidenceOrNull(entry[source]) !== null),
  );
}

/** Returns a number from 0 to 1 unchanged, and `null` for anything else. */
export function confidenceOrNull(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
}

type Entry = readonly [path: string, entry: Readonly<Record<string, unknown>>];

/** Returns the entries next to the values: metadata by path, then the entries of a fields array by key and by id. */
function entriesOf(output: unknown): Entry[] {
  if (!isJsonObject(output)) return [];
  const metadata = isJsonObject(output.metadata) ? Object.entries(output.metadata) : [];
  const found: Entry[] = metadata.flatMap(([path, entry]) => (isJsonObject(entry) ? [[path, entry]] : []));
  for (const map of [output.value, output]) {
    if (!isJsonObject(map)) continue;
    for (const [key, entry] of Object.entries(map)) {
      if (!isJsonObject(entry) || typeof entry.id !== 'string' || typeof entry.type !== 'string') continue;
      found.push([key, entry], [entry.id, entry]);
    }
  }
  return found;
}

function lastStep(path: string): number {
  return Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
}
