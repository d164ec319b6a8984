import type { BatchProcessorRun } from '../../model/wire/batch-processor-run.ts';

/** The points at which a service's figures can be counted in more than one way. */
export interface Conventions {
  /** An explicit null: no value; a value that null alone equals; or, in the gold, a value that any absence equals. */
  readonly nulls: 'none' | 'value' | 'absence-is-right';
  /** An empty or blank text: no value, or one. */
  readonly emptyTexts: 'none' | 'value';
  /** What the gold has no value for and no null: absent, not judged, or not judged where it has rows to tell by. */
  readonly unlabelled: 'absent' | 'ignore' | 'ignore-in-known-rows';
  /** Runs without an output: in no figure, or all missing. */
  readonly failures: 'exclude' | 'missing';
  /** Rows of tables: best to best, or by their number. */
  readonly pairing: 'optimal' | 'index';
  /** Shares of fields: mean over documents, or one share of all cells. */
  readonly fields: 'document-means' | 'cells';
  /** Accuracy of classes: share of documents, or mean over the classes. */
  readonly classes: 'documents' | 'class-means';
  /** Shares of splits: of all splits, or mean over packets. */
  readonly splits: 'splits' | 'packet-means';
  readonly splitTypes: 'count' | 'ignored';
  readonly letterCase: 'counts' | 'ignored';
  readonly spaces: 'collapsed' | 'kept' | 'dropped';
  /** JSON numbers and plain decimals; any printed number in any field; or only what is written alike. */
  readonly numbers: 'plain' | 'printed' | 'as-written';
  readonly currencyCodes: 'count' | 'ignored';
  /** 2026-04-03 and "3 April 2026": different texts, or the same day. */
  readonly dates: 'as-written' | 'day';
  readonly fuzzyFields: readonly string[] | 'all';
  /** Least likeness that is a match in those fields; null compares them like all others. */
  readonly fuzzyThreshold: number | null;
  readonly fuzzyCase: 'counts' | 'ignored';
  /** Fields that are in no figure, with all that lies in them. */
  readonly exclude: readonly string[];
  /** What a share without anything to divide by is told as. */
  readonly undefinedShare: 'absent' | 'zero';
  /** Which confidence a value has where there are two. */
  readonly confidence: 'logprobs-first' | 'ocr-first';
}

/**
 * How we count in the service's place: by its published rules (spec: "How the service counts its own metrics") and the
 * options of the batch. Where it publishes nothing, the plainest reading: null and blank are no value, texts are the same
 * after white space is collapsed, a fuzzy field matches from .8 on in any letter case.
 */
export function baseConventions(options: BatchProcessorRun['options']): Conventions {
  return {
    nulls: 'none',
    emptyTexts: 'none',
    unlabelled: 'absent',
    failures: 'exclude',
    pairing: 'optimal',
    fields: 'document-means',
    classes: 'documents',
    splits: 'splits',
    splitTypes: 'count',
    letterCase: 'counts',
    spaces: 'collapsed',
    numbers: 'plain',
    currencyCodes: 'count',
    dates: 'as-written',
    fuzzyFields: options?.fuzzyMatchFields ?? [],
    fuzzyThreshold: 0.8,
    fuzzyCase: 'ignored',
    exclude: options?.excludeFields ?? [],
    undefinedShare: 'absent',
    confidence: 'logprobs-first',
  };
}

const words: Readonly<Record<keyof Conventions, string>> = {
  nulls: 'explicit null',
  emptyTexts: 'empty text',
  unlabelled: 'what the gold does not label',
  failures: 'failed runs',
  pairing: 'rows paired',
  fields: 'shares of fields',
  classes: 'accuracy of classes',
  splits: 'shares of splits',
  splitTypes: 'types of splits',
  letterCase: 'letter case',
  spaces: 'white space',
  numbers: 'numbers',
  currencyCodes: 'currency codes',
  dates: 'dates',
  fuzzyFields: 'fuzzyMatchFields',
  fuzzyThreshold: 'fuzzy threshold',
  fuzzyCase: 'letter case in fuzzy fields',
  exclude: 'excludeFields',
  undefinedShare: 'share of nothing',
  confidence: 'confidence',
};

const ofKind: Readonly<Record<string, readonly (keyof Conventions)[]>> = {
  EXTRACT: [
    'nulls',
    'emptyTexts',
    'unlabelled',
    'failures',
    'pairing',
    'fields',
    'letterCase',
    'spaces',
    'numbers',
    'currencyCodes',
    'dates',
    'fuzzyFields',
    'fuzzyThreshold',
    'fuzzyCase',
    'exclude',
    'undefinedShare',
    'confidence',
  ],
  CLASSIFY: ['failures', 'classes', 'undefinedShare'],
  SPLITTER: ['failures', 'splits', 'splitTypes', 'undefinedShare'],
};

/** The conventions that matter for a kind, as a reader is told them. */
export function describeConventions(
  conventions: Conventions,
  kind: string,
): { name: string; value: string }[] {
  return (ofKind[kind] ?? []).map((key) => {
    const value = conventions[key];
    const text = Array.isArray(value) ? value.join(', ') || 'none' : String(value ?? 'off');
    return { name: words[key], value: text };
  });
}

/** Whether two sets of conventions say the same for a kind. */
export function sameConventions(one: Conventions, other: Conventions, kind: string): boolean {
  return (ofKind[kind] ?? []).every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}
