import type { JsonValue } from '../../model/json/json-value.ts';
import type { Citation } from '../../model/processor/output.ts';
import type { ChartDefinition } from '../../model/report/chart.ts';
import type { DocumentIndex } from '../../model/report/document-index.ts';
import type { ChangedValue, DocumentChange } from '../../model/report/document-state.ts';
import type { DocumentVersion, ReportModel, SliceRow } from '../../model/report/report-model.ts';
import type { ClassSection, SectionName, sections } from '../../model/report/report-sections.ts';
import type { ComparisonSection } from '../../model/report/sections/comparison-section.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';

/** Name of the block whose data a section shows. */
export type BlockOf<Name extends SectionName> = (typeof sections)[Name] extends {
  readonly block: infer Block;
}
  ? Block
  : Name;

type SectionBlocks = {
  readonly [Name in SectionName & keyof ReportModel as BlockOf<Name> & Name]: NonNullable<ReportModel[Name]>;
};

/**
 * All data of a report file, with one block per section. The head is plain JSON, so that the first screen is shown
 * without delay. Any other block is decoded when its section is opened. A section without content has no block.
 */
export interface Blocks extends Omit<SectionBlocks, 'classes'> {
  readonly head: HeadBlock;
  readonly newErrors: NewErrorsBlock;
  readonly classes: ClassSection & { readonly changes: readonly PairedComparison[] };
  readonly slices: { readonly rows: readonly SliceRow[]; readonly changes: ComparisonSection['slices'] };
  readonly charts: readonly ChartDefinition[];
  readonly index: DocumentIndex;
  readonly places: PlacesBlock;
}

/** New errors: values of the shown documents that were right in the baseline and are wrong in the candidate. */
export interface NewErrorsBlock {
  /** Number of documents with new errors in the whole record. */
  readonly documents: number;
  readonly values: readonly NewErrorValue[];
  /**
   * Number of documents in the whole record that lost their result and had no right value before. Such a document has
   * no new error.
   */
  readonly lost: number;
  /** Documents that lost their result and have no new error. Contains only documents that the report shows. */
  readonly lostDocuments: readonly { readonly itemId: string; readonly document: DocumentChange }[];
}

export interface NewErrorValue extends ChangedValue {
  readonly itemId: string;
  readonly document: DocumentChange;
}

type HeadFacts = 'title' | 'kind' | 'tool' | 'processor' | 'dataset' | 'rerun' | 'documents' | 'createdAt';

export interface HeadBlock extends Pick<ReportModel, HeadFacts | 'versions' | 'speed'> {
  /** Number of documents with a new error or a lost result. 0 unless there are two versions. */
  readonly newErrors: number;
  readonly speedChanges: ComparisonSection['speed'];
  readonly notComparable: ComparisonSection['notComparable'];
  readonly restrictions: ComparisonSection['restrictions'];
  readonly documentsNeeded: ComparisonSection['documentsNeeded'];
  readonly sections: readonly SectionName[];
  /** Largest number of repeats of a document in any version. */
  readonly repeats: number;
  readonly omitted: OmittedContent;
}

/** Content that is left out of the file to limit its size. */
export interface OmittedContent {
  /** Number of shown documents whose values were left out. */
  readonly details: number;
  readonly images: {
    readonly inlined: number;
    readonly overBudget: number;
    readonly budgetBytes: number;
    /** Whether the images show only parts of pages: the places of values that are wrong in the last version. */
    readonly isCropped: boolean;
  };
}

export const imageAbsence = ['', 'none', 'right', 'budget', 'unreadable', 'light'] as const;
export type ImageAbsence = (typeof imageAbsence)[number];

/** Where the values and images of the shown documents are stored. */
export interface PlacesBlock {
  /** Names of the fields. Packed leaves contain the number of a field instead of its name. */
  readonly fields: readonly string[];
  /**
   * Positions of the shown documents in the record. The lists `detail` and `images` are in the same order as this list.
   */
  readonly positions: readonly number[];
  /** For each shown document, the number of the block with its values; -1 if there is none. */
  readonly detail: readonly number[];
  /** Number of images of each shown document. A negative number states why there are no images (`imageAbsence`). */
  readonly images: readonly number[];
  /** Positions of the documents that are text files. The block `text-POSITION` has the text. */
  readonly texts: readonly number[];
}

export interface DetailBlock {
  readonly items: readonly DetailItem[];
}

/** Places on the pages, by the path of the expected value. */
export type ExpectedPlaces = Readonly<Record<string, Citation>>;

export interface DetailItem {
  readonly position: number;
  /** Expected output; not set in large reports. */
  readonly expected?: JsonValue;
  readonly text?: string;
  /**
   * Places of expected values in the document, by path. A value has a place only under three conditions: the last
   * version does not read the value right, no other version reads it right and cites its place, and its words are
   * printed at exactly one place. Not set if there are no page images.
   */
  readonly expectedPlaces?: ExpectedPlaces;
  /** Whether the document has scanned pages on which expected values were not searched. */
  readonly hasUnreadScans?: boolean;
  readonly versions: readonly DetailVersion[];
}

/**
 * Result of the search for expected values in a document: their places, and whether scanned pages were not searched.
 * The object has neither of these two members if no value was searched.
 */
export type FoundPlaces = Pick<DetailItem, 'expectedPlaces' | 'hasUnreadScans'>;

/** The values of one document. A server sends them on request. */
export interface StoredDocument {
  /** Names of the fields. Packed leaves refer to a field by its number. */
  readonly fields: readonly string[];
  readonly item: DetailItem;
  /** Number of page images. A negative number states why there are no images (`imageAbsence`). */
  readonly images: number;
}

export interface DetailVersion extends Pick<DocumentVersion, 'rows' | 'confidences' | 'cited'> {
  readonly leaves: readonly PackedLeaf[];
  readonly failure?: string;
  readonly runId?: string;
  /** Output of the version; not set in large reports. */
  readonly output?: JsonValue;
  /** Places of the values on the pages. Not set if there are no page images. */
  readonly citations?: DocumentVersion['citations'];
}

/**
 * A leaf as an array. `path` is 0 if the path equals the name of the field. `mask` is a sum of flags. The flags 1
 * (expected), 2 (predicted), 8 (note) and 16 (predictedPath) each state that the member in parentheses follows in the
 * array. Flag 4 states that the predicted value equals the expected value.
 */
export type PackedLeaf = readonly [
  field: number,
  path: string | 0,
  outcome: number,
  mask: number,
  ...parts: readonly JsonValue[],
];
