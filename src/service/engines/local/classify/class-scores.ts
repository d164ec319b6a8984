import type { ClassProfile } from './class-profile.ts';
import type { PageEvidence } from './page-evidence.ts';

/**
 * Weights of the evidence in the logit of a class. The weights were tuned by hand on one half of a set of public
 * documents of many types, and checked on the other half.
 */
const weights = { title: 6, name: 2, cues: 3, terms: 1.6, phrases: 1.2, shape: 1.2 } as const;

/** Logit for the result "no class fits". A title of an unknown document type raises this logit. */
const unknownLogit = 1.6;
const unknownTitleWeight = 2.2;
/** Logit of a class such as `other`. Such a class wins if there is no evidence for the other classes. */
const fallbackLogit = 2.4;
/** Divisor of the logits. With this value, about 90 % of the outputs with a confidence of 0.9 are right. */
export const temperature = 0.85;

export interface ClassScores {
  /** One logit per class, in the order of the config. */
  readonly logits: readonly number[];
  readonly unknown: number;
}

/**
 * Combines the evidence of a document's pages. The first page has the largest weight, because titles are there.
 */
export function scoreClasses(profiles: readonly ClassProfile[], pages: readonly PageEvidence[]): ClassScores {
  let unknownTitle = 0;
  const logits = new Array<number>(profiles.length).fill(0);
  let total = 0;
  pages.forEach((page, position) => {
    unknownTitle = Math.max(unknownTitle, page.unknownTitle * titleDecay(position));
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
  const unknown = unknownLogit + unknownTitleWeight * unknownTitle;
  profiles.forEach((profile, index) => {
    if (profile.fallback)
      logits[index] = Math.max(fallbackLogit + unknownTitleWeight * unknownTitle, logits[index] ?? 0);
  });
  return { logits, unknown };
}

/** Returns the logit of one class from the running text of a page. Ignores titles. */
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

/**
 * Returns the probability of each class. If the sum is below 1, the difference is the probability that no class fits.
 */
export function classProbabilities(scores: ClassScores, hasFallback: boolean): number[] {
  const scaled = scores.logits.map((logit) => logit / temperature);
  const unknown = hasFallback ? -Infinity : scores.unknown / temperature;
  const highest = Math.max(unknown, ...scaled);
  const exponentials = scaled.map((logit) => Math.exp(logit - highest));
  const sum = exponentials.reduce((total, value) => total + value, Math.exp(unknown - highest));
  return exponentials.map((value) => value / sum);
}

export function indexOfLargest(values: readonly number[]): number {
  let best = 0;
  values.forEach((value, index) => {
    if (value > (values[best] ?? -Infinity)) best = index;
  });
  return best;
}
