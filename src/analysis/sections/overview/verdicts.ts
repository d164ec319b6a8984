import { joinList, percent, pluralise } from '../../../base/phrases.ts';
import type { FieldRow, ReportVerdict, ReportVersion, Tile } from '../../../model/report/report-model.ts';
import type { ClassSection } from '../../../model/report/report-sections.ts';
import type { Measurement } from '../../../model/score/measurement.ts';
import type { FoldedRun } from '../../fold/folded-run.ts';
import { runFacts } from '../../gate/run-facts.ts';

/**
 * Returns the verdict of an incomplete run: how many item runs ended, were never run, were cancelled or failed, and the
 * command that resumes. Returns `null` if every planned item run has a row and `closed` is true.
 */
export function incompleteVerdict(run: FoldedRun, record: string, closed: boolean): ReportVerdict | null {
  const facts = run.versions.map((_, version) => runFacts(run, version));
  const sum = (of: 'planned' | 'notRun' | 'cancelled' | 'failed') =>
    facts.reduce((total, fact) => total + fact[of], 0);
  const [planned, notRun] = [sum('planned'), sum('notRun')];
  const [cancelled, failed] = [sum('cancelled'), sum('failed')];
  if (closed && notRun + cancelled === 0) return null;
  const ended = planned - notRun - cancelled;
  const counts = Object.entries({ 'not run': notRun, cancelled, failed }).filter(([, count]) => count > 0);
  const missing = counts.map(([state, count]) => `${count} ${state}`).join(', ');
  const rest = missing === '' ? ', but the run was not closed' : ` (${missing})`;
  const next =
    run.plan.target.kind === 'predictions'
      ? 'Import the predictions again with: goldset run --predictions'
      : `Resume with: goldset run --resume ${record}`;
  return {
    recommendation: 'incomplete',
    sentence: `Run incomplete. ${ended} of ${pluralise(planned, 'item run')} ended${rest}, so there is no verdict. ${next}`,
    reasons:
      notRun + cancelled === 0
        ? []
        : [
            'The figures are those of the incomplete run. An item run without a result counts as set by the failures policy.',
          ],
  };
}

const maxWeakest = 3;

/** Returns the verdict for one version: its headline figures and its weakest fields or classes, without a recommendation. */
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
