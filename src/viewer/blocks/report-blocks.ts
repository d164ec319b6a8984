import type { JsonValue } from '../../model/json/json-value.ts';
import type { ChartDefinition } from '../../model/report/chart.ts';
import type {
  ComparisonSection,
  FieldChange,
  SliceComparison,
  SpeedComparison,
} from '../../model/report/comparison-section.ts';
import type { ConfidenceSection } from '../../model/report/confidence-section.ts';
import type { DocumentIndex } from '../../model/report/document-index.ts';
import type { ErrorAttribution } from '../../model/report/error-attribution.ts';
import type { LabelIssueSection } from '../../model/report/label-issue.ts';
import type { Reconciliation } from '../../model/report/reconciliation.ts';
import type {
  ArrayRow,
  ChangedDocument,
  ClassSection,
  DocumentVersion,
  FieldRow,
  MethodSection,
  PacketSection,
  ReportModel,
  SliceRow,
  SpeedRow,
} from '../../model/report/report-model.ts';
import type { SampleSizeSection } from '../../model/report/sample-size-section.ts';
import type { PairedComparison, Verdict, VerdictCheck } from '../../model/score/comparison.ts';
import type { Outcome } from '../../model/score/item-score.ts';

/**
 * The blocks that a report file carries. The head is plain JSON, so that the first screen waits for nothing; every
 * other block is deflated and decoded when its section is opened. Written by `render-html.ts`, read by the viewer.
 */
export interface HeadBlock {
  readonly title: string;
  readonly kind: ReportModel['kind'];
  readonly createdAt: string;
  readonly tool: ReportModel['tool'];
  readonly processor: ReportModel['processor'];
  readonly dataset: ReportModel['dataset'];
  readonly rerun: ReportModel['rerun'];
  readonly documents: ReportModel['documents'];
  readonly versions: ReportModel['versions'];
  readonly verdict: ReportModel['verdict'];
  readonly tiles: ReportModel['tiles'];
  readonly newErrors: ChangeList;
  readonly fixed: ChangeList;
  readonly changedWrong: ChangeList;
  /** Fields that the first screen of a single version names, worst first. */
  readonly worstFields: readonly FieldRow[];
  readonly gate: GateHead | null;
  readonly speed: readonly SpeedRow[];
  /** With two versions: what is different in speed and cost, and what could not be compared. */
  readonly speedChanges: readonly SpeedComparison[];
  readonly notComparable: readonly FieldChange[];
  readonly restrictions: readonly string[];
  /** How many documents would settle what the verdict leaves open. */
  readonly settles: ComparisonSection['settles'];
  /** Sections with content, in the order of the rail. */
  readonly sections: readonly SectionName[];
  /** The most often that a document was run for a version. */
  readonly repeats: number;
  readonly left: OmittedContent;
}

/** What did not go into the file, to be said in it. */
export interface OmittedContent {
  /** Shown documents whose values did not fit into the file. */
  readonly details: number;
  readonly images: { readonly inlined: number; readonly overBudget: number; readonly budgetBytes: number };
}

export type SectionName =
  | 'changed'
  | 'gate'
  | 'fields'
  | 'arrays'
  | 'documents'
  | 'classes'
  | 'packets'
  | 'attribution'
  | 'confidence'
  | 'sample-size'
  | 'slices'
  | 'label-issues'
  | 'service'
  | 'speed'
  | 'charts'
  | 'method';

/** What the first screen says of the gate; the `gate` block has every check. */
export interface GateHead extends Pick<Verdict, 'status' | 'sentence'> {
  readonly checks: number;
  /** The first checks that do not hold: failed ones, then those that cannot be told. */
  readonly open: readonly Pick<VerdictCheck, 'name' | 'status' | 'reason'>[];
  readonly openInAll: number;
}

export interface ChangeList {
  readonly documents: number;
  /** The first ones, one entry a document. */
  readonly first: readonly (ChangedDocument & { readonly more: number })[];
}

export interface FieldsBlock {
  readonly fields: readonly FieldRow[];
  readonly arrays: readonly ArrayRow[];
}

export type ClassesBlock = ClassSection;
export type PacketsBlock = PacketSection;
export type ConfidenceBlock = ConfidenceSection;
export type ServiceBlock = Reconciliation;
export type LabelIssuesBlock = LabelIssueSection;
export type GateBlock = Verdict;
export type SampleSizeBlock = SampleSizeSection;
export type AttributionBlock = ErrorAttribution;

export interface RestBlock {
  readonly slices: readonly SliceRow[];
  /** Differences by slice and by class. */
  readonly sliceChanges: readonly SliceComparison[];
  readonly classChanges: readonly PairedComparison[];
  readonly method: MethodSection;
  readonly charts: readonly ChartDefinition[];
}

export type IndexBlock = DocumentIndex;

export const imageAbsence = ['', 'none', 'right', 'budget', 'unreadable'] as const;
export type ImageAbsence = (typeof imageAbsence)[number];

/** Where the values of the shown documents are. */
export interface PlacesBlock {
  /** Names of the fields that packed leaves refer to by number. */
  readonly fields: readonly string[];
  /** Positions of the shown documents. The other lists are parallel to it. */
  readonly positions: readonly number[];
  /** Number of the detail block that holds the document, -1 if it was left out. */
  readonly detail: readonly number[];
  /** Number of images of the document; negative: why there is none (`imageAbsence`). */
  readonly images: readonly number[];
}

export interface DetailBlock {
  readonly items: readonly DetailItem[];
}

export interface DetailItem {
  readonly position: number;
  /** Left out of large reports, as is the output. */
  readonly expected?: JsonValue;
  readonly text?: string;
  readonly versions: readonly DetailVersion[];
}

export interface DetailVersion extends Pick<DocumentVersion, 'rows' | 'confidences'> {
  readonly leaves: readonly PackedLeaf[];
  readonly failure?: string;
  readonly runId?: string;
  readonly output?: JsonValue;
  /** Only where the document has page images. */
  readonly citations?: DocumentVersion['citations'];
}

/**
 * `[field, path or 0 when equal to the field, outcome, expected, predicted, similarity, note, predictedPath]`.
 * Absent values are written as 0 in the bit mask at the end: 1 expected given, 2 predicted given, 4 predicted is
 * the expected value, 8 note, 16 predictedPath.
 */
export type PackedLeaf = readonly [
  field: number,
  path: string | 0,
  outcome: number,
  mask: number,
  ...parts: readonly JsonValue[],
];

export const outcomeOrder: readonly Outcome[] = [
  'correct',
  'incorrect',
  'missing',
  'spurious',
  'absent',
  'excluded',
  'unscored',
];
