import type { ClassProfile } from './class-profile.ts';
import type { PageEvidence } from './page-evidence.ts';

/**
 * Weights of the kinds of evidence in the logit of a class. They were fitted by hand on public documents of many
 * kinds, half of which were kept back; they belong to no data set.
 */
const weights = { title: 6, name: 2, cues: 3, terms: 1.6, phrases: 1.2, shape: 1.2 } as const;

/** Logit of "none of these", raised by a title that names a kind without a class. */
const unknownLogit = 1.6;
const foreignWeight = 2.2;
/** A class for anything else wins where nothing speaks for the others. */
const fallbackLogit = 2.4;
/** Spread of the logits, so that a confidence of .9 is right about nine times in ten. */
export const temperature = 0.85;

export interface ClassScores {
  /** One logit a class, in the config's order. */
  readonly logits: readonly number[];
  readonly unknown: number;
}

/** Folds the evidence of a document's pages; the first page, where titles stand, weighs most. */
export function scoreClasses(profiles: readonly ClassProfile[], pages: readonly PageEvidence[]): ClassScores {
  let foreign = 0;
  const logits = new Array<number>(profiles.length).fill(0);
  let total = 0;
  pages.forEach((page, position) => {
    foreign = Math.max(foreign, page.foreign * titleDecay(position));
    total += bodyWeight(page, position);
  });
  profiles.forEach((_, index) => {
    let [title, body] = [0, 0];
    pages.forEach((page, position) => {
      title = Math.max(title, (page.title[index] ?? 0) * titleDecay(position));
      body += bodyWeight(page, position) * bodyLogit(page, index);
    });
    logits[index] = weights.title * title + (total > 0 ? body / total : 0);
  });
  const unknown = unknownLogit + foreignWeight * foreign;
  profiles.forEach((profile, index) => {
    if (profile.fallback)
      logits[index] = Math.max(fallbackLogit + foreignWeight * foreign, logits[index] ?? 0);
  });
  return { logits, unknown };
}

/** What the running text of one page says for one class, without its titles. */
export function bodyLogit(page: PageEvidence, index: number): number {
  return (
    weights.name * (page.name[index] ?? 0) +
    weights.cues * (page.cues[index] ?? 0) +
    weights.terms * (page.terms[index] ?? 0) +
    weights.phrases * (page.phrases[index] ?? 0) +
    weights.shape * (page.shape[index] ?? 0)
  );
}

function titleDecay(position: number): number {
  return position === 0 ? 1 : position === 1 ? 0.5 : 0.35;
}

function bodyWeight(page: PageEvidence, position: number): number {
  return page.words === 0 ? 0 : position === 0 ? 3 : 1;
}

/** Probabilities of the classes; what is missing to 1 is the probability that none of them fits. */
export function classProbabilities(scores: ClassScores, hasFallback: boolean): number[] {
  const scaled = scores.logits.map((logit) => logit / temperature);
  const unknown = hasFallback ? -Infinity : scores.unknown / temperature;
  const highest = Math.max(unknown, ...scaled);
  const exponentials = scaled.map((logit) => Math.exp(logit - highest));
  const sum = exponentials.reduce((total, value) => total + value, Math.exp(unknown - highest));
  return exponentials.map((value) => value / sum);
}
