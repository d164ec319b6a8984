import type { JsonValue } from '../json/json-value.ts';
import type { Citation } from '../processor/output.ts';
import type { ProcessorKind } from '../processor/processor-config.ts';
import type { ComparisonVerdict, PairedComparison, Recommendation } from '../score/comparison.ts';
import type { Counts, LeafOutcome, RowPairing } from '../score/item-score.ts';
import type { Measurement } from '../score/measurement.ts';
import type { ChartDefinition } from './chart.ts';
import type { ComparisonSection } from './comparison-section.ts';
import type { DocumentIndex } from './document-index.ts';
import type { ReportSections } from './report-sections.ts';

/**
 * Everything that a report shows, computed. Renderers sort, filter, format and draw; they never compute a metric.
 * Arrays indexed "a version" run parallel to `versions`. With two versions, 0 is the baseline and 1 the candidate.
 */
export interface ReportModel extends Omit<ReportJson, 'items'> {
  /** The shown documents, at most 1,000, in the order of the record. */
  readonly items: readonly DocumentRow[];
  /** Columns of all documents, or of the shown ones above 100,000. */
  readonly index: DocumentIndex;
}

/** Content of `report.json`. */
export interface ReportJson extends ReportSections {
  readonly schemaVersion: 2;
  readonly title: string;
  readonly kind: ProcessorKind;
  readonly createdAt: string;
  readonly tool: { readonly name: string; readonly version: string };
  readonly processor: { readonly id: string; readonly name: string };
  readonly dataset: { readonly name: string; readonly checksum: string; readonly description?: string };
  /** Dataset and processor as they were typed, to run one item again; null for imports and where the record does not say. */
  readonly rerun: { readonly dataset: string; readonly processor: string } | null;
  readonly documents: {
    readonly planned: number;
    readonly scored: number;
    /** Length of `items`. */
    readonly shown: number;
    /** How the shown documents were chosen; `null` if all are shown. */
    readonly rule: string | null;
  };
  /** The most completed repeats of a document; 1 where it is left out. Rates rest on all of them, documents show the first. */
  readonly repeats?: number;
  readonly versions: readonly ReportVersion[];
  readonly verdict: ReportVerdict;
  readonly tiles: readonly Tile[];
  /** Changed values of the shown documents. */
  readonly changes: {
    readonly newErrors: readonly ChangedDocument[];
    readonly fixed: readonly ChangedDocument[];
    /** Wrong before and wrong now, but differently. */
    readonly changedWrong: readonly ChangedDocument[];
  };
  /** Documents by kind of change, over all documents; `null` with one version. */
  readonly changeCounts: ChangeCounts | null;
  /** EXTRACT only, in schema order (tree flattened; `depth` indents). */
  readonly fields: readonly FieldRow[];
  readonly arrays: readonly ArrayRow[];
  /** The shown documents, at most 1,000, in the order of the record. */
  readonly items: readonly DocumentSummary[];
  readonly slices: readonly SliceRow[];
  readonly speed: readonly SpeedRow[];
  /** Null, or not there in older models, where there are not two versions. */
  readonly comparison?: ComparisonSection | null;
  readonly method: MethodSection;
  readonly charts: readonly ChartDefinition[];
}

export interface ReportVersion {
  /** What readers call it, unique within the report: `1.0`, `draft`. */
  readonly name: string;
  /** The word that was asked for: `latest`. */
  readonly requested: string;
  readonly resolved: string;
  readonly versionId: string;
  readonly configHash: string;
  readonly role: 'baseline' | 'candidate' | 'only';
  /** Documents by state, over all documents. */
  readonly states: Readonly<Record<DocumentVersion['state'], number>>;
  /** Lines of the difference to the baseline's config: `baseProcessor: "extraction_light" -> "extraction_performance"`. */
  readonly configDifference: readonly string[];
}

export interface ReportVerdict {
  readonly recommendation: Recommendation;
  /** One sentence, plain text, that stands alone. */
  readonly sentence: string;
  /** The rule that led to it, and what would settle an open question. */
  readonly reasons: readonly string[];
}

export interface Tile {
  readonly label: string;
  /** A version each. */
  readonly values: readonly (Measurement | null)[];
  readonly difference: Measurement | null;
  readonly verdict: ComparisonVerdict | null;
  /** Which direction is better. */
  readonly better: 'higher' | 'lower';
  /** A version each: what a reader must know beside the number (`certified, threshold 0.93`). */
  readonly notes?: readonly (string | null)[];
}

export interface ChangedDocument {
  readonly itemId: string;
  /** The leaf, class or packet that changed. */
  readonly path: string;
  readonly expected: string;
  readonly baseline: string;
  readonly candidate: string;
}

export interface ChangeCounts {
  readonly newErrors: number;
  readonly fixed: number;
  readonly changedWrong: number;
  readonly same: number;
}

export interface FieldRow {
  /** `line_items.amount` */
  readonly field: string;
  readonly label: string;
  readonly depth: number;
  readonly type: string;
  /** A node with children has no leaf of its own; its numbers are the sums. */
  readonly isLeaf: boolean;
  /** Documents that expect a value. */
  readonly support: number;
  readonly counts: readonly Counts[];
  readonly precision: readonly Measurement[];
  readonly recall: readonly Measurement[];
  readonly f1: readonly Measurement[];
  readonly comparison: PairedComparison | null;
  /** Why the versions are not compared here: one of them does not read it. The figures are each version's own. */
  readonly notComparable?: string;
  /** Most frequent wrong pairs of the last version. */
  readonly confusions: readonly {
    readonly expected: string;
    readonly predicted: string;
    readonly times: number;
    /** Documents that have this pair; `items` names the first five. */
    readonly documents: number;
    readonly items: readonly string[];
  }[];
}

export interface ArrayRow {
  readonly field: string;
  /** A version each. */
  readonly values: readonly {
    readonly expectedRows: number;
    readonly predictedRows: number;
    readonly exactRows: number;
    readonly dropped: number;
    readonly spurious: number;
    readonly inversions: number;
    /** Of the invented rows: repeated ones, and parts of an expected row; of the dropped ones: read into another row. */
    readonly duplicated: number;
    readonly split: number;
    readonly merged: number;
    /** Fewest rows to move so that all stand in order. */
    readonly outOfOrder: number;
    /** Pairs that order alone decided, and the fewest cells that any pair is better than no pair. */
    readonly ties: number;
    readonly margin: number | null;
    /** Tables with too many rows to look for all of these. */
    readonly notDiagnosed: number;
    readonly cardinalityRight: Measurement;
    readonly rowRecall: Measurement;
    readonly rowPrecision: Measurement;
    /** The service's rule: correct cells / max(expected cells, predicted cells). */
    readonly cells: Measurement;
  }[];
}

export interface DocumentRow {
  /** Number of the document in the record, from 0. */
  readonly position: number;
  readonly itemId: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly change: 'new-errors' | 'fixed' | 'changed-wrong' | 'same' | 'none';
  readonly versions: readonly DocumentVersion[];
  /** The expectation, as it was read. */
  readonly expected: JsonValue;
  /** Where page images can be made from; null when there is nothing to show. */
  readonly document: {
    readonly kind: 'file' | 'text';
    readonly path: string | null;
    readonly text?: string;
  } | null;
}

/** A shown document in `report.json`. */
export interface DocumentSummary
  extends Pick<DocumentRow, 'position' | 'itemId' | 'name' | 'tags' | 'change'> {
  readonly versions: readonly DocumentVersionSummary[];
}

export interface DocumentVersionSummary
  extends Pick<
    DocumentVersion,
    'state' | 'failure' | 'counts' | 'exact' | 'confidence' | 'latencyMs' | 'credits' | 'runId'
  > {
  /** Leaves that are incorrect, missing or spurious, or that the versions read differently. */
  readonly leaves: readonly LeafOutcome[];
}

export interface DocumentVersion {
  readonly state: 'scored' | 'failed' | 'cancelled' | 'not-run';
  readonly failure: string | null;
  readonly counts: Counts;
  readonly exact: boolean | null;
  /** EXTRACT: every leaf. CLASSIFY: one leaf `type`. SPLITTER: one leaf a document of the packet. */
  readonly leaves: readonly LeafOutcome[];
  readonly rows: readonly RowPairing[];
  /** By leaf path in the prediction. */
  readonly citations: Readonly<Record<string, readonly Citation[]>>;
  readonly confidences: Readonly<Record<string, number | null>>;
  readonly confidence: number | null;
  readonly latencyMs: number | null;
  readonly credits: number | null;
  readonly runId: string | null;
  readonly output: JsonValue;
}

export interface SliceRow {
  readonly tag: string;
  readonly value: string;
  readonly documents: number;
  /** A version each: the headline rate and document-exact. */
  readonly headline: readonly Measurement[];
  readonly exact: readonly Measurement[];
}

export interface SpeedRow {
  readonly version: string;
  readonly latency: readonly Measurement[];
  readonly credits: Measurement | null;
  readonly pages: Measurement | null;
}

export interface MethodSection {
  readonly policies: readonly { readonly name: string; readonly value: string; readonly meaning: string }[];
  /** Headline metrics under every other policy. */
  readonly sensitivity: readonly {
    readonly policy: string;
    readonly values: readonly (Measurement | null)[][];
    readonly metrics: readonly string[];
  }[];
  readonly definitions: readonly { readonly term: string; readonly text: string; readonly anchor: string }[];
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** Item runs without a score, and the reason: the first 100. */
  readonly unscored: readonly {
    readonly itemId: string;
    readonly version: string;
    readonly reason: string;
  }[];
  /** Item runs without a score, in all. */
  readonly unscoredCount: number;
  readonly scorerFingerprint: string;
  readonly seed: string;
}
