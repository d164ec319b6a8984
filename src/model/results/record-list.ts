import type { ProcessorKind } from '../processor/processor-config.ts';
import type { ReportJson } from '../report/report-model.ts';
import type { SummaryOutcome } from '../report/summary.ts';

/** Content of `summary.json`: page one of a report, and the facts about the run that a list of records shows. */
export interface ReportHead
  extends Pick<
    ReportJson,
    | 'title'
    | 'kind'
    | 'createdAt'
    | 'dataset'
    | 'processor'
    | 'documents'
    | 'versions'
    | 'changeCounts'
    | 'summary'
  > {
  readonly schemaVersion: 1;
}

/**
 * A line of the list of records, as the server of `goldset view` sends it. A list without the line `end` is incomplete.
 */
export type RecordListLine =
  | { readonly folder: string }
  | { readonly records: readonly RecordEntry[] }
  | { readonly end: true };

/** A record in a folder of records, as `goldset view` lists it. */
export type RecordEntry = ReadableRecord | DamagedRecord;

interface FoundRecord {
  /** Names the record in the addresses of `goldset view`: the first 12 hex digits of the SHA-256 of `path`. */
  readonly key: string;
  /**
   * Path of the folder that contains the record, relative to the listed folder; `.` for the listed folder itself. The
   * separator is always `/`.
   */
  readonly path: string;
}

export interface DamagedRecord extends FoundRecord {
  readonly state: 'damaged';
  /** What is wrong, with the file and line. */
  readonly problem: string;
  readonly fix: string;
}

export interface ReadableRecord extends FoundRecord {
  /** `running`: another process writes the record. `unfinished`: the run stopped before its end. */
  readonly state: 'finished' | 'running' | 'unfinished';
  readonly createdAt: string;
  readonly dataset: string;
  readonly processor: string;
  readonly kind: ProcessorKind;
  readonly versions: readonly string[];
  readonly items: number;
  /**
   * Text that is equal for two records if they have the same items, gold and scoring options. Figures of two records
   * can be compared only if this text is equal.
   */
  readonly comparable: string;
  /**
   * Verdict and main figures from the report next to the record; `null` if there is no report, or if the record has
   * changed since the report was written.
   */
  readonly headline: RecordHeadline | null;
}

export interface RecordHeadline extends Pick<SummaryOutcome, 'state' | 'sign' | 'tone' | 'headline'> {
  /** Fully right documents: `0 → 48 of 100`; `null` if they were not measured. */
  readonly measure: string | null;
  /** Range of the last figure in `measure`: `range 35 to 61`. Empty if there are fewer than 20 documents. */
  readonly range: string;
  /** Share of fully right documents of the last version, 0 to 1; `null` if it was not measured. */
  readonly share: number | null;
  /** Number of documents with new errors; `null` unless the record has two versions. */
  readonly newErrors: number | null;
}
