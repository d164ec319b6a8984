import { GoldsetError } from '../../base/goldset-error.ts';
import { truncateList } from '../../base/phrases.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { SequentialComparison } from '../../model/results/label-results.ts';
import { sequentialSignTest } from '../../stats/tests/sequential-sign-test.ts';
import { isUnder } from '../config-changes/field-changes.ts';
import { fieldList, scoringConfig } from '../config-changes/scoring-config.ts';
import type { FoldedLabels } from './fold-labels.ts';
import { type IdentifiedQuestion, identifiedQuestions } from './identified-questions.ts';
import type { ListDesign } from './list-design.ts';

/**
 * Returns the scope of a sequential list: the named field. Without a name, it is the primary field of the run, or
 * `overall` if the run has none. Throws USAGE if the name is not a field with values in both versions.
 */
export function sequentialScope(
  plan: RunPlan,
  name: string | undefined,
  primary: string | undefined,
): string {
  const { config, notComparable } = scoringConfig(plan);
  const fields =
    config.type === 'EXTRACT'
      ? fieldList(config, [])
          .filter(({ field, isLeaf }) => isLeaf && !isUnder(field, notComparable))
          .map(({ field }) => field)
      : [];
  if (name === undefined)
    return primary !== undefined && fields.includes(primary) ? `field:${primary}` : 'overall';
  if (fields.includes(name)) return `field:${name}`;
  throw new GoldsetError('USAGE', {
    problem: `--sequential: found "${name}", expected ${fields.length === 0 ? 'no name' : `one of ${truncateList(fields, 20)}`}`,
    fix:
      fields.length === 0
        ? 'Give the flag without a name. It then compares whole documents.'
        : 'Name a field that both versions have, or give the flag without a name for all values.',
  });
}

/**
 * Reads the labels of a sequential list in their random order, up to the first document with a missing answer. Tests
 * whether one version is better in more documents than the other version. Unclear labels count as no difference. Two
 * more tests count all unclear labels in favour of one version. The result is final only if all three tests stop with
 * the same decision.
 */
export function compareSequentially(
  folded: FoldedLabels,
  { scope, confidence }: NonNullable<ListDesign['sequential']>,
): SequentialComparison {
  const { questions } = identifiedQuestions(folded);
  const question = questions.find((one) => one.scope === scope && one.metric !== 'document_exact');
  if (question === undefined)
    throw new GoldsetError('USAGE', {
      problem: `the list is for "${scope}", which the scoring options exclude`,
      fix: 'Use the scoring options with which the list was written, or write a new list.',
    });
  const { documents, differences, extremes } = question;
  const order = documents.map((_, i) => i).sort((a, b) => atOf(question, a) - atOf(question, b));
  const firstOpen = order.findIndex((i) => documents[i]?.isOpen);
  const read = firstOpen === -1 ? order : order.slice(0, firstOpen);
  // Removes the rounding error of the subtraction, so that 1 - 0.95 is exactly 0.05.
  const alpha = Number((1 - confidence).toPrecision(12));
  const [test, ...others] = [differences, ...extremes].map((values) =>
    sequentialSignTest(
      read.map((i) => values[i] as number),
      alpha,
    ),
  ) as [ReturnType<typeof sequentialSignTest>, ...ReturnType<typeof sequentialSignTest>[]];
  const { better, worse, e, limit, stopped, interval } = test;
  const isStopped = stopped !== null && others.every((other) => other.stopped?.sign === stopped.sign);
  return {
    label: question.label,
    scope,
    confidence,
    read: read.length,
    better,
    worse,
    evidence: e,
    limit,
    stoppedAfter: isStopped ? Math.max(...[test, ...others].map((one) => one.stopped?.after ?? 0)) : null,
    verdict: isStopped ? (stopped.sign > 0 ? 'improved' : 'regressed') : 'inconclusive',
    share: { value: better + worse === 0 ? null : better / (better + worse), ...interval },
  };
}

function atOf({ documents }: IdentifiedQuestion, i: number): number {
  return documents[i]?.at ?? 0;
}
