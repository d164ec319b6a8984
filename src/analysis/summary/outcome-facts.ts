import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { Rerun } from '../../model/record/rerun.ts';
import type { Tone } from '../../model/report/summary.ts';
import type { PairedComparison, Recommendation, Verdict } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { ChangedLabels } from './changed-labels.ts';

/** The facts that decide the verdict of a report and its sentences. */
export interface OutcomeFacts {
  readonly kind: ProcessorKind;
  /** Number of documents of the record, and of those with gold. */
  readonly documents: number;
  readonly labelled: number;
  /** Names of the versions, the baseline first. */
  readonly versions: readonly string[];
  /**
   * Set if item runs have not ended, or if the run was not closed. `missing` is `13 not run, 1 failed`, or empty. `hint` is
   * the command that continues.
   */
  readonly unfinished: {
    readonly ended: number;
    readonly planned: number;
    readonly missing: string;
    readonly hint: string;
  } | null;
  /**
   * Set if the share of failed item runs is above the accepted share. `documents` have a failed item run in any
   * version.
   */
  readonly failures: {
    readonly documents: number;
    readonly reason: string | null;
    readonly reasonCount: number;
    readonly hint: string;
  } | null;
  /** Number of right values (classes, documents of packets) of the last version; `null` if none was scored. */
  readonly rightValues: number | null;
  /** Sentences on keys and classes of the gold that a schema does not have. */
  readonly unknownGold: readonly string[];
  /** Fields or classes that only one version has. */
  readonly notCompared: readonly string[];
  /** Sentences on items that were left out because they differ between the records. */
  readonly restrictions: readonly string[];
  /** `chosen`: the run has only documents that a person selected. `random`: it has a random sample. Both in words. */
  /** The documents of an earlier record that were selected by their errors; `null` for other records. */
  readonly subset: Rerun | null;
  readonly selection: { readonly chosen: string | null; readonly random: string | null };
  readonly gate: Verdict | null;
  /** Share of fully right documents per version. */
  readonly exact: readonly (Measurement | null)[];
  /** Comparison of fully right documents, then of the headline rate; empty unless there are two versions. */
  readonly headline: readonly PairedComparison[];
  /** Comparisons of fields or classes. */
  readonly parts: readonly PairedComparison[];
  /** Tag values that are significantly worse, as `quality scan`. `null` if no group was compared. */
  readonly worseGroups: readonly string[] | null;
  readonly recommendation: Recommendation;
  /** Number of settings that differ between the configs. */
  readonly configDifferences: number;
  /** Changes of single documents between two versions; `null` for other reports. */
  readonly changes: DocumentCounts | null;
  readonly cost: CostFacts | null;
  readonly time: TimeFacts | null;
  /** Saving per month, and its currency; `null` without the necessary keys of `business`. */
  readonly saving: {
    readonly value: number;
    readonly low: number;
    readonly high: number;
    readonly currency: string;
  } | null;
  /** Largest loss that does not matter, as a share: 0.01 is one of 100. */
  readonly margin: number;
  /** Number of documents that can decide an inconclusive comparison; `null` if unknown. */
  readonly documentsNeeded: number | null;
  /** Largest number of completed repeats of a document. */
  readonly repeats: number;
  /** `payment_terms (77 of 100)`; `null` if every field or class is right. */
  readonly weakest: string | null;
  /** Number of documents for which both versions gave the same answer; `null` unless there are two versions. */
  readonly sameAnswers: number | null;
  /** How the gold changed after the run; `null` if it is the gold of the run. */
  readonly goldChanged: ChangedLabels | null;
  /**
   * Number of changed labels in favour of the candidate without which the candidate would not be better; `null` if the
   * verdict does not depend on changed labels.
   */
  readonly dependsOnLabels: number | null;
  /** Folder of the record, for commands. */
  readonly record: string;
  /** Whether goldset ran the documents. Imported predictions cannot be run again. */
  readonly isRun: boolean;
}

/** Documents that got worse, counted over all documents of a record. */
export interface DocumentCounts {
  /** Documents with at least one value that was right and is wrong now. */
  readonly newErrors: number;
  /** Number of such values in these documents. */
  readonly newErrorValues: number;
  /** Those of the documents that have fewer errors in total than before. */
  readonly fewerInTotal: number;
  /** Documents that were fully right and are not any more, or lost their result. */
  readonly newlyWrong: number;
  /** Those of the newly wrong documents that had a result and have none now. */
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

/** The texts of a verdict. `tone` and `publish` are set only if they differ from those of the rule. */
export interface OutcomeTexts {
  readonly headline: string;
  /** Sentences; `null` for one that does not apply. */
  readonly sentences: readonly (string | null)[];
  readonly nextStep: string;
  readonly tone?: Tone;
  readonly publish?: boolean;
}

/** Returns whether a headline rate is significantly better. */
export function hasImproved({ headline }: OutcomeFacts): boolean {
  return headline.some(({ verdict }) => verdict === 'improved');
}

/** Returns the significant losses: those of fields or classes, otherwise those of headline rates. */
export function lossesOf({ parts, headline }: OutcomeFacts): PairedComparison[] {
  const worse = (list: OutcomeFacts['parts']) =>
    list
      .filter(({ verdict }) => verdict === 'regressed')
      .sort((a, b) => (a.difference.value ?? 0) - (b.difference.value ?? 0));
  const ofParts = worse(parts);
  return ofParts.length > 0 ? ofParts : worse(headline);
}
