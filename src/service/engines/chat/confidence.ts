/** Result of the check of a value against the pages. */
export type QuoteCheck =
  /** The quote is on a page and contains the value. A text value without a quote counts as its own quote. */
  | 'supported'
  /** The model gave a quote that is not on a page, or that does not contain the value. */
  | 'contradicted'
  /** The model gave no quote although the request asked for it, and the value itself is not a text on a page. */
  | 'unquoted'
  /** The request did not ask for quotes. */
  | 'unchecked';

const factors: Readonly<Record<QuoteCheck, number>> = {
  supported: 1,
  unchecked: 1,
  unquoted: 0.75,
  contradicted: 0.5,
};

/** Probability of an answer if the server sends no probabilities of tokens. */
const assumedProbability = 0.8;

/**
 * Returns the confidence of a value, 0 to 1, rounded to three decimals. The confidence is the probability of the
 * value's tokens (0.8 if the server sends none), multiplied by a factor for `check`. The factor is 1 for `supported` and
 * `unchecked`, 0.75 for `unquoted` and 0.5 for `contradicted`.
 */
export function confidenceOf(probability: number | null, check: QuoteCheck): number {
  return Math.round((probability ?? assumedProbability) * factors[check] * 1_000) / 1_000;
}
