import type { JsonValue } from '../json/json-value.ts';
import type { Citation } from '../processor/output.ts';
import type { ProcessorKind } from '../processor/processor-config.ts';
import type { ReusedOutputs } from '../record/reused-outputs.ts';
import type { LeafCitation } from '../score/citation-counts.ts';
import type { ComparisonVerdict, PairedComparison, Recommendation } from '../score/comparison.ts';
import type { Counts, LeafOutcome, RowPairing } from '../score/item-score.ts';
import type { Measurement } from '../score/measurement.ts';
import type { OptionsStatement } from '../score/option-differences.ts';
import type { ChartDefinition } from './chart.ts';
import type { DocumentIndex } from './document-index.ts';
import type { ChangeCounts, ChangedDocument, ChangesSince, DocumentChange } from './document-state.ts';
import type { ReportSections } from './report-sections.ts';
import type { ComparisonSection } from './sections/comparison-section.ts';
import type { ProposedLabels } from './sections/label-noise.ts';
import type { ReportSummary } from './summary.ts';

/**
 * The content of a report. It contains all metrics, so that renderers do not compute metrics. Lists with one entry per
 * version have the order of `versions`: the baseline, then the candidate.
 */
export interface ReportModel extends Omit<ReportJson, 'items'> {
  /** The shown documents, at most 1,000, in the order of the record. */
  readonly items: readonly DocumentRow[];
  /**
   * The documents as columns. If there are more than 100,000 documents, the index contains only the shown documents.
   */
  readonly index: DocumentIndex;
}

export interface ReportJson extends ReportSections {
  readonly schemaVersion: 2;
  readonly title: string;
  readonly kind: ProcessorKind;
  readonly createdAt: string;
  readonly tool: { readonly name: string; readonly version: string };
  readonly processor: { readonly id: string; readonly name: string };
  readonly dataset: {
    readonly name: string;
    readonly checksum: string;
    readonly description?: string;
    /** Labels that processor versions proposed, one entry per version; not set if no version did. */
    readonly proposedLabels?: readonly ProposedLabels[];
  };
  /** Arguments of the command that runs one item again; `null` if the command is unknown. */
  readonly rerun: {
    readonly dataset: string;
    readonly processor: string;
    /** Flags that change figures; not set if there are none. */
    readonly flags?: readonly string[];
  } | null;
  readonly documents: {
    readonly planned: number;
    readonly scored: number;
    readonly shown: number;
    /** Rule by which the shown documents were chosen; `null` if all are shown. */
    readonly rule: string | null;
  };
  /**
   * Largest number of completed repeats of a document. Rates use all repeats. The view of a single document shows its
   * first repeat.
   */
  readonly repeats?: number;
  readonly versions: readonly ReportVersion[];
  readonly verdict: ReportVerdict;
  /** Page one: verdict, figures, documents to open first and changes of the config, as finished sentences. */
  readonly summary: ReportSummary;
  readonly tiles: readonly Tile[];
  /** The shown documents with a changed value, the most important first. Empty with one version. */
  readonly changes: readonly ChangedDocument[];
  /** Number of documents per state, over all documents with gold; `null` unless there are two versions. */
  readonly changeCounts: ChangeCounts | null;
  /** Fields of EXTRACT in the order of the schema. `depth` is the nesting level of a field. */
  readonly fields: readonly FieldRow[];
  readonly arrays: readonly ArrayRow[];
  /** The shown documents, at most 1,000, in the order of the record. */
  readonly items: readonly DocumentSummary[];
  readonly slices: readonly SliceRow[];
  readonly speed: readonly SpeedRow[];
  /** `null` or not set unless there are two versions. */
  readonly comparison?: ComparisonSection | null;
  /** Changes since the earlier record of a rerun; not set for other records. */
  readonly since?: ChangesSince;
  /**
   * Number of configs that were tried on these documents up to this run, counted over the complete records in the
   * reports folder of the run. Not set if this number is unknown.
   */
  readonly tries?: number;
  readonly method: MethodSection;
  readonly charts: readonly ChartDefinition[];
}

export interface ReportVersion {
  /** Name that is unique within the report: `1.0`, `draft`. */
  readonly name: string;
  readonly requested: string;
  readonly resolved: string;
  readonly versionId: string;
  readonly configHash: string;
  readonly role: 'baseline' | 'candidate' | 'only';
  /** Number of documents per state. `without-gold` is not set if every document has gold. */
  readonly states: Readonly<Record<Exclude<DocumentVersion['state'], 'without-gold'>, number>> & {
    readonly 'without-gold'?: number;
  };
  /** Differences from the config of the baseline: `baseProcessor: "extraction_light" -> "extraction_performance"`. */
  readonly configDifference: readonly string[];
}

export interface ReportVerdict {
  /** What the comparison of quality recommends. `summary.outcome` also considers cost, time, rules and the margin. */
  readonly recommendation: Recommendation;
  /** Why the run does not support a full verdict; not set if the run supports it. */
  readonly code?: 'incomplete-run' | 'selected-subset' | 'too-many-failures' | 'selected-part' | 'no-gold';
  /** Headline and sentences of `summary.outcome`. */
  readonly sentence: string;
  /** Sentences: the rule behind the recommendation, and the comparisons to which it was applied. */
  readonly reasons: readonly string[];
}

export interface Tile {
  readonly label: string;
  readonly values: readonly (Measurement | null)[];
  readonly difference: Measurement | null;
  readonly verdict: ComparisonVerdict | null;
  readonly better: 'higher' | 'lower';
  /** For each version, a note next to its value in `values`, such as `certified, threshold 0.93`. */
  readonly notes?: readonly (string | null)[];
}

export interface FieldRow {
  /** Name of the field, such as `line_items.amount`. */
  readonly field: string;
  readonly label: string;
  readonly depth: number;
  readonly type: string;
  /** `false` for a field with nested fields. The counts of such a field are the sums over the nested fields. */
  readonly isLeaf: boolean;
  readonly support: number;
  readonly counts: readonly Counts[];
  readonly precision: readonly Measurement[];
  readonly recall: readonly Measurement[];
  readonly f1: readonly Measurement[];
  readonly comparison: PairedComparison | null;
  /** Reason why the versions are not compared, if only one of them has the field. */
  readonly notComparable?: string;
  /** Most frequent wrong values of the last version, each with its expected value. */
  readonly confusions: readonly {
    readonly expected: string;
    readonly predicted: string;
    readonly times: number;
    /**
     * Number of documents in which `predicted` was read in place of `expected`. `items` names the first five of these
     * documents.
     */
    readonly documents: number;
    readonly items: readonly string[];
  }[];
}

export interface ArrayRow {
  readonly field: string;
  readonly values: readonly {
    readonly expectedRows: number;
    readonly predictedRows: number;
    readonly exactRows: number;
    readonly missing: number;
    readonly spurious: number;
    readonly inversions: number;
    /** Number of spurious rows that repeat another predicted row. */
    readonly duplicated: number;
    /** Number of spurious rows whose text is part of an expected row. */
    readonly split: number;
    /** Number of missing rows whose text is part of a predicted row that is paired with a different expected row. */
    readonly merged: number;
    /** Smallest number of rows that have to move so that all rows are in the expected order. */
    readonly outOfOrder: number;
    /**
     * Number of row pairs that were chosen only by the order of the rows, because another pairing fits equally well.
     */
    readonly ties: number;
    /** Smallest `RowDiagnostics.margin` of all tables; `null` if no table has a margin. */
    readonly margin: number | null;
    /** Number of tables with too many rows for these diagnostics. */
    readonly notDiagnosed: number;
    readonly cardinalityRight: Measurement;
    readonly rowRecall: Measurement;
    readonly rowPrecision: Measurement;
    /** Share of correct cells by the rule of the service: correct cells / max(expected cells, predicted cells). */
    readonly cells: Measurement;
  }[];
}

export interface DocumentRow {
  /** Number of the document in the record, from 0. */
  readonly position: number;
  readonly itemId: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Difference between the first two versions; `null` if there is only one version, or if the document has no gold. */
  readonly change: DocumentChange | null;
  readonly versions: readonly DocumentVersion[];
  readonly expected: JsonValue;
  /** Source of the page images; `null` if the dataset refers to the document by URL or file id. */
  readonly document: {
    readonly kind: 'file' | 'text';
    readonly path: string | null;
    readonly text?: string;
  } | null;
}

export interface DocumentSummary
  extends Pick<DocumentRow, 'position' | 'itemId' | 'name' | 'tags' | 'change'> {
  readonly versions: readonly DocumentVersionSummary[];
}

export interface DocumentVersionSummary
  extends Pick<
    DocumentVersion,
    'state' | 'failure' | 'counts' | 'exact' | 'confidence' | 'latencyMs' | 'credits' | 'runId'
  > {
  /** Leaves that are incorrect, missing or spurious, and leaves for which the versions predicted different values. */
  readonly leaves: readonly LeafOutcome[];
}

export interface DocumentVersion {
  readonly state: 'scored' | 'without-gold' | 'failed' | 'cancelled' | 'not-run';
  readonly failure: string | null;
  readonly counts: Counts;
  /**
   * Whether the document is fully right: all its leaves, its class, or the whole packet. For a document without an
   * output: `false`, or `null` if the failures policy is `exclude`. Also `null` if all leaves are excluded, or if only
   * one version has the class.
   */
  readonly exact: boolean | null;
  /** EXTRACT: every leaf. CLASSIFY: one leaf `type`. SPLITTER: one leaf per document of the packet. */
  readonly leaves: readonly LeafOutcome[];
  /**
   * For each wrong value, why it is wrong, in a few words. The key is the position of the value in `leaves`. Not set if
   * no value is wrong.
   */
  readonly reasons?: Readonly<Record<number, string>>;
  readonly rows: readonly RowPairing[];
  /**
   * For each predicted value, the positions on the pages that the output cites. The key is the path of the value in the
   * prediction.
   */
  readonly citations: Readonly<Record<string, readonly Citation[]>>;
  /**
   * For each predicted value, the result of checking its citation. The key is the path of the value in the prediction.
   * Not set if the citations were not read.
   */
  readonly cited?: Readonly<Record<string, CitedLeaf>>;
  readonly confidences: Readonly<Record<string, number | null>>;
  readonly confidence: number | null;
  readonly latencyMs: number | null;
  readonly credits: number | null;
  readonly runId: string | null;
  readonly output: JsonValue;
}

/**
 * Result for the citation of one value. `ocr` is true if words in the cited boxes come from character recognition
 * (OCR).
 */
export type CitedLeaf = Pick<LeafCitation, 'state' | 'ocr'>;

export interface SliceRow {
  readonly tag: string;
  readonly value: string;
  readonly documents: number;
  /** Headline rate, one value per version. */
  readonly headline: readonly Measurement[];
  /** Share of fully right documents, one value per version. */
  readonly exact: readonly Measurement[];
}

export interface SpeedRow {
  readonly version: string;
  readonly latency: readonly Measurement[];
  readonly credits: Measurement | null;
  readonly pages: Measurement | null;
  /** Outputs copied from earlier runs. Time and cost include these outputs. Not set if no output was copied. */
  readonly reused?: ReusedOutputs;
}

export interface MethodSection extends OptionsStatement {
  readonly policies: readonly { readonly name: string; readonly value: string; readonly meaning: string }[];
  readonly sensitivity: readonly {
    readonly policy: string;
    readonly values: readonly (Measurement | null)[][];
    readonly metrics: readonly string[];
  }[];
  /**
   * Definitions of terms. `anchor` names a page and a heading of docs/metrics, such as
   * `extraction.md#precision`.
   */
  readonly definitions: readonly { readonly term: string; readonly text: string; readonly anchor: string }[];
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** The first 100 item runs without a score, with the reason. */
  readonly unscored: readonly {
    readonly itemId: string;
    readonly version: string;
    readonly reason: string;
  }[];
  readonly unscoredCount: number;
  /** Values that the gold marks as unclear: their number, and the first 100 of them. Not set if there are none. */
  readonly unclear?: {
    readonly count: number;
    readonly values: readonly { readonly itemId: string; readonly path: string; readonly reason: string }[];
  };
  readonly scorerFingerprint: string;
  readonly seed: string;
}
