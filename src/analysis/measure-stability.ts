import type { Measurement } from '../model/measurement.ts';
import type { RecordReader } from '../record/open-record.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../scorers/extraction/scoring-options.ts';
import { flipRate, passHatK } from '../stats/repeat-stability.ts';
import { right } from './find-changes.ts';
import { repeatsOf } from './over-repeats.ts';
import { measureRatio, ratioSeries } from './ratio-series.ts';
import { exactOf } from './report/document-rows.ts';
import { scoreRun } from './score-run.ts';
import { type Judgement, type ScoredRun, type ScoredVersion, versionNames } from './scored-run.ts';
import { defaultStatistics, type StatisticsSettings } from './statistics-settings.ts';
import { clusteredSettings } from './with-clusters.ts';

/** How alike the repeats of one version are. All figures are means over documents, each of which counts once. */
export interface VersionStability {
  readonly version: string;
  readonly repeats: number;
  /** `pass_hat_1`, `pass_hat_2`, ...: the chance that so many repeats of a document are all fully right. */
  readonly passHat: readonly Measurement[];
  /** The chance that of two repeats of a document one is fully right and the other is not. */
  readonly flips: Measurement;
  /** The least stable first. */
  readonly fields: readonly FieldStability[];
}

/** One field of documents, or `class`. */
export interface FieldStability {
  readonly field: string;
  /** The chance that of two repeats one has the field right and the other has not. */
  readonly outcomeFlips: Measurement;
  /** The chance that two repeats give different values, be they right or wrong. */
  readonly valueFlips: Measurement;
}

/** What one repeat answered: for each field its value as text, and whether it is right. */
interface Answer {
  readonly exact: boolean;
  readonly fields: ReadonlyMap<string, { readonly value: string; readonly right: boolean }>;
}

/**
 * Stability over the repeats of a record (`--repeat`), a version at a time. A repeat without a result in the record, or
 * not judged, is left out; a failed one is a wrong answer. Documents with fewer than two repeats have no flips. Empty where
 * the record has one repeat only. Source: metrics.md section 8.
 */
export async function measureStability(
  reader: RecordReader,
  options: ExtractionScoringOptions = defaultScoringOptions,
  statistics: StatisticsSettings = defaultStatistics,
): Promise<VersionStability[]> {
  return reader.plan.repeats < 2 ? [] : stabilityOf(await scoreRun(reader, options), statistics);
}

/** The same of a run that is scored. */
export function stabilityOf(run: ScoredRun, statistics: StatisticsSettings): VersionStability[] {
  const { repeats } = run.plan;
  if (repeats < 2) return [];
  const settings = clusteredSettings(statistics, run.items);
  // Answers by version, item and repeat.
  const answers = run.versions.map(() => run.items.map((): Answer[] => []));
  for (const [position, { versions }] of run.items.entries())
    for (const [version, scored] of versions.entries())
      answers[version]?.[position]?.push(...repeatsOf(scored).flatMap((repeat) => answerOf(repeat) ?? []));
  const names = versionNames(run);
  return answers.map((items, i) => versionStability(names[i] as string, repeats, items, settings));
}

function answerOf(scored: ScoredVersion): Answer | null {
  if (scored.state === 'not-run') return null;
  const exact = exactOf(scored.judgement);
  return exact === null ? null : { exact, fields: fieldsOf(scored.judgement) };
}

function fieldsOf(judgement: Judgement): Answer['fields'] {
  if (judgement.kind === 'CLASSIFY') {
    const { predictedLabel, correct } = judgement.answer;
    return new Map([['class', { value: JSON.stringify(predictedLabel), right: correct === true }]]);
  }
  if (judgement.kind === 'SPLITTER') return new Map();
  const found = new Map<string, { values: unknown[]; right: boolean }>();
  for (const { field, predicted, outcome } of judgement.ledger.leaves) {
    if (outcome === 'excluded') continue;
    const entry = found.get(field) ?? { values: [], right: true };
    found.set(field, entry);
    if (predicted !== undefined && predicted !== null) entry.values.push(predicted);
    entry.right &&= right(outcome);
  }
  return new Map(
    [...found].map(([field, entry]) => [field, { value: JSON.stringify(entry.values), right: entry.right }]),
  );
}

function versionStability(
  version: string,
  repeats: number,
  items: readonly (readonly Answer[])[],
  settings: StatisticsSettings,
): VersionStability {
  const mean = (metric: string, scope: string, of: (answers: readonly Answer[]) => number | null) =>
    measureRatio(
      ratioSeries(
        metric,
        scope,
        items.map((answers) => {
          const value = of(answers);
          return value === null ? null : ([value, 1] as const);
        }),
      ),
      settings,
    );
  const names = new Set(items.flat().flatMap(({ fields }) => [...fields.keys()]));
  const fields = [...names].map((field): FieldStability => {
    const having = (answers: readonly Answer[]) =>
      answers.flatMap((answer) => answer.fields.get(field) ?? []);
    return {
      field,
      outcomeFlips: mean('outcome_flips', `field:${field}`, (answers) =>
        flipRate(having(answers).map((answer) => String(answer.right))),
      ),
      valueFlips: mean('value_flips', `field:${field}`, (answers) =>
        flipRate(having(answers).map(({ value }) => value)),
      ),
    };
  });
  const flipsOf = ({ outcomeFlips, valueFlips }: FieldStability) =>
    (outcomeFlips.value ?? 0) + (valueFlips.value ?? 0) / 1000;
  return {
    version,
    repeats,
    passHat: Array.from({ length: repeats }, (_, i) =>
      mean(`pass_hat_${i + 1}`, 'overall', (answers) =>
        passHatK(answers.filter(({ exact }) => exact).length, answers.length, i + 1),
      ),
    ),
    flips: mean('outcome_flips', 'overall', (answers) => flipRate(answers.map(({ exact }) => String(exact)))),
    fields: fields.sort((a, b) => flipsOf(b) - flipsOf(a)),
  };
}
