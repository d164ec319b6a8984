import type { Counts, LeafOutcome } from '../../model/score/item-score.ts';
import { type MetricName, metricNamed, type Parts } from '../../model/score/metrics.ts';
import { averageRepeats, shareOfRepeats } from '../fold/average-repeats.ts';
import { answersOf, countLabel } from '../fold/class-answers.ts';
import type { RunTotal } from '../fold/columns/extraction-columns.ts';
import type { Column } from '../fold/columns/joined-columns.ts';
import { leavesOf } from '../fold/documents/document-leaves.ts';
import type { ClassScore, RunScore } from '../fold/documents/document-scores.ts';
import type { VersionColumns } from '../fold/folded-run.ts';
import { exactShare, fieldCounts, isAllRight, leafParts } from '../fold/parts.ts';
import type { PartsAt } from '../measure/ratio-series.ts';

/**
 * The part of a document that a rate is measured on: all leaves, the leaves of some fields, or one class
 * against all others.
 */
export interface PartScope {
  readonly fields?: ReadonlySet<string>;
  readonly label?: string;
}

/** Returns numerator and denominator of a rate per position, averaged over repeats; `null` for a document without a score. */
export function metricParts(metric: MetricName, scope: PartScope, version: VersionColumns): PartsAt {
  if (isShare(metric)) {
    const shareAt = exactShare(version);
    return (position) => {
      const share = shareAt(position);
      return share === null ? null : [share, 1];
    };
  }
  const counts = countsOf(version, scope);
  if (counts !== null) return counts.map((repeats) => averageRepeats(repeats, (of) => leafParts(metric, of)));
  return version.ofScores((scores) => averageRepeats(scores, (score) => scoreParts(metric, scope, score)));
}

/** Returns per position the share of scored repeats in which all leaves of the scope are right; `null` if none was scored. */
export function shareRight(
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
        : leavesOf(score)
            .filter((leaf) => scope.label === undefined || isOfLabel(leaf, scope.label))
            .every(({ outcome }) => outcome === 'correct' || outcome === 'absent'),
    ),
  );
}

/** Returns the leaf counts of a scope, one entry per repeat; `null` for classes and packets. */
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

/** Returns whether a metric is a share of fully right documents or packets. */
function isShare(metric: MetricName): boolean {
  return metricNamed(metric).exactOf !== undefined;
}

function scoreParts(name: MetricName, { label }: PartScope, score: ClassScore): Parts | null {
  const { ofClass, ofPacket } = metricNamed(name);
  if (label !== undefined) {
    const answers = answersOf(score);
    return (answers && ofClass?.(countLabel(label, answers))) ?? null;
  }
  return score.kind === 'SPLITTER' && score.counted ? (ofPacket?.(score.split) ?? null) : null;
}

/** Returns whether a leaf of a class or packet has the label as its expected or predicted value. */
export function isOfLabel({ expected, predicted }: LeafOutcome, label: string): boolean {
  const names = (value: unknown) =>
    typeof value === 'string' && (value === label || value.startsWith(`${label}, `));
  return names(expected) || names(predicted);
}

/** Returns the leaves of a scope. The leaves of a class are those in which it is expected or predicted. */
export function scopeLeaves({ fields, label }: PartScope, score: RunScore): readonly LeafOutcome[] {
  const leaves = leavesOf(score);
  if (fields !== undefined) return leaves.filter(({ field }) => fields.has(field));
  return label === undefined ? leaves : leaves.filter((leaf) => isOfLabel(leaf, label));
}
