import type { Verdict } from '../score/comparison.ts';
import type { Measurement } from '../score/measurement.ts';
import type { CitationSection } from './citation-section.ts';
import type { ConfidenceSection } from './confidence-section.ts';
import type { ErrorAttribution } from './error-attribution.ts';
import type { LabelIssueSection } from './label-issue.ts';
import type { LabelNoiseSection } from './label-noise.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { SampleSizeSection } from './sample-size-section.ts';

/** Sections that not every report has. A section that is `null` or absent is not shown. */
export interface ReportSections {
  /** Result of the gate; `null` without a policy. */
  readonly gate: Verdict | null;
  /** Classes of documents (CLASSIFY) or of pages (SPLITTER). */
  readonly classes: ClassSection | null;
  readonly packets: PacketSection | null;
  /** Confidence scores; `null` if no output has one. */
  readonly confidence?: ConfidenceSection | null;
  /** Whether the cited boxes contain the values; `null` if the citations were not read. */
  readonly citations?: CitationSection | null;
  /** Comparison with the metrics of a batch processor run, if the user gave one. */
  readonly reconciliation?: Reconciliation | null;
  /** Labels that are probably wrong, if they were searched for. */
  readonly labelIssues?: LabelIssueSection | null;
  /** Accuracy next to the ceiling that the gold permits, if there are second labels. */
  readonly labelNoise?: LabelNoiseSection | null;
  /** Number of documents needed to detect differences, if requested. */
  readonly sampleSize?: SampleSizeSection | null;
  /** Errors of a workflow by stage, if the user gave its packets. */
  readonly attribution?: ErrorAttribution | null;
}

interface SectionInfo {
  /** Title in the navigation. */
  readonly label: string;
  /** What the section shows, as one phrase of docs/commands/report.md. */
  readonly doc: string;
  /** Flag or input that the section requires. Absent if every report has the section. */
  readonly needs?: string;
  /** Block with the data of the section. Absent if the block has the name of the section. */
  readonly block?: 'head' | 'index';
  /** True if the section shows single documents. Their values come from the first repeat. */
  readonly firstRepeat?: boolean;
}

/** The sections of the report page by their name in the address (`#/gate`), in the order of the navigation. */
export const sections = {
  changed: {
    label: 'What changed',
    doc: 'the verdict, the headline metrics and the changed documents; for one version (label "Summary"): the fields with the lowest F1',
    block: 'head',
  },
  gate: {
    label: 'Gate',
    doc: 'each check of the gate with its value, limit and reason',
    needs: '`--policy`, or `gate` of the configuration',
  },
  fields: {
    label: 'Fields',
    doc: 'precision, recall and F1 of each field, with its most frequent wrong values',
    needs: 'an EXTRACT processor',
    firstRepeat: true,
  },
  arrays: {
    label: 'Line items',
    doc: 'right, missing and spurious rows of each table',
    needs: 'an EXTRACT processor with an array field',
    firstRepeat: true,
  },
  documents: {
    label: 'Documents',
    doc: 'a list of the documents with a filter; each document opens with its values and pages',
    block: 'index',
    firstRepeat: true,
  },
  classes: {
    label: 'Classes',
    doc: 'the confusion matrix, and precision, recall and F1 of each class',
    needs: 'a CLASSIFY or SPLITTER processor',
    firstRepeat: true,
  },
  packets: {
    label: 'Packets',
    doc: 'the splitting metrics, and the expected and predicted segments of each packet',
    needs: 'a SPLITTER processor',
    firstRepeat: true,
  },
  attribution: {
    label: 'Error attribution',
    doc: 'the errors of a workflow by stage',
    needs: '`--attribution` and `--configs`',
  },
  confidence: {
    label: 'Confidence',
    doc: 'the calibration of confidence scores, and the documents that a threshold accepts',
    needs: 'confidence scores in the outputs',
    firstRepeat: true,
  },
  citations: {
    label: 'Citations',
    doc: 'per field, the share of values whose cited box contains the value, and the place of the boxes',
    needs: '`--citations`, and citations with boxes in the outputs of an EXTRACT processor',
    firstRepeat: true,
  },
  sampleSize: {
    label: 'Sample size',
    doc: 'the number of documents that a difference of 3 or 5 points needs, for whole documents and per field',
  },
  slices: {
    label: 'Slices',
    doc: 'the headline metrics per tag value',
    needs: 'a tag with 2 to 30 values',
  },
  labelNoise: {
    label: 'Label noise',
    doc: 'the accuracy per field next to the highest accuracy that the gold permits',
    needs: '`--second-gold`',
  },
  labelIssues: {
    label: 'Label issues',
    doc: 'labels that are probably wrong, with the evidence',
    needs: '`--label-issues`',
  },
  reconciliation: {
    label: 'Service figures',
    doc: 'the figures of a batch run of the service next to those of goldset, with the reason for each difference',
    needs: '`--batch-run`',
  },
  speed: {
    label: 'Speed and cost',
    doc: 'latency, credits and pages per version',
    block: 'head',
    firstRepeat: true,
  },
  charts: { label: 'Charts', doc: 'the metrics as charts' },
  method: {
    label: 'Method',
    doc: 'definitions, scoring policies, metrics under other policies, and the documents without a score',
  },
} as const satisfies Record<keyof ReportSections, SectionInfo> & Record<string, SectionInfo>;

export type SectionName = keyof typeof sections;

export interface StripSegment {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
  /**
   * For a predicted segment: whether it is in the gold. For an expected segment: whether the last version
   * predicts it.
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
    /** One list per version; `null` without an output. */
    readonly predicted: readonly (readonly StripSegment[] | null)[];
  }[];
}
