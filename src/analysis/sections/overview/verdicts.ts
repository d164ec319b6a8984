import { joinList, percent, pluralise } from '../../../base/phrases.ts';
import { completeHint, subsetReason } from '../../../model/record/rerun.ts';
import type { RunPlan } from '../../../model/record/run-record.ts';
import { chosenParts, selectionText } from '../../../model/record/selection.ts';
import type { FieldRow, ReportVerdict, ReportVersion, Tile } from '../../../model/report/report-model.ts';
import type { ClassSection } from '../../../model/report/report-sections.ts';
import type { Measurement } from '../../../model/score/measurement.ts';
import { progressOf, type RunState, totalOf } from '../../gate/run-progress.ts';
import { withoutAdvice } from '../../measure/recommend.ts';

/**
 * Returns the verdict of an incomplete run: how many item runs ended, were not run, were cancelled or failed, and the
 * command that resumes the run. Returns `null` if all item runs ended and every record is finished.
 */
export function incompleteVerdict(states: readonly RunState[]): ReportVerdict | null {
  const progress = progressOf(states);
  if (progress === null) return null;
  const { planned, ended, missing, hint } = progress;
  if (planned === 0)
    return incomplete('Run incomplete. The record has no items, so there is no verdict.', []);
  const { notRun, cancelled } = totalOf(states);
  const rest = missing === '' ? ', but the run has not written its summary' : ` (${missing})`;
  return incomplete(
    `Run incomplete. ${ended} of ${pluralise(planned, 'item run')} ended${rest}, so there is no verdict. ${hint}`,
    notRun + cancelled === 0
      ? []
      : [
          'The figures of each version cover the documents that it ran so far. The failures policy defines how failed and cancelled item runs count.',
        ],
  );
}

function incomplete(sentence: string, reasons: readonly string[]): ReportVerdict {
  return { recommendation: 'incomplete', code: 'incomplete-run', sentence, reasons };
}

/** Returns the verdict of a record whose documents were selected by their errors; `null` for other records. */
export function subsetVerdict({ rerun }: RunPlan): ReportVerdict | null {
  if (!rerun?.subset) return null;
  return {
    recommendation: 'incomplete',
    code: 'selected-subset',
    sentence: `${subsetReason(rerun)} ${completeHint}`,
    reasons: [],
  };
}

/**
 * Withdraws a recommendation to publish if the share of failed item runs is above `accepted`, because failures of the
 * baseline make every candidate look better. The first reason then states how many item runs failed.
 */
export function afterFailures(
  verdict: ReportVerdict,
  states: readonly RunState[],
  accepted: number | undefined,
): ReportVerdict {
  const { planned, failed } = totalOf(states);
  if (accepted === undefined || failed === 0 || failed / planned <= accepted) return verdict;
  const found = `${failed} of ${pluralise(planned, 'item run')} failed (${percent(failed / planned)}), and at most ${percent(accepted)} may fail (--max-failure-rate).`;
  const reasons = [found, ...verdict.reasons];
  const rejected: ReportVerdict = { ...verdict, code: 'too-many-failures', reasons };
  if (verdict.recommendation !== 'publish') return rejected;
  return {
    ...rejected,
    recommendation: 'not-enough-evidence',
    sentence: `No recommendation. ${found} ${withoutAdvice(verdict)}`,
  };
}

/**
 * Returns the verdict on a part of the dataset. If someone chose the part (--limit, --only), the verdict has no
 * recommendation. If it is a random sample, the verdict keeps its recommendation and mentions the sample.
 */
export function ofSelection(verdict: ReportVerdict, plan: RunPlan): ReportVerdict {
  const part = selectionText(plan);
  if (part === null) return verdict;
  const isChosen = chosenParts.some((name) => plan.selection?.[name] !== undefined);
  if (!isChosen) return { ...verdict, sentence: `${verdict.sentence} Measured on ${part}.` };
  const hasAdvice = verdict.recommendation !== 'no-comparison';
  return {
    code: 'selected-part',
    ...verdict,
    recommendation: hasAdvice ? 'selected-part' : 'no-comparison',
    sentence: hasAdvice
      ? `No recommendation, because the run has only ${part}. ${withoutAdvice(verdict)}`
      : `${verdict.sentence} The run has only ${part}.`,
  };
}

/** Returns the verdict of a record in which no document has gold, so that no accuracy was measured. */
export function withoutGoldVerdict(versions: number): ReportVerdict {
  const hint =
    'goldset compare --label-differences lists the values to label first: those in which the versions differ.';
  return {
    recommendation: 'no-comparison',
    code: 'no-gold',
    sentence: 'Nothing was scored, because no document has gold.',
    reasons: versions === 2 ? [hint] : [],
  };
}

const maxWeakest = 3;

/**
 * Returns the verdict of a single version: its headline figures and its weakest fields or classes. It has no
 * recommendation.
 */
export function singleVersionVerdict(
  versions: readonly ReportVersion[],
  tiles: readonly Tile[],
  fields: readonly FieldRow[],
  classes: ClassSection | null,
): ReportVerdict {
  const name = versions.map((version) => version.name).join(', ');
  const figures = tiles
    .map((tile) => ({ tile, value: tile.values.at(-1) ?? null }))
    .filter(
      (entry): entry is { tile: Tile; value: Measurement } =>
        entry.value?.unit === 'share' &&
        !(entry.value.metric === 'straight_through' && entry.value.value === null),
    )
    .map(({ tile, value }) => `${tile.label} ${percent(value.value)}${bounds(value)}`);
  const worst = worstOf(fields, classes);
  const weakestText = worst.length === 0 ? '' : ` Weakest: ${joinList(worst)}.`;
  const unread = tiles.at(-1)?.values.at(-1)?.value ?? 0;
  const failed =
    unread === 0 ? '' : ` ${unread} could not be read and ${unread === 1 ? 'counts' : 'count'} as wrong.`;
  return {
    recommendation: 'no-comparison',
    sentence: `Version ${name}: ${joinList(figures)}.${weakestText}${failed}`,
    reasons: ['Only one version was run, so there is no comparison.'],
  };
}

function bounds(value: Measurement): string {
  return value.interval === undefined
    ? ''
    : ` (${percent(value.interval.low)} to ${percent(value.interval.high)})`;
}

function worstOf(fields: readonly FieldRow[], classes: ClassSection | null): string[] {
  const rows =
    classes === null
      ? fields.filter((row) => row.isLeaf).map((row) => ({ name: row.field, f1: row.f1.at(-1) }))
      : classes.perClass.map((row) => ({ name: row.label, f1: row.f1.at(-1) }));
  return rows
    .filter((row) => row.f1?.value !== null && row.f1?.value !== undefined && row.f1.value < 1)
    .sort((a, b) => (a.f1?.value ?? 0) - (b.f1?.value ?? 0))
    .slice(0, maxWeakest)
    .map((row) => `${row.name} ${percent(row.f1?.value ?? null)}`);
}
