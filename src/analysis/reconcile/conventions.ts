import type { BatchProcessorRun } from '../../model/wire/batch-processor-run.ts';

/** The conventions by which a service may count its figures, one member per choice. */
export interface Conventions {
  /**
   * Meaning of an explicit null: no value, a value that equals only null, or (in the gold) a value that equals
   * any absent value.
   */
  readonly nulls: 'none' | 'value' | 'absence-is-right';
  /** Whether an empty or blank text is a value. */
  readonly emptyTexts: 'none' | 'value';
  /** Treatment of members that the gold lacks: absent, not scored, or scored only in spurious rows. */
  readonly unlabelled: 'absent' | 'ignore' | 'ignore-in-known-rows';
  /** Whether runs without an output are excluded or count as all missing. */
  readonly failures: 'exclude' | 'missing';
  /** Whether rows of tables are aligned optimally or by index. */
  readonly pairing: 'optimal' | 'index';
  /** Whether shares of fields are means over documents or shares of all cells. */
  readonly fields: 'document-means' | 'cells';
  /** Whether the accuracy is a share of documents or a mean over classes. */
  readonly classes: 'documents' | 'class-means';
  /** Whether shares of splits are shares of all splits or means over packets. */
  readonly splits: 'splits' | 'packet-means';
  readonly splitTypes: 'count' | 'ignored';
  readonly letterCase: 'counts' | 'ignored';
  readonly spaces: 'collapsed' | 'kept' | 'dropped';
  /** Whether numbers are JSON numbers and plain decimals, numbers in any notation, or texts. */
  readonly numbers: 'plain' | 'printed' | 'as-written';
  readonly currencyCodes: 'count' | 'ignored';
  /** Whether 2026-04-03 and "3 April 2026" are different texts or the same day. */
  readonly dates: 'as-written' | 'day';
  readonly fuzzyFields: readonly string[] | 'all';
  /** Smallest similarity at which fuzzy fields match; `null` compares them like other fields. */
  readonly fuzzyThreshold: number | null;
  readonly fuzzyCase: 'counts' | 'ignored';
  /** Fields that no figure includes, with everything inside them. */
  readonly exclude: readonly string[];
  /** Whether a share with a denominator of 0 is absent or 0. */
  readonly undefinedShare: 'absent' | 'zero';
  /** Which confidence takes precedence if a value has two. */
  readonly confidence: 'logprobs-first' | 'ocr-first';
}

/**
 * Returns the conventions that the service publishes (specification, "How the service counts its own metrics"), with the
 * options of the batch. For unpublished rules, uses the simplest assumption: null and blank mean an absent value, texts are
 * equal after white space is collapsed, and fuzzy fields match at a similarity of at least .8 in any letter case.
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

const labels: Readonly<Record<keyof Conventions, string>> = {
  nulls: 'explicit null',
  emptyTexts: 'empty text',
  unlabelled: 'members without a label',
  failures: 'failed runs',
  pairing: 'row alignment',
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
  undefinedShare: 'share with denominator 0',
  confidence: 'confidence',
};

const otherKinds: readonly string[] = ['classes', 'splits', 'splitTypes'];

const ofKind: Readonly<Record<string, readonly (keyof Conventions)[]>> = {
  EXTRACT: (Object.keys(labels) as (keyof Conventions)[]).filter((key) => !otherKinds.includes(key)),
  CLASSIFY: ['failures', 'classes', 'undefinedShare'],
  SPLITTER: ['failures', 'splits', 'splitTypes', 'undefinedShare'],
};

/** Returns the names and values of the conventions that affect this kind of processor. */
export function describeConventions(
  conventions: Conventions,
  kind: string,
): { name: string; value: string }[] {
  return (ofKind[kind] ?? []).map((key) => {
    const value = conventions[key];
    const text = Array.isArray(value) ? value.join(', ') || 'none' : String(value ?? 'off');
    return { name: labels[key], value: text };
  });
}

/** Returns whether two sets of conventions are equal for this kind of processor. */
export function sameConventions(one: Conventions, other: Conventions, kind: string): boolean {
  return (ofKind[kind] ?? []).every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}
