import { pluralise } from '../../base/phrases.ts';
import { scoredLeaves } from '../../model/score/metrics.ts';
import { fieldGlobWithin } from '../../scorers/extraction/field-glob.ts';
import { isUnder } from '../config-changes/field-changes.ts';
import { fieldList } from '../config-changes/scoring-config.ts';
import { allPositions, type FoldedRun } from '../fold/folded-run.ts';

/** A field is reported if at most this share of the documents has a label for it. */
const few = 0.5;
const maxNamed = 5;

/**
 * Returns a sentence that lists the leaf fields with labels in few documents, because their figures say little. Returns
 * `null` if there are no such fields, or if the policy `unlabelled` is not `ignore`.
 */
export function fewLabelsText(run: FoldedRun): string | null {
  const [version] = run.versions;
  if (run.scorer.options.unlabelled !== 'ignore' || !version?.extraction) return null;
  const { fields } = version.extraction;
  const excluded = [run.scorer.options.exclude].flat().map((pattern) => fieldGlobWithin(String(pattern)));
  const { onlyProcessor, notComparable } = run.excludedFields;
  const rare = fieldList(run.config, fields.keys()).flatMap(({ field, isLeaf }) => {
    if (!isLeaf || isUnder(field, [...onlyProcessor, ...notComparable])) return [];
    if (excluded.some((matches) => matches(field))) return [];
    const isLabelled = fields.get(field)?.map(([first]) => first !== undefined && scoredLeaves(first) > 0);
    const labelled = isLabelled === undefined ? 0 : allPositions(run.count).filter(isLabelled).length;
    return labelled <= few * run.count ? [`${field} in ${labelled}`] : [];
  });
  if (rare.length === 0) return null;
  const more = rare.length > maxNamed ? ` and ${rare.length - maxNamed} more fields` : '';
  return `some fields have labels in only a few of the ${pluralise(run.count, 'document')} ("unlabelled" is "ignore"): ${rare.slice(0, maxNamed).join(', ')}${more}`;
}

/**
 * Returns a sentence about the documents without gold, which no accuracy figure includes. Returns `null` if every
 * document has gold.
 */
export function withoutGoldText({
  withoutGold,
  count,
}: Pick<FoldedRun, 'withoutGold' | 'count'>): string | null {
  const { length } = withoutGold;
  if (length === 0) return null;
  if (length === count) return `no document has gold (0 of ${count}), so nothing was scored`;
  return `${length} of ${pluralise(count, 'document')} ${length === 1 ? 'has' : 'have'} no gold, so the figures of correctness do not include ${length === 1 ? 'it' : 'them'}`;
}
