import type { InjectableConvention } from '../../model/wire/batch-processor-run.ts';

/** Counting conventions that the published rules leave open, or that a batch can replace. */
export interface Conventions {
  /** Whether `null` counts as a value, so that two nulls are equal. */
  readonly nullCounts: boolean;
  /** Whether a blank text and an empty list or object count as a value. */
  readonly emptyCounts: boolean;
  /** Whether to ignore extracted values without a member in the expected output. */
  readonly unlabelledIgnored: boolean;
  /** Smallest similarity at which texts of a field in `fuzzyMatchFields` are equal. */
  readonly fuzzyThreshold: number;
  readonly caseFolded: boolean;
  readonly whiteSpace: 'collapsed' | 'kept' | 'dropped';
  /** Whether to compare numbers without their separators and currency symbols. */
  readonly numberFormatsIgnored: boolean;
  readonly currencyCodesIgnored: boolean;
  readonly rows: 'best' | 'by-index';
  /** How to compute shares of fields: mean over the documents, or share of the summed cells. */
  readonly fields: 'document-means' | 'sums';
  /** How to compute shares of classes and splits: share of the sums, or mean over the classes or documents. */
  readonly classes: 'sums' | 'means';
  readonly splitTypesIgnored: boolean;
  readonly excludedIncluded: boolean;
  /** Whether a file with a failed run counts as an empty output. */
  readonly failuresCounted: boolean;
}

export const serviceConventions: Conventions = {
  nullCounts: false,
  emptyCounts: false,
  unlabelledIgnored: false,
  fuzzyThreshold: 0.8,
  caseFolded: false,
  whiteSpace: 'collapsed',
  numberFormatsIgnored: false,
  currencyCodesIgnored: false,
  rows: 'best',
  fields: 'document-means',
  classes: 'sums',
  splitTypesIgnored: false,
  excludedIncluded: false,
  failuresCounted: false,
};

/** Changes of the defaults. `label-edited` and `document-missing` alter the documents (altered-documents.ts). */
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
