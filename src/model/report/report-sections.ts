import type { CauseSection } from '../score/cause-section.ts';
import type { Verdict } from '../score/comparison.ts';
import type { Measurement } from '../score/measurement.ts';
import type { CitationSection } from './sections/citation-section.ts';
import type { ConfidenceSection } from './sections/confidence-section.ts';
import type { ErrorAttribution } from './sections/error-attribution.ts';
import type { LabelIssueSection } from './sections/label-issue.ts';
import type { LabelNoiseSection } from './sections/label-noise.ts';
import type { Reconciliation } from './sections/reconciliation.ts';
import type { SampleSizeSection } from './sections/sample-size-section.ts';

/** Sections that not every report has. A section that is `null` or not set is not shown. */
export interface ReportSections {
  /** Result of the gate; `null` if no gate policy was given. */
  readonly gate: Verdict | null;
  /** Wrong values grouped by cause; `null` if no value is wrong, or if the processor does not extract fields. */
  readonly causes?: CauseSection | null;
  /** Classes of documents (CLASSIFY) or of pages (SPLITTER). */
  readonly classes: ClassSection | null;
  readonly packets: PacketSection | null;
  /** Confidence scores; `null` if no output has one. */
  readonly confidence?: ConfidenceSection | null;
  /** Whether the cited boxes contain the values; `null` if the citations were not read. */
  readonly citations?: CitationSection | null;
  /** Comparison with the metrics of a batch processor run, if the user gave one. */
  readonly reconciliation?: Reconciliation | null;
  /** Labels that are probably wrong; `null` or not set unless the user requested the search for them. */
  readonly labelIssues?: LabelIssueSection | null;
  /**
   * Accuracy of the versions, compared with the highest accuracy that a version can reach despite wrong labels; `null`
   * or not set unless documents were labelled a second time.
   */
  readonly labelNoise?: LabelNoiseSection | null;
  /** Number of documents needed to detect differences, if requested. */
  readonly sampleSize?: SampleSizeSection | null;
  /** Errors of a workflow by stage, if the user gave its packets. */
  readonly attribution?: ErrorAttribution | null;
}

/** Groups of the menu. Sections for everyone use plain words; sections for analysts use the terms of statistics. */
export const sectionGroups = { everyone: 'For everyone', analysts: 'For analysts' } as const;

interface SectionInfo {
  /** Title in the menu and heading of the section. */
  readonly label: string;
  readonly group: keyof typeof sectionGroups;
  /** What the section shows, as one phrase of docs/commands/report.md. */
  readonly doc: string;
  /** Flag or input that the section requires. Not set if every report has the section. */
  readonly needs?: string;
  /** Name of the data block that the section needs. Not set if the block has the same name as the section. */
  readonly block?: 'head' | 'index' | 'slices';
  /** True if the section shows single documents. The shown values come from the first repeat. */
  readonly firstRepeat?: boolean;
  /**
   * Former addresses that open the section. If several sections have the same former address, the address opens the
   * first of these sections.
   */
  readonly formerly?: readonly string[];
}

/** The sections of the report page by their name in the address (`#/gate`), in the order of the menu. */
export const sections = {
  summary: {
    label: 'Summary',
    group: 'everyone',
    doc: 'the verdict, the main figures and the documents to look at first; for one version: the fields with the lowest F1',
    block: 'head',
    formerly: ['changed'],
  },
  newErrors: {
    label: 'New errors',
    group: 'everyone',
    doc: 'the values that were right and are wrong now, by field',
    needs: 'two versions',
    firstRepeat: true,
  },
  causes: {
    label: 'What to fix first',
    group: 'everyone',
    doc: 'the wrong values grouped by cause, and for each cause the number of documents that would become fully right without it',
    needs: 'an EXTRACT processor, and at least one wrong value',
    firstRepeat: true,
  },
  documents: {
    label: 'Documents',
    group: 'everyone',
    doc: 'a list of the documents with a filter; each document opens with its values and pages',
    needs: 'at least one document',
    block: 'index',
    firstRepeat: true,
  },
  fields: {
    label: 'Fields',
    group: 'everyone',
    doc: 'the share of right values of each field, with its most frequent wrong values; with a switch, also precision, recall, F1 and p-values',
    needs: 'an EXTRACT processor',
    firstRepeat: true,
    formerly: ['charts'],
  },
  arrays: {
    label: 'Line items',
    group: 'everyone',
    doc: 'right, missing and extra rows of each table',
    needs: 'an EXTRACT processor with an array field',
    firstRepeat: true,
  },
  classes: {
    label: 'Types',
    group: 'everyone',
    doc: 'the confusion matrix, the confusions as sentences, and the figures of each type',
    needs: 'a CLASSIFY or SPLITTER processor',
    firstRepeat: true,
    formerly: ['charts'],
  },
  packets: {
    label: 'Packets',
    group: 'everyone',
    doc: 'the splitting metrics, and the expected and predicted documents of each packet',
    needs: 'a SPLITTER processor',
    firstRepeat: true,
    formerly: ['charts'],
  },
  speed: {
    label: 'Cost and speed',
    group: 'everyone',
    doc: 'credits, time and pages per version',
    needs: 'times or credits in the record',
    block: 'head',
    firstRepeat: true,
  },
  gate: {
    label: 'Rules',
    group: 'analysts',
    doc: 'each rule of the gate with its measured value, its limit and its reason',
    needs: '`--policy`, or `gate` of the configuration',
  },
  groups: {
    label: 'Groups of documents',
    group: 'analysts',
    doc: 'the main measure per tag value',
    needs: 'a tag with 2 to 30 values',
    block: 'slices',
    formerly: ['slices'],
  },
  confidence: {
    label: 'Confidence',
    group: 'analysts',
    doc: 'the calibration of confidence scores, and the documents that a threshold accepts',
    needs: 'confidence scores in the outputs',
    firstRepeat: true,
  },
  citations: {
    label: 'Citations',
    group: 'analysts',
    doc: 'per field, the share of values that are inside their cited box, and how well the boxes agree with the gold',
    needs: '`--citations`, and citations with boxes in the outputs of an EXTRACT processor',
    firstRepeat: true,
  },
  labelIssues: {
    label: 'Label issues',
    group: 'analysts',
    doc: 'labels that are probably wrong, with the evidence',
    needs: '`--label-issues`',
  },
  labelNoise: {
    label: 'Label noise',
    group: 'analysts',
    doc: 'each figure next to its label ceiling: the highest value that a version can be expected to reach, because some labels are wrong',
    needs: '`--second-gold`',
  },
  attribution: {
    label: 'Error sources',
    group: 'analysts',
    doc: 'the errors of a workflow by stage',
    needs: '`--attribution` and `--configs`',
  },
  sampleSize: {
    label: 'Sample size',
    group: 'analysts',
    doc: 'the number of documents needed to detect a difference of 3 or 5 points, for whole documents and per field',
    needs: 'at least one document with an output and gold',
    formerly: ['plan'],
  },
  reconciliation: {
    label: 'Service figures',
    group: 'analysts',
    doc: 'the figures of a batch run of the service next to those of goldset, with the reason for each difference',
    needs: '`--batch-run`',
  },
  method: {
    label: 'Method',
    group: 'analysts',
    doc: 'definitions, scoring policies, metrics under other policies, the documents without a score, and the sections that the report omits',
  },
} as const satisfies Record<keyof ReportSections, SectionInfo> & Record<string, SectionInfo>;

export type SectionName = keyof typeof sections;

export interface StripSegment {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
  /**
   * For a predicted segment: whether the gold has an equal segment. For an expected segment: whether the last version
   * predicted an equal segment.
   */
  readonly exact: boolean;
}

export interface ClassSection {
  readonly expectedLabels: readonly string[];
  /** Headings of the columns: classes, then predicted labels that are not classes, then `(no prediction)`. */
  readonly predictedLabels: readonly string[];
  /** Counts `[expected][predicted]`, one matrix per version. */
  readonly matrices: readonly (readonly (readonly number[])[])[];
  readonly unit: 'documents' | 'pages';
  readonly perClass: readonly {
    readonly label: string;
    /** Reason why the versions are not compared, if only one of them has the class. */
    readonly notComparable?: string;
    readonly support: number;
    readonly precision: readonly Measurement[];
    readonly recall: readonly Measurement[];
    readonly f1: readonly Measurement[];
    readonly meanConfidence: readonly Measurement[];
  }[];
  readonly overall: readonly {
    readonly metric: string;
    readonly label: string;
    readonly values: readonly Measurement[];
  }[];
}

export interface PacketSection {
  readonly metrics: readonly {
    readonly metric: string;
    readonly label: string;
    readonly values: readonly Measurement[];
    /** Values for trivial predictions, such as `every page alone`, in the order of `trivialNames`. */
    readonly trivial: readonly Measurement[];
    readonly better: 'higher' | 'lower';
  }[];
  readonly trivialNames: readonly string[];
  readonly strips: readonly {
    readonly itemId: string;
    readonly pages: number;
    readonly expected: readonly StripSegment[];
    /** Predicted segments, one list per version; `null` if the version has no output for the packet. */
    readonly predicted: readonly (readonly StripSegment[] | null)[];
  }[];
}
