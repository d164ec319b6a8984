import { getOrCreate } from '../../../base/collections.ts';
import { flipRate } from '../../../stats/intervals/repeat-stability.ts';
import type { RunScore, ScoredRun } from '../documents/document-scores.ts';
import { right } from '../documents/find-changes.ts';
import { CodeColumn } from './code-column.ts';

/**
 * How often a field changes between repeats of one document: the share of pairs of repeats in which the field differs.
 * `outcomes` compares whether the field is right, and `values` compares the predicted values. Both are `null` for fewer
 * than two repeats.
 */
export interface FieldFlips {
  readonly outcomes: number | null;
  readonly values: number | null;
}

const noFlips: FieldFlips = { outcomes: null, values: null };

/** Results of the scored repeats of one version, per document. */
export class StabilityColumns {
  /** Whether the document is fully right, one entry per repeat. */
  readonly exact = new CodeColumn<readonly boolean[]>([]);
  readonly fields = new Map<string, CodeColumn<FieldFlips>>();

  add(position: number, runs: readonly ScoredRun[]): void {
    const repeats = runs.flatMap((run) => scoredRepeat(run) ?? []);
    const exact = repeats.map((repeat) => repeat.exact);
    this.exact.set(position, exact.join(), () => exact);
    for (const field of new Set(repeats.flatMap(({ fields }) => [...fields.keys()]))) {
      const having = repeats.flatMap(({ fields }) => fields.get(field) ?? []);
      const flips: FieldFlips = {
        outcomes: flipRate(having.map((value) => String(value.right))),
        values: flipRate(having.map(({ value }) => value)),
      };
      const column = getOrCreate(this.fields, field, () => new CodeColumn<FieldFlips>(noFlips));
      column.set(position, `${flips.outcomes} ${flips.values}`, () => flips);
    }
  }
}

interface ScoredRepeat {
  readonly exact: boolean;
  readonly fields: ReadonlyMap<string, { readonly value: string; readonly right: boolean }>;
}

/** Returns the values of one repeat; `null` if the repeat was not run or not scored. */
function scoredRepeat({ state, score }: ScoredRun): ScoredRepeat | null {
  if (state === 'not-run') return null;
  const exact = isExact(score);
  return exact === null ? null : { exact, fields: fieldsOf(score) };
}

function fieldsOf(score: RunScore): ScoredRepeat['fields'] {
  if (score.kind === 'CLASSIFY') {
    const { predictedLabel, correct } = score.result;
    return new Map([['class', { value: JSON.stringify(predictedLabel), right: correct === true }]]);
  }
  if (score.kind === 'SPLITTER') return new Map();
  const found = new Map<string, { values: unknown[]; right: boolean }>();
  for (const { field, predicted, outcome } of score.counts.itemScore().leaves) {
    if (outcome === 'excluded') continue;
    const entry = getOrCreate(found, field, () => ({ values: [], right: true }));
    if (predicted !== undefined && predicted !== null) entry.values.push(predicted);
    entry.right &&= right(outcome);
  }
  return new Map(
    [...found].map(([field, entry]) => [field, { value: JSON.stringify(entry.values), right: entry.right }]),
  );
}

/**
 * Returns whether everything in an item run is right: all leaves, the class, or the whole packet. Returns `null` if
 * there is no score.
 */
export function isExact(score: RunScore): boolean | null {
  if (score.kind === 'EXTRACT') return score.counts.exact;
  if (score.kind === 'CLASSIFY') return score.result.correct;
  return score.counted ? score.split.packetExact : null;
}
