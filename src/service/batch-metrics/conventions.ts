import type { InjectableConvention } from '../../model/wire/batch-processor-run.ts';

/** The choices that a count depends on and that the service's published rules leave open, or could be changed in. */
export interface Conventions {
  /** A member that is null counts as a value, and two nulls as the same. */
  readonly nullCounts: boolean;
  /** A blank text, an empty list or object counts as a value. */
  readonly emptyCounts: boolean;
  /** What is extracted where the expectation has no such member is left out. */
  readonly unlabelledIgnored: boolean;
  /** From this likeness on, texts of a field in `fuzzyMatchFields` are the same. */
  readonly fuzzyThreshold: number;
  readonly caseFolded: boolean;
  readonly whiteSpace: 'collapsed' | 'kept' | 'dropped';
  /** Values that read as the same number are the same, whatever their separators and signs of currency. */
  readonly numberFormatsIgnored: boolean;
  readonly currencyCodesIgnored: boolean;
  readonly rows: 'best' | 'by-index';
  /** Shares of fields: mean over documents, or of the summed cells. */
  readonly fields: 'document-means' | 'sums';
  /** Splits: of the summed splits, or mean over documents; classes: share of files, or mean over classes. */
  readonly classes: 'sums' | 'means';
  readonly splitTypesIgnored: boolean;
  readonly excludedIncluded: boolean;
  /** Files whose run failed count as having extracted nothing. */
  readonly failuresCounted: boolean;
}

/** How this service counts where nothing is planted. */
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

/** `label-edited` and `document-missing` change the documents instead (planted-documents.ts). */
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

export function conventionsWith(planted: readonly InjectableConvention[]): Conventions {
  return Object.assign({}, serviceConventions, ...planted.map((name) => changes[name])) as Conventions;
}
