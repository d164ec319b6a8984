import { canonicalJson } from '../../base/canonical-json.ts';
import { getOrCreate } from '../../base/collections.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { compatibleForm } from '../../scorers/compare/text/normalise-text.ts';
import type { DocumentScores, ScoredRun } from '../fold/documents/document-scores.ts';
import { confidenceLookup, sourcesIn } from '../fold/documents/output-metadata.ts';

/** The value that one version predicted for a label of the gold. */
export interface Reading {
  readonly outcome: 'same' | 'other' | 'none';
  readonly value: JsonValue;
  /** The value in normalised form, to compare the values of two versions. */
  readonly key: string;
  readonly confidence: number | null;
  /**
   * Set if the version predicted nothing in the whole table row. The missing value then says little about the label.
   */
  readonly isRowMissed?: true;
}

/** One label of the gold, with the value that each version predicted for it. */
export interface Observation {
  readonly itemId: string;
  readonly path: string;
  readonly field: string;
  /** Expected value; `null` if the gold has no value. */
  readonly label: JsonValue;
  /** One entry per version; `null` if the version has no output for the document. */
  readonly readings: readonly (Reading | null)[];
}

interface DocumentReadings {
  readonly width: number;
  /** Labels by path. Rows that only a prediction has are omitted. */
  readonly labels: ReadonlyMap<string, Observation>;
}

/**
 * Returns every label of a document with the value that each version predicted in its first repeat. Returns no labels
 * if no version has a score.
 */
export function observationsOf({ item, versions }: DocumentScores): DocumentReadings {
  const width = versions.length;
  const labels = new Map<string, Observation & { readonly readings: (Reading | null)[] }>();
  for (const [at, [run]] of versions.entries()) {
    if (run.state !== 'scored') continue;
    for (const { path, field, label, reading } of readingsOf(run)) {
      const observation = getOrCreate(labels, path, () => {
        return { itemId: item.id, path, field, label, readings: Array(width).fill(null) };
      });
      observation.readings[at] = reading;
    }
  }
  return { width, labels };
}

interface LabelReading extends Pick<Observation, 'path' | 'field' | 'label'> {
  readonly reading: Reading;
}

function readingsOf({ score, row }: ScoredRun): LabelReading[] {
  if (score.kind === 'CLASSIFY') {
    const { expectedLabel, predictedLabel, correct, confidence } = score.result;
    if (correct === null) return [];
    const reading = readingOf(correct, predictedLabel, confidence);
    return [{ path: 'type', field: 'type', label: expectedLabel, reading }];
  }
  if (score.kind === 'SPLITTER') {
    const { expected, predicted, packetExact } = score.split;
    const plain = (segments: typeof expected): JsonValue =>
      segments.map(({ type, startPage, endPage }) => ({ type, startPage, endPage }));
    const reading = readingOf(packetExact, plain(predicted), null);
    return [{ path: 'splits', field: 'splits', label: plain(expected), reading }];
  }
  const [source] = sourcesIn(row?.output);
  const confidenceAt = source === undefined ? () => null : confidenceLookup(row?.output, source);
  const { leaves } = score.counts.itemScore();
  const missed = missedRows(leaves);
  return leaves.flatMap((leaf) =>
    leafReading(leaf, confidenceAt).map((one) =>
      missed.has(rowOf(leaf.path)) ? { ...one, reading: { ...one.reading, isRowMissed: true } } : one,
    ),
  );
}

/** Returns the rows that have at least two labels and in which all values are missing. */
function missedRows(leaves: readonly LeafOutcome[]): Set<string> {
  const labels = leaves.filter(
    ({ path, outcome, spuriousRow }) =>
      path.includes(']') && spuriousRow !== true && outcome !== 'excluded' && outcome !== 'absent',
  );
  const rows = [...Map.groupBy(labels, ({ path }) => rowOf(path))];
  const missed = rows.filter(
    ([, row]) => row.length > 1 && row.every(({ outcome }) => outcome === 'missing'),
  );
  return new Set(missed.map(([row]) => row));
}

function rowOf(path: string): string {
  return path.slice(0, path.lastIndexOf(']') + 1);
}

function leafReading(leaf: LeafOutcome, confidenceAt: (path: string) => number | null): LabelReading[] {
  const { outcome, path, field, spuriousRow } = leaf;
  if (spuriousRow === true || outcome === 'excluded' || outcome === 'unscored') return [];
  const isSame = outcome === 'correct' || outcome === 'absent';
  const none = outcome === 'missing' || outcome === 'absent';
  const label = outcome === 'spurious' || outcome === 'absent' ? null : (leaf.expected ?? null);
  const confidence = none ? null : confidenceAt(leaf.predictedPath ?? path);
  return [
    { path, field, label, reading: readingOf(isSame, none ? null : (leaf.predicted ?? null), confidence) },
  ];
}

function readingOf(isSame: boolean, value: JsonValue, confidence: number | null): Reading {
  const outcome = isSame ? 'same' : value === null ? 'none' : 'other';
  return { outcome, value, key: keyOf(value), confidence };
}

/** Returns a key that is equal for values that a person considers equal. */
function keyOf(value: JsonValue): string {
  if (typeof value === 'string') return compatibleForm(value).toLowerCase().replace(/\s+/g, ' ').trim();
  if (isJsonObject(value) && typeof value.amount === 'number')
    return `${value.amount} ${canonicalJson(value.iso_4217_currency_code ?? null)}`;
  return canonicalJson(value);
}

/**
 * Joins the predicted values of several records for one document. The result has the labels of the first record and the
 * versions of all records.
 */
export function joinObservations([first, ...others]: readonly DocumentReadings[]): Observation[] {
  return [...(first?.labels.values() ?? [])].map((one) => ({
    ...one,
    readings: [
      ...one.readings,
      ...others.flatMap(({ width, labels }) => labels.get(one.path)?.readings ?? Array(width).fill(null)),
    ],
  }));
}
