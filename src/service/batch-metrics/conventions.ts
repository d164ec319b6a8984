import type { InjectableConvention } from '../../model/wire/batch-processor-run.ts';

/** Conventions by which this service computes metrics. A batch can replace them by injected conventions. */
export const serviceConventions = {
  /** Whether `null` counts as a value, so that two nulls are equal. */
  nullCounts: false,
  /** Whether blank texts, empty lists and empty objects count as values. */
  emptyCounts: false,
  /** Whether to ignore extracted values whose field is absent from the expected output. */
  unlabelledIgnored: false,
  /** Smallest similarity (0 to 1) at which texts of a field in `fuzzyMatchFields` are equal. */
  fuzzyThreshold: 0.8,
  caseFolded: false,
  whiteSpace: 'collapsed' as 'collapsed' | 'kept' | 'dropped',
  /** Whether to compare numbers without their separators and currency symbols. */
  numberFormatsIgnored: false,
  currencyCodesIgnored: false,
  rows: 'best' as 'best' | 'by-index',
  /**
   * How to compute the metrics of a field. `document-means` computes each metric per document and averages over the
   * documents. `sums` adds up the counts of all documents and then divides.
   */
  fields: 'document-means' as 'document-means' | 'sums',
  /**
   * How to compute the metrics of classifiers and splitters. `sums` adds up the counts of all classes or documents and
   * then divides. `means` averages the metrics of the classes or documents.
   */
  classes: 'sums' as 'sums' | 'means',
  splitTypesIgnored: false,
  excludedIncluded: false,
  /** Whether a file with a failed run counts as a file with an empty output. */
  failuresCounted: false,
};
export type Conventions = Readonly<typeof serviceConventions>;

/**
 * How each injected convention changes the defaults. altered-documents.ts applies `label-edited` and
 * `document-missing`.
 */
const changes: Readonly<Record<InjectableConvention, Partial<Conventions>>> = {
  'null-counted': { nullCounts: true },
  'empty-counted': { emptyCounts: true },
  'unlabelled-ignored': { unlabelledIgnored: true },
  'fuzzy-threshold-0.6': { fuzzyThreshold: 0.6 },
  'fuzzy-threshold-0.9': { fuzzyThreshold: 0.9 },
  'case-folded': { caseFolded: true },
  'white-space-kept': { whiteSpace: 'kept' },
  'white-space-dropped': { whiteSpace: 'dropped' },
  'number-formats-ignored': { numberFormatsIgnored: true },
  'currency-codes-ignored': { currencyCodesIgnored: true },
  'rows-by-index': { rows: 'by-index' },
  'micro-averaged': { fields: 'sums' },
  'macro-averaged': { classes: 'means' },
  'split-types-ignored': { splitTypesIgnored: true },
  'excluded-included': { excludedIncluded: true },
  'failures-counted': { failuresCounted: true },
  'label-edited': {},
  'document-missing': {},
};

export function conventionsWith(injected: readonly InjectableConvention[]): Conventions {
  return Object.assign({}, serviceConventions, ...injected.map((name) => changes[name])) as Conventions;
}
