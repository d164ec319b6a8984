import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../../model/json-value.ts';
import type { LeafOutcome } from '../../model/ledger.ts';
import { confidenceLookup, sourcesIn } from '../read-confidences.ts';
import type { ScoredRun, ScoredVersion } from '../scored-run.ts';

/** What one version read where a label stands. */
export interface Reading {
  readonly outcome: 'same' | 'other' | 'none';
  readonly value: JsonValue;
  /** The value in a form in which two versions' readings can be compared. */
  readonly key: string;
  readonly confidence: number | null;
  /** Nothing was read of its whole row, so this says nothing of the single label. */
  readonly isRowMissed?: true;
}

/** One label of the gold, and what each version read there. */
export interface Observation {
  readonly itemId: string;
  readonly path: string;
  readonly field: string;
  /** Null where the gold says that there is nothing. */
  readonly label: JsonValue;
  /** A version each; null where the version has no answer for the document. */
  readonly readings: readonly (Reading | null)[];
}

/** Every label of a scored run by item and path; rows that only a prediction has are not labels. */
export function observationsOf(run: ScoredRun): Map<string, Observation> {
  const found = new Map<string, Observation>();
  for (const { recorded, versions } of run.items) {
    for (const [at, scored] of versions.entries()) {
      if (scored.state !== 'scored') continue;
      for (const one of readingsOf(scored)) {
        const key = `${recorded.id}\u0000${one.path}`;
        const { path, field, label } = one;
        const known = found.get(key) ?? {
          itemId: recorded.id,
          path,
          field,
          label,
          readings: versions.map(() => null),
        };
        found.set(key, { ...known, readings: known.readings.with(at, one.reading) });
      }
    }
  }
  return found;
}

interface LabelReading {
  readonly path: string;
  readonly field: string;
  readonly label: JsonValue;
  readonly reading: Reading;
}

function readingsOf({ judgement, row }: ScoredVersion): LabelReading[] {
  if (judgement.kind === 'CLASSIFY') {
    const { expectedLabel, predictedLabel, correct, confidence } = judgement.answer;
    if (correct === null) return [];
    const reading = readingOf(correct, predictedLabel, confidence);
    return [{ path: 'type', field: 'type', label: expectedLabel, reading }];
  }
  if (judgement.kind === 'SPLITTER') {
    const { expected, predicted, packetExact } = judgement.split;
    const plain = (segments: typeof expected): JsonValue =>
      segments.map(({ type, startPage, endPage }) => ({ type, startPage, endPage }));
    const reading = readingOf(packetExact, plain(predicted), null);
    return [{ path: 'splits', field: 'splits', label: plain(expected), reading }];
  }
  const [source] = sourcesIn(row?.output);
  const confidenceAt = source === undefined ? () => null : confidenceLookup(row?.output, source);
  const { leaves } = judgement.ledger;
  const missed = missedRows(leaves);
  return leaves.flatMap((leaf) =>
    leafReading(leaf, confidenceAt).map((one) =>
      missed.has(rowOf(leaf.path)) ? { ...one, reading: { ...one.reading, isRowMissed: true } } : one,
    ),
  );
}

/** Rows of several labels of which nothing was read. */
function missedRows(leaves: readonly LeafOutcome[]): Set<string> {
  const rows = new Map<string, { labels: number; missing: number }>();
  for (const { path, outcome, invented } of leaves) {
    if (!path.includes(']') || invented === true || outcome === 'excluded' || outcome === 'absent') continue;
    const row = rows.get(rowOf(path)) ?? { labels: 0, missing: 0 };
    rows.set(rowOf(path), row);
    row.labels++;
    if (outcome === 'missing') row.missing++;
  }
  return new Set(
    [...rows].flatMap(([row, { labels, missing }]) => (labels > 1 && labels === missing ? [row] : [])),
  );
}

function rowOf(path: string): string {
  return path.slice(0, path.lastIndexOf(']') + 1);
}

function leafReading(leaf: LeafOutcome, confidenceAt: (path: string) => number | null): LabelReading[] {
  const { outcome, path, field, invented } = leaf;
  if (invented === true || outcome === 'excluded' || outcome === 'unscored') return [];
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

/** Equal for values that two readers would call the same. */
function keyOf(value: JsonValue): string {
  if (typeof value === 'string') return value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  if (isJsonObject(value) && typeof value.amount === 'number')
    return `${value.amount} ${canonicalJson(value.iso_4217_currency_code ?? null)}`;
  return canonicalJson(value);
}

/** The same labels of several runs together, each version of each run a reader of its own. */
export function joinObservations(runs: readonly ReadonlyMap<string, Observation>[]): Observation[] {
  const [first, ...others] = runs;
  if (first === undefined) return [];
  const width = (run: ReadonlyMap<string, Observation>) => run.values().next().value?.readings.length ?? 0;
  const widths = others.map(width);
  return [...first].map(([key, one]) => ({
    ...one,
    readings: [
      ...one.readings,
      ...others.flatMap((run, at) => run.get(key)?.readings ?? Array(widths[at] ?? 0).fill(null)),
    ],
  }));
}
