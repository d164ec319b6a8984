import { grouped, percent } from '../../base/phrases.ts';
import type { PlannedQuestion } from '../../model/report/sections/sample-size-section.ts';
import { normalQuantile } from '../../stats/numeric/distributions.ts';
import { JointPower } from '../../stats/power/joint-power.ts';
import { asSpread, type QuestionDesign, spreadVariances } from '../../stats/power/question-design.ts';

const repeats = 3;

/**
 * Returns advice on the metric or field that needs the most documents: how a primary metric and how repeats would
 * reduce this number. `persistence` is the part of the differences between versions that is the same in each repeat;
 * `null` if this part is unknown.
 */
export function adviceOf({
  family,
  rows,
  effect,
  power,
  confidence,
  clusterSize,
  persistence,
}: {
  readonly family: readonly QuestionDesign[];
  readonly rows: readonly PlannedQuestion[];
  readonly effect: number;
  readonly power: number;
  readonly confidence: number;
  readonly clusterSize: number;
  readonly persistence: number | null;
}): string[] {
  const k = rows.reduce((most, row, i) => (documentsOf(row) > documentsOf(rows[most]) ? i : most), 0);
  const [row, design] = [rows[k], family[k]];
  if (row === undefined || design === undefined || documentsOf(row) === 0) return [];
  const worse = { ...design, rate: Math.max(effect, design.rate) };
  const size = `${Number((100 * effect).toFixed(2))} points`;
  const advice: string[] = [];
  const of = (units: number | null) => (units === null ? null : Math.ceil(units * clusterSize - 1e-9));
  const primary =
    family.length < 2 || family.some(({ weight = 1 }) => weight !== 1)
      ? null
      : of(withPrimary(family, k, worse, { effect, power, confidence }));
  if (primary !== null && primary < documentsOf(row))
    advice.push(
      `A primary metric or field gets half of the allowed probability of a false alarm if you declare it before the run. As the primary field or metric, "${row.label}" needs ${grouped(primary)} documents instead of ${grouped(documentsOf(row))} for ${size}.`,
    );
  const repeated = of(withRepeats(worse, family.length, persistence ?? 0, { effect, power, confidence }));
  if (repeated !== null && repeated < documentsOf(row))
    advice.push(
      persistence === null
        ? `Repeats need no further labels. With ${repeats} repeats per version, "${row.label}" needs ${grouped(repeated)} documents if all errors change from repeat to repeat, and ${grouped(documentsOf(row))} if no error changes. A record with 2 repeats shows which part of the errors changes.`
        : `Repeats need no further labels. Between repeats, ${percent(persistence)} of the differences persist. With ${repeats} repeats per version, "${row.label}" needs about ${grouped(repeated)} documents instead of ${grouped(documentsOf(row))} for ${size}.`,
    );
  advice.push(
    'For the same number of item runs, more documents help more than repeats. Repeats help if labels are scarce.',
  );
  return advice;
}

interface Goal {
  readonly effect: number;
  readonly power: number;
  readonly confidence: number;
}

/**
 * Returns how many documents (or clusters) test `k` needs if it is the primary test, which gets half of the error
 * probability.
 */
function withPrimary(
  family: readonly QuestionDesign[],
  k: number,
  worse: QuestionDesign,
  { effect, power, confidence }: Goal,
): number | null {
  const questions = family.length;
  const weighted = family.map((design, j) => ({
    ...design,
    weight: j === k ? questions / 2 : questions / (2 * (questions - 1)),
  }));
  const design = { ...worse, weight: questions / 2 };
  return new JointPower(weighted, { confidence }).documents(k, effect, { power, design });
}

/**
 * Returns how many documents (or clusters) a test needs if each version has R repeats. Solves this equation for n:
 *
 *     effect sqrt(n) = z(1 - level / 2) sqrt(v + effect^2) + z(power) sqrt(v)
 *
 * effect is the difference to detect. z(q) is the q quantile of the standard normal distribution. v is the variance of
 * a document's mean difference over the repeats: the variance in one repeat x (persistence + (1 - persistence) / R).
 * Means of repeats have many distinct values, so the level is 1 - confidence^(1 / number of tests).
 */
function withRepeats(
  worse: QuestionDesign,
  questions: number,
  persistence: number,
  { effect, power, confidence }: Goal,
): number | null {
  const { v } = spreadVariances(asSpread(worse), 1, effect);
  const variance = v * (persistence + (1 - persistence) / repeats);
  const level = 1 - confidence ** (1 / questions);
  const reach =
    normalQuantile(1 - level / 2) * Math.sqrt(variance + effect ** 2) +
    normalQuantile(power) * Math.sqrt(variance);
  return Math.ceil((reach / effect) ** 2 / (worse.share ?? 1));
}

function documentsOf(row: PlannedQuestion | undefined): number {
  return row?.needed[0]?.documents ?? 0;
}
