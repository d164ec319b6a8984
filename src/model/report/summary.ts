import { grouped } from '../../base/phrases.ts';

/** States of a report, in the order in which they are tried. The first state that applies is the verdict. */
export const outcomeStates = [
  'unfinished',
  'unusable',
  'nothingRight',
  'notComparable',
  'selectedPart',
  'gateFailed',
  'gateInconclusive',
  'singleVersion',
  'identical',
  'worse',
  'dependsOnLabels',
  'better',
  'equal',
  'notEnoughEvidence',
  'noGold',
] as const;
export type OutcomeState = (typeof outcomeStates)[number];

/** States in which the figures support no verdict. */
export const statesWithoutVerdict: readonly OutcomeState[] = [
  'unfinished',
  'unusable',
  'notComparable',
  'selectedPart',
  'noGold',
];

/** Colour role of a verdict. `amber`: better, but a person has to decide about cost or time. */
export const tones = ['better', 'worse', 'stop', 'amber', 'inconclusive', 'neutral'] as const;
export type Tone = (typeof tones)[number];

/** Page one of a report. All texts are finished, so that the page, PDF, Markdown and terminal show equal sentences. */
export interface ReportSummary {
  readonly heading: SummaryHeading;
  readonly outcome: SummaryOutcome;
  /** Up to three figures in plain words. Empty if nothing was measured. */
  readonly numbers: readonly SummaryNumber[];
  /** Short notes on the figures, such as `Few documents: treat the figures as examples.` */
  readonly notes: readonly string[];
  /** Hours and money per month; `null` without a `business` block, or if nothing was measured. */
  readonly business: BusinessSummary | null;
  readonly lookFirst: LookFirst;
  /** Fields or classes with the largest significant gains, at most three. */
  readonly gains: readonly NotablePart[];
  /** Fields or classes with the largest significant losses, at most three, the largest loss first. */
  readonly losses: readonly NotablePart[];
  /** Fields or classes with the lowest rates of the last version below 100 %, at most two. */
  readonly weakest: readonly NotablePart[];
  readonly configChanges: ConfigChanges | null;
  /** Sentences that explain the verdict: its rule, interval, test and number of documents. */
  readonly why: readonly string[];
}

export interface SummaryHeading {
  readonly title: string;
  /** What the report is about: `draft against 1.0`, or `version 1.0`. */
  readonly subject: string;
  /** Facts about the run, such as `54 documents` or `22 Nov 2026`. */
  readonly facts: readonly string[];
}

export interface SummaryOutcome {
  readonly state: OutcomeState;
  readonly sign: string;
  readonly tone: Tone;
  readonly headline: string;
  readonly sentences: readonly string[];
  /** What to do next, as a sentence. Commands are between backticks. */
  readonly nextStep: string;
  /** Result of the gate: `No rules set`, `All 28 rules pass`. */
  readonly rules: string;
  /** Whether the text recommends publishing. Only texts of the states `better` and `equal` can do this. */
  readonly publish: boolean;
}

/** Returns headline and sentences of a verdict as one text. */
export function outcomeText({ headline, sentences }: Pick<SummaryOutcome, 'headline' | 'sentences'>): string {
  return [`${headline}.`, ...sentences].join(' ');
}

/** Returns the next step without the backticks around commands, for formats that have no code font. */
export function plainNextStep({ nextStep }: Pick<SummaryOutcome, 'nextStep'>): string {
  return nextStep.replaceAll('`', '');
}

export interface SummaryNumber {
  readonly key: 'fullyRight' | 'valuesRight' | 'workLeft' | 'wrongPlace' | 'cutsToMove';
  /** Name of the figure, such as `Fully right`. */
  readonly label: string;
  /** Value of the figure in words, such as `0 → 48 of 100`. */
  readonly text: string;
  /** Range of the figure, such as `range 35 to 61`. Empty if there are fewer than 20 documents. */
  readonly range: string;
  /**
   * The figure of each version as a count, such as `3 of 8`, and the change, such as `+2`. Set if the report has fewer
   * than 20 documents: tables then show counts instead of shares. The change is empty if there is only one version, or
   * if the versions have different numbers of documents or values.
   */
  readonly fewCounts?: { readonly versions: readonly string[]; readonly change: string };
  /** Counts behind the figure: `26 of 54 documents, 0 of 54 before`. */
  readonly counts: string;
  /**
   * Further information, such as `22 → 4 values each; all documents need a review`; `null` if there is nothing to add.
   */
  readonly detail: string | null;
  /**
   * Target that the figure is compared with: `target 70 of 100 (business.target): missed by 22`, or a text that no
   * target is set; `null` for a figure that cannot have a target.
   */
  readonly reference: string | null;
  /** Shares to draw on a line from 0 to 1; `null` for a figure that is not a share. */
  readonly mark: {
    readonly before: number | null;
    readonly after: number;
    readonly low: number | null;
    readonly high: number | null;
    readonly target: number | null;
  } | null;
}

export interface BusinessSummary {
  readonly lines: readonly BusinessLine[];
  /**
   * Saving per month in the currency, not rounded. `null` if the `business` block lacks a key that is needed, or if
   * there is only one version.
   */
  readonly saving: { readonly value: number; readonly low: number; readonly high: number } | null;
  readonly currency: string | null;
}

export interface BusinessLine {
  readonly key: 'volume' | 'hours' | 'credits' | 'undetected' | 'saving' | 'paysOff';
  readonly text: string;
  /** Assumptions behind the figures, one phrase each: `1 min to check a document`. */
  readonly assumptions: readonly string[];
}

export interface LookFirst {
  /** At most five documents with different problems, the most important first. */
  readonly documents: readonly LookFirstDocument[];
  /**
   * Number of documents with new errors, or with errors if the report has only one version. `documents` shows only some
   * of them.
   */
  readonly total: number;
  /**
   * Number of documents that have no result now, and whose earlier result had no right value. Such documents have no
   * new errors, so `total` does not include them.
   */
  readonly lost: number;
  /**
   * Number of documents in `total` and `lost` that no entry of `documents` represents. One entry can represent several
   * documents.
   */
  readonly more: number;
  /** What `total` counts: documents with `new errors`, or with `errors` if the report has only one version. */
  readonly of: 'new errors' | 'errors';
}

/** Returns `7 with new errors`, or `7 with new errors, 1 that lost its result`. */
export function lookFirstCounts({ total, lost, of }: LookFirst): string {
  const counts = [
    ...(total > 0 || lost === 0 ? [`${grouped(total)} with ${of}`] : []),
    ...(lost > 0 ? [`${grouped(lost)} that lost ${lost === 1 ? 'its' : 'their'} result`] : []),
  ];
  return counts.join(', ');
}

export interface LookFirstDocument {
  readonly itemId: string;
  readonly position: number;
  /** Errors in words: `15 → 10 errors, 5 new`, or `fully right before, 2 errors now`. */
  readonly errors: string;
  /** Short form of `errors`: `15 → 10`, `2` for one version, or `no result`. */
  readonly errorCounts: string;
  readonly newlyWrong: boolean;
  /**
   * Path of the value that is shown for the document: `line_items[1].description`. Empty if the document lost its
   * result.
   */
  readonly path: string;
  /** The path in words: `line item 2, description`. */
  readonly place: string;
  readonly expected: string;
  /** Value per version, in the order of the versions. */
  readonly values: readonly string[];
  /** Confidence of the last version in its value, 0 to 1; `null` if there is none. */
  readonly confidence: number | null;
  /**
   * Set if the list shows this document in place of several documents with the same cause of error: `Day and month
   * swapped (3 documents)`.
   */
  readonly sameCause?: string;
  /** `null` if the report has no picture of the value. */
  readonly crop: PageCrop | null;
  /** Why there is no picture, or how the position of the value was found. Not set if an output cites the position. */
  readonly cropNote?: string;
}

/**
 * Part of a page that shows a value. All lengths are shares of the page: 0 is the left or upper edge, and 1 is the
 * right or lower edge.
 */
export interface PageCrop {
  /** Number of the page, from 1. */
  readonly page: number;
  /** Boxes to outline, with the version that cites them. Empty if the position of the value is unknown. */
  readonly boxes: readonly {
    readonly version: number;
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }[];
}

export interface NotablePart {
  readonly name: string;
  /** Result of each version: `0 → 98`, or `77` for one version. */
  readonly text: string;
}

export const configChangeGroups = ['model', 'instructions', 'schema', 'other'] as const;
export type ConfigChangeGroup = (typeof configChangeGroups)[number];

export interface ConfigChanges {
  /**
   * The first four changes, and the number of other changes: `base processor light → performance · extraction rules: 2
   * instructions added · due_date has a new description`.
   */
  readonly sentence: string;
  readonly settings: readonly ConfigSetting[];
}

/** One setting that differs between the configs of the two versions. */
export interface ConfigSetting {
  readonly group: ConfigChangeGroup;
  /** Path in the config: `schema.properties.due_date.description`. */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed' | 'reordered';
  /** `null` if the setting was added. */
  readonly from: string | null;
  /** `null` if the setting was removed. */
  readonly to: string | null;
  /** The change in words: `due_date has a new description`. */
  readonly text: string;
  /** The changed words of a text, in reading order; `null` unless both values are texts of several words. */
  readonly difference: readonly TextPart[] | null;
  /** Field that the setting describes, and the result of this field: `due_date 74 → 100`; `null` if there is none. */
  readonly result: { readonly field: string; readonly text: string } | null;
}

/** A part of two compared texts. The part is in both texts, only in the earlier text, or only in the later text. */
export interface TextPart {
  readonly change: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Example of the marks that `differenceText` puts around removed and added words. */
export const differenceMarks = '[-removed-] {+added+}';

/**
 * Returns a difference as plain text: `The [-printed-] {+payment+} date`. `git diff --word-diff` uses the same marks.
 */
export function differenceText(parts: readonly TextPart[]): string {
  return parts.reduce((text, { change, text: words }) => {
    if (change === 'same') return text + words;
    const [, start = '', core = '', end = ''] = /^(\s*)(.*?)(\s*)$/s.exec(words) ?? [];
    // Put a space between a removed part and the added part that replaces it.
    const gap = text.endsWith('-]') && start === '' ? ' ' : '';
    return `${text}${gap}${start}${change === 'removed' ? `[-${core}-]` : `{+${core}+}`}${end}`;
  }, '');
}
