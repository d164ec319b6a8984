import { type Conventions, sameConventions } from './conventions.ts';

/** One change of the counting conventions. docs/metrics/reconciliation.md lists all changes. */
export interface ConventionChange {
  readonly id: string;
  readonly text: string;
  readonly change: Partial<Conventions>;
}

type Listed = readonly [id: string, text: string, change: Partial<Conventions>];

const fixed: readonly Listed[] = [
  ['null-counted', 'an explicit null counts as a value and equals only another null', { nulls: 'value' }],
  [
    'null-right-when-absent',
    'a null in the gold counts as an expected value, and is right if nothing was extracted',
    { nulls: 'absence-is-right' },
  ],
  ['empty-counted', 'an empty or blank text counts as a value', { emptyTexts: 'value' }],
  ['unlabelled-ignored', 'values of members that the gold lacks are not scored', { unlabelled: 'ignore' }],
  [
    'unlabelled-ignored-in-known-rows',
    'values of members that the gold lacks are scored only in spurious rows',
    { unlabelled: 'ignore-in-known-rows' },
  ],
  ['failures-counted', 'all values of a document whose run failed count as missing', { failures: 'missing' }],
  ['rows-by-index', 'rows of tables are aligned by their index', { pairing: 'index' }],
  [
    'micro-averaged',
    'precision and recall of fields are computed from the cells of all documents, instead of as means over documents',
    { fields: 'cells' },
  ],
  ['macro-averaged', 'the accuracy is the mean over the classes', { classes: 'class-means' }],
  ['macro-averaged', 'precision and recall of splits are means over packets', { splits: 'packet-means' }],
  ['split-types-ignored', 'the type of a split is ignored', { splitTypes: 'ignored' }],
  ['case-folded', 'letter case is ignored', { letterCase: 'ignored' }],
  ['white-space-kept', 'white space is compared exactly', { spaces: 'kept' }],
  ['white-space-dropped', 'white space is removed before texts are compared', { spaces: 'dropped' }],
  ['number-formats-ignored', 'the notation of numbers is ignored', { numbers: 'printed' }],
  ['numbers-as-written', 'a number and the same number as text differ', { numbers: 'as-written' }],
  ['currency-codes-ignored', 'currency codes are not compared', { currencyCodes: 'ignored' }],
  ['dates-by-day', 'the notation of dates is ignored', { dates: 'day' }],
  ['undefined-zero', 'a rate whose denominator is 0 is reported as 0', { undefinedShare: 'zero' }],
  [
    'ocr-confidence-first',
    'the OCR confidence takes precedence over the confidence of the model',
    { confidence: 'ocr-first' },
  ],
];

const thresholds = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

/** Returns the convention changes that can affect figures of this kind of processor. */
export function conventionChanges(base: Conventions, kind: string): ConventionChange[] {
  return [...fixed, ...excludedChanges(base), ...fuzzyChanges(base)]
    .map(([id, text, change]) => ({ id, text, change }))
    .filter(({ change }) => !sameConventions({ ...base, ...change }, base, kind));
}

function excludedChanges({ exclude }: Conventions): Listed[] {
  if (exclude.length === 0) return [];
  const single = exclude.map((field): Listed => {
    const others = exclude.filter((other) => other !== field);
    return [`excluded-included:${field}`, `the excluded field "${field}" is counted`, { exclude: others }];
  });
  const whole: Listed = ['excluded-included', 'excluded fields are counted', { exclude: [] }];
  return single.length === 1 ? [whole] : [whole, ...single];
}

function fuzzyChanges({ fuzzyFields, fuzzyCase }: Conventions): Listed[] {
  const everywhere: Listed = ['all-fuzzy', 'every text is compared by similarity', { fuzzyFields: 'all' }];
  if (fuzzyFields.length === 0) return [everywhere];
  return [
    ...thresholds.map(
      (threshold): Listed => [
        `fuzzy-threshold-${threshold}`,
        `the fields in "fuzzyMatchFields" match at a similarity of at least ${threshold}`,
        { fuzzyThreshold: threshold },
      ],
    ),
    [
      'fuzzy-off',
      'the fields in "fuzzyMatchFields" are compared like other fields',
      { fuzzyThreshold: null },
    ],
    [
      'fuzzy-case',
      'letter case counts in the fields of "fuzzyMatchFields"',
      { fuzzyCase: fuzzyCase === 'counts' ? 'ignored' : 'counts' },
    ],
    everywhere,
  ];
}
