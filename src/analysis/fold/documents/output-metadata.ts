import { asDouble } from '../../../base/exact-json.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import { type Citation, citationSchema } from '../../../model/processor/output.ts';
import { type ConfidenceSource, confidenceSources } from '../../../model/report/confidence-section.ts';

/**
 * Returns a function from the path of a value to its confidence (`null` for none). The output stores
 * confidences in `metadata` by path, or in the entries of a fields array. A value without an entry has the
 * smallest confidence of its parts, such as amount and code of money. A value without parts has the
 * confidence of the enclosing value: a cell has that of its row.
 */
export function confidenceLookup(output: unknown, source: ConfidenceSource): (path: string) => number | null {
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

/** Returns the confidence sources that occur in an extraction output. */
export function sourcesIn(output: unknown): ConfidenceSource[] {
  const entries = entriesOf(output);
  return confidenceSources.filter((source) =>
    entries.some(([, entry]) => confidenceOrNull(entry[source]) !== null),
  );
}

/** Returns a number from 0 to 1 unchanged, and `null` for anything else. */
export function confidenceOrNull(value: unknown): number | null {
  const confidence = asDouble(value);
  return confidence !== null && confidence >= 0 && confidence <= 1 ? confidence : null;
}

export function confidencesOf(output: unknown): Record<string, number | null> {
  const confidences: Record<string, number | null> = {};
  for (const [path, entry] of metadataOf(output)) {
    const confidence = asDouble(entry.logprobsConfidence ?? entry.ocrConfidence);
    if (confidence !== null) confidences[path] = confidence;
  }
  return confidences;
}

/** Returns the citations of an output, by path of the cited value. Ignores invalid citations. */
export function citationsOf(output: unknown): Record<string, readonly Citation[]> {
  const citations: Record<string, readonly Citation[]> = {};
  for (const [path, entry] of metadataOf(output)) {
    const parsed = listed(entry.citations).map((one) => citationSchema.safeParse(one));
    const valid = parsed.filter(({ success }) => success).map(({ data }) => data as Citation);
    if (valid.length > 0) citations[path] = valid;
  }
  return citations;
}

export function citedTexts(output: unknown): string[] {
  return metadataOf(output)
    .flatMap(([, { citations }]) => listed(citations))
    .flatMap((one) =>
      isJsonObject(one) && typeof one.referenceText === 'string' ? [one.referenceText] : [],
    );
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

type Entry = readonly [path: string, entry: Readonly<Record<string, unknown>>];

/**
 * Returns the objects that describe values: the members of `metadata` with their paths, then each entry of a fields
 * array twice, under its key and under its id.
 */
function entriesOf(output: unknown): Entry[] {
  const found = metadataOf(output);
  if (!isJsonObject(output)) return found;
  for (const map of [output.value, output]) {
    for (const [key, entry] of objectEntries(map)) {
      if (typeof entry.id !== 'string' || typeof entry.type !== 'string') continue;
      found.push([key, entry], [entry.id, entry]);
    }
  }
  return found;
}

function metadataOf(output: unknown): Entry[] {
  return isJsonObject(output) ? objectEntries(output.metadata) : [];
}

/** Returns the entries of an object whose values are objects; empty if `value` is not an object. */
function objectEntries(value: unknown): Entry[] {
  const found: Entry[] = [];
  if (!isJsonObject(value)) return found;
  for (const key of Object.keys(value)) {
    const entry = value[key];
    if (isJsonObject(entry)) found.push([key, entry]);
  }
  return found;
}

function lastStep(path: string): number {
  return Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
}
