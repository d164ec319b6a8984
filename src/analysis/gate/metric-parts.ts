import type { GateMetric } from '../../model/gate/gate-policy.ts';
import type { MatchCounts, SplittingScore } from '../../model/score/class-and-split-scores.ts';
import type { Counts, LeafOutcome } from '../../model/score/item-score.ts';
import { averageRepeats, shareOfRepeats } from '../fold/average-repeats.ts';
import { answersOf, countLabel } from '../fold/class-answers.ts';
import type { RunTotal } from '../fold/columns/extraction-columns.ts';
import type { Column } from '../fold/columns/joined-columns.ts';
import { leavesOf } from '../fold/documents/document-leaves.ts';
import type { ClassScore, RunScore } from '../fold/documents/document-scores.ts';
import type { VersionColumns } from '../fold/folded-run.ts';
import { exactShare, fieldCounts, isAllRight, isLeafMetric, leafParts, matchParts } from '../fold/parts.ts';
import type { Parts, PartsAt } from '../measure/ratio-series.ts';

/** Whose rate it is: of all leaves, of the leaves of some fields, or of one class against the rest. */
export interface PartScope {
  readonly fields?: ReadonlySet<string>;
  readonly label?: string;
}

const exactMetrics: readonly GateMetric[] = ['document_exact', 'packet_exact', 'accuracy'];

/** Numerator and denominator of a rate by position, means over repeats; `null` if a document could not be scored. */
export function metricParts(metric: GateMetric, scope: PartScope, version: VersionColumns): PartsAt {
  if (exactMetrics.includes(metric)) {
    const shareAt = exactShare(version);
    return (position) => {
      const share = shareAt(position);
      return share === null ? null : [share, 1];
    };
  }
  const counts = countsOf(version, scope);
  if (counts !== null) return counts.map((repeats) => averageRepeats(repeats, (of) => rateParts(metric, of)));
  return version.ofScores((scores) => averageRepeats(scores, (score) => scoreParts(metric, scope, score)));
}

/** Share of a document's scored repeats in which all leaves of the scope are right; `null` if none was scored. */
export function shareRight(
  metric: GateMetric,
  scope: PartScope,
  version: VersionColumns,
): (position: number) => number | null {
  if (exactMetrics.includes(metric)) return exactShare(version);
  const counts = countsOf(version, scope);
  if (counts !== null)
    return counts.map((repeats) =>
      shareOfRepeats(repeats, (of) => (rateParts(metric, of) === null ? null : isAllRight(of))),
    );
  return version.ofScores((scores) =>
    shareOfRepeats(scores, (score) =>
      scoreParts(metric, scope, score) === null
        ? null
        : leavesOf(score)
            .filter((leaf) => scope.label === undefined || isOfLabel(leaf, scope.label))
            .every(({ outcome }) => outcome === 'correct' || outcome === 'absent'),
    ),
  );
}

/** Counts of the leaves that a scope is about, one entry per repeat; `null` for classes and packets. */
export function countsOf(
  { extraction }: VersionColumns,
  { fields }: PartScope,
): Column<readonly Counts[]> | null {
  if (extraction === null) return null;
  if (fields !== undefined) return fieldCounts(extraction, [...fields], { shared: true });
  const { total } = extraction;
  const counts = (runs: readonly RunTotal[]) => runs.map((run) => run.counts);
  return { at: total.map(counts), map: (of) => total.map((runs) => of(counts(runs))) };
}

/** `null` too for a metric that is no rate of leaves. */
function rateParts(metric: GateMetric, counts: Counts): Parts | null {
  return isLeafMetric(metric) ? leafParts(metric, counts) : null;
}

function scoreParts(metric: GateMetric, { label }: PartScope, score: ClassScore): Parts | null {
  if (label !== undefined) return classParts(metric, label, score);
  return score.kind === 'SPLITTER' && score.counted ? splitParts(metric, score.split) : null;
}

function classParts(metric: GateMetric, label: string, score: ClassScore): Parts | null {
  const answers = answersOf(score);
  return answers && ofMatches(metric, countLabel(label, answers));
}

function splitParts(metric: GateMetric, split: SplittingScore): Parts | null {
  const { documents, boundariesOnly, withinOnePage, boundaries, pageTypes } = split;
  if (metric === 'page_type_accuracy') return [pageTypes.correct, pageTypes.pages];
  if (metric === 'range_f1') return ofMatches('f1', boundariesOnly);
  if (metric === 'near_f1') return ofMatches('f1', withinOnePage);
  const [whose, rate] = metric.split('_') as [string, GateMetric];
  if (whose === 'document') return ofMatches(rate, documents);
  return whose === 'boundary' ? ofMatches(rate, boundaries.tolerance0) : null;
}

function ofMatches(name: GateMetric, counts: MatchCounts): Parts | null {
  if (name !== 'precision' && name !== 'recall' && name !== 'f1') return null;
  return matchParts(name, counts);
}

/** Whether a leaf of a class or packet expects a label or gives it. */
export function isOfLabel({ expected, predicted }: LeafOutcome, label: string): boolean {
  const names = (value: unknown) =>
    typeof value === 'string' && (value === label || value.startsWith(`${label}, `));
  return names(expected) || names(predicted);
}

/** The leaves that the rate of a scope is made of; those of a class expect or give it. */
export function scopeLeaves({ fields, label }: PartScope, score: RunScore): readonly LeafOutcome[] {
  const leaves = leavesOf(score);
  if (fields !== undefined) return leaves.filter(({ field }) => fields.has(field));
  return label === undefined ? leaves : leaves.filter((leaf) => isOfLabel(leaf, label));
}
