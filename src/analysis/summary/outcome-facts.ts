import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { Rerun } from '../../model/record/rerun.ts';
import type { Tone } from '../../model/report/summary.ts';
import type { PairedComparison, Recommendation, Verdict } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { ChangedLabels } from './changed-labels.ts';

/** The data from which the verdict and the sentences of a report are derived. */
export interface OutcomeFacts {
  readonly kind: ProcessorKind;
  /** Number of documents in the record; `labelled` counts those with gold. */
  readonly documents: number;
  readonly labelled: number;
  /** Names of the versions, the baseline first. */
  readonly versions: readonly string[];
  /**
   * Set if item runs have not ended, or if the run has not written its summary. `missing` is a text with the numbers of
   * item runs that were not run, cancelled or failed (`13 not run, 1 failed`); it can be empty. `hint` is the command
   * that continues the run.
   */
  readonly unfinished: {
    readonly ended: number;
    readonly planned: number;
    readonly missing: string;
    readonly hint: string;
  } | null;
  /**
   * Sentence on the documents that no figure covers, because their item runs have not ended; `null` if there are no
   * such documents.
   */
  readonly leftOut: string | null;
  /**
   * Set if the share of failed item runs is above the accepted share. `documents` counts documents that failed in any
   * version.
   */
  readonly failures: {
    readonly documents: number;
    readonly reason: string | null;
    readonly reasonCount: number;
    readonly hint: string;
  } | null;
  /**
   * Number of values that the last version has right; `null` if no value was scored. Classes, and documents of packets,
   * are values too.
   */
  readonly rightValues: number | null;
  /** Sentences on fields and classes that the gold has and a schema does not. */
  readonly unknownGold: readonly string[];
  /** Fields or classes that are not compared, each with the reason. */
  readonly notCompared: readonly string[];
  /** Sentences on items that were left out because the two records differ in them. */
  readonly restrictions: readonly string[];
  /** Set if the documents were selected from an earlier record by their errors; `null` for other records. */
  readonly subset: Rerun | null;
  /**
   * Set if the run has only a part of the dataset: `chosen` describes documents that a person selected, and `random`
   * describes a random sample.
   */
  readonly selection: { readonly chosen: string | null; readonly random: string | null };
  readonly gate: Verdict | null;
  /** Share of fully right documents per version. */
  readonly exact: readonly (Measurement | null)[];
  /**
   * Comparison of fully right documents, followed by that of the headline rate. Empty unless there are two versions.
   */
  readonly headline: readonly PairedComparison[];
  /** Comparisons of fields or classes. */
  readonly parts: readonly PairedComparison[];
  /** Tag values whose documents are significantly worse, such as `quality scan`. `null` if no group was compared. */
  readonly worseGroups: readonly string[] | null;
  readonly recommendation: Recommendation;
  readonly configDifferences: number;
  /** Documents that got worse; `null` unless there are two versions. */
  readonly changes: DocumentCounts | null;
  readonly cost: CostFacts | null;
  readonly time: TimeFacts | null;
  /** Saving per month, and its currency; `null` if `business` lacks necessary settings. */
  readonly saving: {
    readonly value: number;
    readonly low: number;
    readonly high: number;
    readonly currency: string;
  } | null;
  /** Largest loss that is negligible, as a share: 0.01 is one of 100. */
  readonly margin: number;
  /** Number of documents with which an inconclusive comparison can be decided; `null` if this number is unknown. */
  readonly documentsNeeded: number | null;
  /** Largest number of completed repeats of a document. */
  readonly repeats: number;
  /** The field or class with the lowest rate: `payment_terms (77 of 100)`; `null` if every field or class is right. */
  readonly weakest: string | null;
  /** Number of documents for which both versions gave the same answer; `null` unless there are two versions. */
  readonly sameAnswers: number | null;
  /** How the gold changed after the run; `null` if it has not changed. */
  readonly goldChanged: ChangedLabels | null;
  /**
   * Number of changed labels in favour of the candidate, if the candidate is better only because labels changed. `null`
   * if the verdict does not depend on changed labels.
   */
  readonly dependsOnLabels: number | null;
  /** Headline of the verdict under the gold at the time of the run; `null` if no label changed since. */
  readonly headlineBefore: string | null;
  /** Number of configs that were tried on these documents up to this run; `undefined` if it is unknown. */
  readonly tries: number | undefined;
  /**
   * Folder of the record, or the folders of two compared records. Some sentences contain a command with this folder.
   */
  readonly record: string;
  /** Whether goldset ran the documents. Imported predictions cannot be run again. */
  readonly isRun: boolean;
}

/** Documents that got worse, counted over all documents of a record. */
export interface DocumentCounts {
  /** Number of documents with at least one value that was right and is now wrong. */
  readonly newErrors: number;
  /** Number of values that were right and are now wrong. */
  readonly newErrorValues: number;
  /** How many of the documents with new errors have fewer errors in total than before. */
  readonly fewerInTotal: number;
  /** Number of documents that were fully right and are now wrong, or that lost their result. */
  readonly newlyWrong: number;
  /** How many of the newly wrong documents had a result before and have none now. */
  readonly lost: number;
}

/** Credits per document. */
export interface CostFacts {
  readonly before: number | null;
  readonly after: number;
}

/** Time per document in milliseconds. */
export interface TimeFacts {
  /** Typical (median) time. */
  readonly before: number | null;
  readonly after: number;
  /** Difference of the mean times with its interval; `null` if it is unknown. */
  readonly difference: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/**
 * The texts of a verdict. `tone` and `publish` are set only if they differ from the defaults of the rule
 * (`outcomeRules`).
 */
export interface OutcomeTexts {
  readonly headline: string;
  /** Sentences of the verdict; `null` for a sentence that does not apply. */
  readonly sentences: readonly (string | null)[];
  readonly nextStep: string;
  readonly tone?: Tone;
  readonly publish?: boolean;
}

/** Returns whether a headline rate is significantly better. */
export function hasImproved({ headline }: OutcomeFacts): boolean {
  return headline.some(({ verdict }) => verdict === 'improved');
}

/** Returns the significant losses of fields or classes. If there are none, returns those of headline rates. */
export function lossesOf({ parts, headline }: OutcomeFacts): PairedComparison[] {
  const worse = (list: OutcomeFacts['parts']) =>
    list
      .filter(({ verdict }) => verdict === 'regressed')
      .sort((a, b) => (a.difference.value ?? 0) - (b.difference.value ?? 0));
  const ofParts = worse(parts);
  return ofParts.length > 0 ? ofParts : worse(headline);
}
