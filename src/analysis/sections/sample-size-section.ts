import type { SampleSizeSection } from '../../model/report/sample-size-section.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { planForEffects } from '../sample-size/sample-size.ts';

/** Options of the sample-size section; an absent option has its default. */
export interface SampleSizeOptions {
  readonly effects?: readonly number[];
  readonly power?: number;
}

/** Estimates the documents that differences of several sizes need, from the discordant share of the versions. */
export function sampleSizeSection(
  run: FoldedRun,
  { effects = [0.03, 0.05], power = 0.8 }: SampleSizeOptions,
  confidence: number,
): SampleSizeSection | null {
  const questions = planForEffects(run, effects, { power, confidence });
  const [first] = questions[0] ?? [];
  if (first === undefined) return null;
  return {
    effects,
    power,
    confidence,
    basis: first.basis,
    rows: questions.flatMap((rows) => {
      const [row] = rows;
      if (row === undefined) return [];
      const { scope, label, observedOn, rate, discordant } = row;
      return {
        scope,
        label,
        observedOn: observedOn ?? 0,
        rate,
        discordant,
        needed: rows.map(({ documents, cautious }) => ({ documents, cautious })),
      };
    }),
  };
}
