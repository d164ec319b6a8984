import { addCounts, zeroCounts } from '../../metrics/counts.ts';
import { addCitations, type CitationCounts, zeroCitations } from '../../model/score/citation-counts.ts';
import type { Counts, LeafOutcome } from '../../model/score/item-score.ts';
import { type MetricName, metricNamed, type Parts, scoredLeaves } from '../../model/score/metrics.ts';
import type { PairedQuestion } from '../measure/paired-question.ts';
import { type PartsAt, partsOfShare } from '../measure/ratio-series.ts';
import { averageRepeats, shareOfRepeats } from './average-repeats.ts';
import { classPairsOf, countLabel } from './class-pairs.ts';
import { CodeColumn } from './columns/code-column.ts';
import type { ExtractionColumns, RunTotal } from './columns/extraction-columns.ts';
import { type Column, joinColumns } from './columns/joined-columns.ts';
import { isExact } from './columns/stability-columns.ts';
import { leavesOf } from './documents/document-leaves.ts';
import type { ClassScore, RunScore } from './documents/document-scores.ts';
import { type FoldedRun, positionsFor, type VersionColumns } from './folded-run.ts';

/**
 * The part of a document for which a rate is measured: all leaves, the leaves of some fields, or one class against the
 * others.
 */
export interface PartScope {
  readonly fields?: ReadonlySet<string>;
  readonly label?: string;
  /** Whether to include fields or classes that only some versions have. The default is `false`. */
  readonly withNonComparable?: boolean;
}

/**
 * Returns a function that finds numerator and denominator of a rate by the position of the document, averaged over
 * repeats. The function returns `null` for a document without a score.
 */
export function metricParts(metric: MetricName, scope: PartScope, version: VersionColumns): PartsAt {
  if (isShare(metric)) {
    const shareAt = exactShare(version);
    return (position) => partsOfShare(shareAt(position));
  }
  const { ofCitations } = metricNamed(metric);
  if (ofCitations !== undefined)
    return citationCounts(version, scope).map((repeats) => averageRepeats(repeats, ofCitations));
  const counts = countsOf(version, scope);
  if (counts !== null) return counts.map((repeats) => averageRepeats(repeats, (of) => leafParts(metric, of)));
  return version.ofScores((scores) => averageRepeats(scores, (score) => scoreParts(metric, scope, score)));
}

/**
 * Like `metricParts`, but a failed item run counts as wrong in every rate. In precision, its expected values count as
 * wrong predictions. In the hallucination rate, a failed run counts as at least one spurious value. Returns `null` if
 * no item run failed, and for metrics of citations.
 */
export function partsWithFailures(
  metric: MetricName,
  scope: PartScope,
  version: VersionColumns,
): PartsAt | null {
  const { better, withoutOutput = metric, ofCitations } = metricNamed(metric);
  // A failed item run has no predicted values, and therefore no citations.
  if (version.runs.failed === 0 || ofCitations !== undefined) return null;
  const partsAt = metricParts(metric, scope, version);
  const counts = countsOf(version, scope);
  const scores = version.ofScores((all) => all);
  const partsOf = (name: MetricName, position: number, repeat: number): Parts | null => {
    if (isShare(name)) return [0, 1];
    if (counts !== null) return leafParts(name, counts.at(position)[repeat] ?? zeroCounts);
    const score = scores(position)[repeat];
    return score === undefined ? null : scoreParts(name, scope, score);
  };
  const asWrong = (parts: Parts | null): Parts | null => {
    if (parts === null) return null;
    if (better !== 'lower') return [0, parts[1]];
    const wrong = Math.max(1, parts[1]);
    return [wrong, wrong];
  };
  return (position) => {
    const states = version.repeatStates.at(position);
    if (partsAt(position) === null || !states.includes('failed')) return partsAt(position);
    const repeats = states.map((state, repeat) =>
      state === 'failed'
        ? asWrong(partsOf(withoutOutput as MetricName, position, repeat))
        : isShare(metric)
          ? shareOfRepeat(version, position, repeat)
          : partsOf(metric, position, repeat),
    );
    return averageRepeats(repeats, (parts) => parts);
  };
}

/**
 * Returns [1, 1] if the document is fully right in this repeat, otherwise [0, 1]. Returns `null` if the repeat was not
 * scored.
 */
function shareOfRepeat(version: VersionColumns, position: number, repeat: number): Parts | null {
  const exact =
    version.extraction === null
      ? version.ofScores((scores) => scores[repeat] && isExact(scores[repeat]))(position)
      : version.extraction.total.at(position)[repeat]?.exact;
  return partsOfShare(exact === undefined || exact === null ? null : Number(exact));
}

/**
 * Returns a function that finds, by the position of the document, the share of scored repeats in which all leaves of a
 * `PartScope` are right. The function returns `null` for a document without a score.
 */
function shareRight(
  metric: MetricName,
  scope: PartScope,
  version: VersionColumns,
): (position: number) => number | null {
  if (isShare(metric)) return exactShare(version);
  const counts = countsOf(version, scope);
  if (counts !== null)
    return counts.map((repeats) =>
      shareOfRepeats(repeats, (of) => (leafParts(metric, of) === null ? null : isAllRight(of))),
    );
  return version.ofScores((scores) =>
    shareOfRepeats(scores, (score) =>
      scoreParts(metric, scope, score) === null
        ? null
        : scopeLeaves(scope, score).every(({ outcome }) => outcome === 'correct' || outcome === 'absent'),
    ),
  );
}

/** Returns the input of `comparePaired` for one metric and the first two versions. */
export function pairedQuestion(
  run: FoldedRun,
  about: {
    readonly metric: MetricName;
    readonly scope: string;
    readonly part?: PartScope;
    readonly documents?: Int32Array;
    /**
     * Whether each document has a single right-or-wrong result. By default, `true` for rates of fully right documents.
     */
    readonly whole?: boolean;
    /** Whether failed item runs of the candidate count as wrong. */
    readonly withFailures?: boolean;
  },
): PairedQuestion {
  const { metric, scope, part = {}, documents = positionsFor(metric, run), whole = isShare(metric) } = about;
  const [baseline, candidate] = run.versions as readonly [VersionColumns, VersionColumns];
  // A right-or-wrong result of the whole document does not show whether its citations are right.
  const isBinary = whole && metricNamed(metric).ofCitations === undefined;
  const sideOf = (version: VersionColumns) => ({
    parts: metricParts(metric, part, version),
    right: isBinary ? shareRight(metric, part, version) : null,
  });
  const asWrong = about.withFailures ? partsWithFailures(metric, part, candidate) : null;
  const after = sideOf(candidate);
  return {
    metric,
    scope,
    documents,
    baseline: sideOf(baseline),
    candidate: asWrong === null ? after : { ...after, parts: asWrong },
  };
}

/** Returns the leaf counts of a scope, one entry per repeat; `null` for processors that classify or split. */
export function countsOf({ extraction }: VersionColumns, scope: PartScope): Column<readonly Counts[]> | null {
  if (extraction === null) return null;
  if (scope.fields !== undefined) return fieldCounts(extraction, scope.fields, scope);
  const { total } = extraction;
  const counts = (runs: readonly RunTotal[]) => runs.map((run) => run.counts);
  return { at: total.map(counts), map: (of) => total.map((runs) => of(counts(runs))) };
}

/** Returns the summed counts of some leaf fields, one entry per repeat. */
export function fieldCounts(
  { fields: ofAll, nonComparable }: ExtractionColumns,
  fields: Iterable<string>,
  { withNonComparable = false }: PartScope = {},
): Column<readonly Counts[]> {
  const columns = [...fields].flatMap(
    (field) => (withNonComparable ? nonComparable.get(field) : undefined) ?? ofAll.get(field) ?? [],
  );
  const [only] = columns;
  return only !== undefined && columns.length === 1 ? only : joinColumns(columns, sumRepeats);
}

/**
 * Returns the citation counts of a scope, one entry per repeat with citations. The lists are empty if the citations
 * were not read.
 */
export function citationCounts(
  { citations }: VersionColumns,
  { fields }: PartScope,
): Column<readonly CitationCounts[]> {
  if (citations === null) return new CodeColumn<readonly CitationCounts[]>([]);
  if (fields === undefined) return citations.total;
  const columns = [...fields].flatMap((field) => citations.fields.get(field) ?? []);
  return joinColumns(columns, (found) => {
    const repeats = Math.max(0, ...found.map((counts) => counts.length));
    return Array.from({ length: repeats }, (_, repeat) =>
      addCitations(...found.map((counts) => counts[repeat] ?? zeroCitations)),
    );
  });
}

function sumRepeats(columns: readonly (readonly Counts[])[]): readonly Counts[] {
  const repeats = Math.max(1, ...columns.map((counts) => counts.length));
  return Array.from({ length: repeats }, (_, repeat) =>
    addCounts(...columns.map((counts) => counts[repeat] ?? zeroCounts)),
  );
}

/**
 * Returns numerator and denominator of a rate of leaves. Returns `null` for other metrics, and if there are unscored
 * leaves but no scored ones.
 */
export function leafParts(metric: MetricName, counts: Counts): Parts | null {
  const { ofLeaves } = metricNamed(metric);
  const isUnscored = scoredLeaves(counts) === 0 && counts.unscored > 0;
  return ofLeaves === undefined || isUnscored ? null : ofLeaves(counts);
}

function scoreParts(
  name: MetricName,
  { label, withNonComparable }: PartScope,
  score: ClassScore,
): Parts | null {
  const { ofClass, ofPacket } = metricNamed(name);
  if (label !== undefined) {
    const pairs = classPairsOf(score, withNonComparable);
    return (pairs && ofClass?.(countLabel(label, pairs))) ?? null;
  }
  return score.kind === 'SPLITTER' && score.counted ? (ofPacket?.(score.split) ?? null) : null;
}

function isShare(metric: MetricName): boolean {
  return metricNamed(metric).exactOf !== undefined;
}

/**
 * Returns a function that finds the share of fully right repeats by the position of the document. The function returns
 * `null` if no repeat was scored.
 */
export function exactShare(columns: VersionColumns): (position: number) => number | null {
  return columns.extraction === null
    ? columns.ofScores((scores) => shareOfRepeats(scores, isExact))
    : columns.extraction.total.map((runs) => shareOfRepeats(runs, ({ exact }) => exact));
}

/**
 * Returns a function that finds, by the position of the document, whether its first repeat is fully right. The function
 * returns `null` if the first repeat was not scored.
 */
export function exactFirst(columns: VersionColumns): (position: number) => boolean | null {
  return columns.extraction === null
    ? columns.ofScores(([first]) => (first === undefined ? null : isExact(first)))
    : columns.extraction.total.map(([first]) => first?.exact ?? null);
}

function isAllRight(counts: Counts): boolean {
  return counts.incorrect + counts.missing + counts.spurious + counts.excluded + counts.unscored === 0;
}

/** Returns the leaves of a scope. The leaves of a class are those whose expected or predicted value is the class. */
export function scopeLeaves({ fields, label }: PartScope, score: RunScore): readonly LeafOutcome[] {
  const leaves = leavesOf(score);
  if (fields !== undefined) return leaves.filter(({ field }) => fields.has(field));
  return label === undefined ? leaves : leaves.filter((leaf) => isOfLabel(leaf, label));
}

function isOfLabel({ expected, predicted }: LeafOutcome, label: string): boolean {
  const names = (value: unknown) =>
    typeof value === 'string' && (value === label || value.startsWith(`${label}, `));
  return names(expected) || names(predicted);
}
