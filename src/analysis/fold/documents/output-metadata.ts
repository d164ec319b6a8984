import { asDouble } from '../../../base/exact-json.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import { type Citation, citationSchema } from '../../../model/processor/output.ts';
import {
  type ConfidenceSource,
  confidenceSources,
} from '../../../model/report/sections/confidence-section.ts';

/**
 * Returns a function that finds the confidence of a value by its path. The output stores confidences in `metadata` by
 * path, or in the entries of a fields array. A value without a confidence gets the smallest confidence of its parts,
 * such as amount and currency code. If the parts have no confidence either, the value gets the confidence of the row or
 * object that contains it. If these have no confidence, the function returns `null`.
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

/**
 * Returns the citations of an output by the path of the cited value. The output stores them in `metadata` by path, or
 * as references in the entries of a fields array. Ignores invalid citations.
 */
export function citationsOf(output: unknown): Record<string, readonly Citation[]> {
  const citations: Record<string, Citation[]> = {};
  const add = (path: string, given: unknown) => {
    const { data } = citationSchema.safeParse(given);
    if (data === undefined) return;
    const known = Object.hasOwn(citations, path) ? (citations[path] as Citation[]) : [];
    Object.defineProperty(citations, path, {
      value: [...known, data],
      enumerable: true,
      configurable: true,
      writable: true,
    });
  };
  for (const [path, entry] of metadataOf(output)) for (const one of listed(entry.citations)) add(path, one);
  for (const [key, entry] of fieldEntriesOf(output))
    for (const reference of listed(entry.references))
      for (const [path, citation] of citationsOfReference(key, reference)) add(path, citation);
  return citations;
}

/**
 * Returns the boxes of a reference as citations, each with the path of the cited value. A reference whose id is the
 * path of a value inside the field cites this value. Any other reference cites the whole field.
 */
function citationsOfReference(key: string, reference: unknown): [path: string, citation: unknown][] {
  if (!isJsonObject(reference)) return [];
  const { id, page, boundingBoxes } = reference;
  const isPath = typeof id === 'string' && (id.startsWith(`${key}.`) || id.startsWith(`${key}[`));
  const path = isPath ? id : key;
  const boxes = listed(boundingBoxes);
  if (boxes.length === 0) return [[path, { page }]];
  return boxes.map((box) => {
    const { left, top, right, bottom } = isJsonObject(box) ? box : {};
    const polygon = [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ];
    return [path, { page, polygon }];
  });
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
 * Returns the objects that describe values, by path: first the members of `metadata`, then the entries of a fields
 * array. Each array entry appears twice, under its key and under its id.
 */
function entriesOf(output: unknown): Entry[] {
  const found = metadataOf(output);
  for (const [key, entry] of fieldEntriesOf(output)) found.push([key, entry], [entry.id as string, entry]);
  return found;
}

function fieldEntriesOf(output: unknown): Entry[] {
  if (!isJsonObject(output)) return [];
  return [output.value, output].flatMap((map) =>
    objectEntries(map).filter(([, { id, type }]) => typeof id === 'string' && typeof type === 'string'),
  );
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

export function lastStep(path: string): number {
  return Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
}
