import isEqual from 'fast-deep-equal';
import type { BatchProcessorRun } from '../../model/wire/batch-processor-run.ts';

interface Choice {
  readonly label: string;
  /** Possible values, the default first. Not set if the convention is a list of fields or a number. */
  readonly values?: readonly string[];
  /** Kinds of processors whose figures the convention affects. By default, only EXTRACT. */
  readonly kinds?: readonly string[];
}

/** All counting rules in which services may differ, in the order in which the report lists them. */
const choices = {
  /**
   * Meaning of an explicit null. `none`: there is no value. `value`: null is a value that equals only another null.
   * `absence-is-right`: a null in the gold is an expected value, and an output without a value is right.
   */
  nulls: { label: 'explicit null', values: ['none', 'value', 'absence-is-right'] },
  emptyTexts: { label: 'empty text', values: ['none', 'value'] },
  /**
   * Meaning of a missing label. `absent`: a prediction is spurious. `ignore`: a prediction is not scored.
   * `ignore-in-known-rows`: a prediction is scored only in spurious rows.
   */
  unlabelled: { label: 'members without a label', values: ['absent', 'ignore', 'ignore-in-known-rows'] },
  /** How a run without an output counts: it is excluded, or all its values are missing. */
  failures: {
    label: 'failed runs',
    values: ['exclude', 'missing'],
    kinds: ['EXTRACT', 'CLASSIFY', 'SPLITTER'],
  },
  pairing: { label: 'row alignment', values: ['optimal', 'index'] },
  /** How precision and recall of a field are computed: as means over documents, or as shares of all cells. */
  fields: { label: 'precision and recall of fields', values: ['document-means', 'cells'] },
  /** How the accuracy of classes is computed: as a share of documents, or as a mean over classes. */
  classes: { label: 'accuracy of classes', values: ['documents', 'class-means'], kinds: ['CLASSIFY'] },
  /** How precision and recall of splits are computed: as shares of all splits, or as means over packets. */
  splits: {
    label: 'precision and recall of splits',
    values: ['splits', 'packet-means'],
    kinds: ['SPLITTER'],
  },
  splitTypes: { label: 'types of splits', values: ['count', 'ignored'], kinds: ['SPLITTER'] },
  letterCase: { label: 'letter case', values: ['counts', 'ignored'] },
  spaces: { label: 'white space', values: ['collapsed', 'kept', 'dropped'] },
  /**
   * Which values are compared as numbers: JSON numbers and plain decimals (`plain`), numbers in any notation
   * (`printed`), or only JSON numbers (`as-written`).
   */
  numbers: { label: 'numbers', values: ['plain', 'printed', 'as-written'] },
  currencyCodes: { label: 'currency codes', values: ['count', 'ignored'] },
  /** Whether 2026-04-03 and "3 April 2026" are different texts (`as-written`) or the same day (`day`). */
  dates: { label: 'dates', values: ['as-written', 'day'] },
  fuzzyFields: { label: 'fuzzyMatchFields' },
  fuzzyThreshold: { label: 'fuzzy threshold' },
  fuzzyCase: { label: 'letter case in fuzzy fields', values: ['ignored', 'counts'] },
  exclude: { label: 'excludeFields' },
  /** Whether a share with a denominator of 0 is left out or is 0. */
  undefinedShare: {
    label: 'rate with denominator 0',
    values: ['absent', 'zero'],
    kinds: ['EXTRACT', 'CLASSIFY', 'SPLITTER'],
  },
  /** Which confidence score is used if a value has two confidence scores. */
  confidence: { label: 'confidence', values: ['logprobs-first', 'ocr-first'] },
} as const satisfies Readonly<Record<string, Choice>>;

type Choices = typeof choices;
type Listed = {
  [Name in keyof Choices]: Choices[Name] extends { values: unknown } ? Name : never;
}[keyof Choices];

export type Conventions = { readonly [Name in Listed]: Choices[Name]['values'][number] } & {
  readonly fuzzyFields: readonly string[] | 'all';
  /**
   * Smallest similarity at which two texts of a fuzzy field match. If `null`, fuzzy fields are compared like other
   * fields.
   */
  readonly fuzzyThreshold: number | null;
  /** Fields that all figures exclude, including the fields inside them. */
  readonly exclude: readonly string[];
};

const all = Object.entries<Choice>(choices) as [keyof Conventions, Choice][];

/**
 * Returns the published conventions of the service, with the options of the batch (specification, "How the service
 * counts its own metrics"). Unpublished conventions have the simplest value: null and blank mean no value, and white
 * space is collapsed before texts are compared. Fuzzy fields match at a similarity of at least .8 and ignore letter
 * case.
 */
export function baseConventions(options: BatchProcessorRun['options']): Conventions {
  const published = all.flatMap(([name, { values }]) => (values === undefined ? [] : [[name, values[0]]]));
  return {
    ...(Object.fromEntries(published) as Pick<Conventions, Listed>),
    fuzzyFields: options?.fuzzyMatchFields ?? [],
    fuzzyThreshold: 0.8,
    exclude: options?.excludeFields ?? [],
  };
}

function choicesOf(kind: string): [keyof Conventions, Choice][] {
  return all.filter(([, { kinds = ['EXTRACT'] }]) => kinds.includes(kind));
}

export function describeConventions(
  conventions: Conventions,
  kind: string,
): { name: string; value: string }[] {
  return choicesOf(kind).map(([name, { label }]) => {
    const value = conventions[name];
    const text = Array.isArray(value) ? value.join(', ') || 'none' : String(value ?? 'off');
    return { name: label, value: text };
  });
}

export function sameConventions(one: Conventions, other: Conventions, kind: string): boolean {
  return choicesOf(kind).every(([name]) => isEqual(one[name], other[name]));
}
