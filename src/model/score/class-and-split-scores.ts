import type { ScorerDescription } from './scorer-description.ts';

/** Score of one classification item (docs/metrics.md#accuracy). */
export interface ClassificationScore {
  /** Label of the expectation in the configuration's list, or its own type if it is not in the list. */
  readonly expectedLabel: string;
  readonly predictedLabel: string | null;
  /** Whether the predicted label is in the configuration's list; true without a list. */
  readonly inList: boolean;
  /** Null if the item has no output and failures are excluded, or if it is not compared. */
  readonly correct: boolean | null;
  /** True if some version does not have the expected class. `predictedLabel` is set nevertheless. */
  readonly notCompared?: true;
  readonly confidence: number | null;
  readonly scorer: ScorerDescription;
}

export interface MatchCounts {
  readonly expected: number;
  readonly predicted: number;
  readonly correct: number;
}

/** An expected or predicted document of a packet, with its pages as given: from 1, both ends included. */
export interface ScoredSegment {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
  /** Whether the other side has a document with the same type, first and last page. */
  readonly exact: boolean;
  /** True if some version does not have the type, or if all pages belong to expected documents of such types. */
  readonly notCompared?: true;
}

/** Score of one packet (docs/metrics.md#document-f1). */
export interface SplittingScore {
  readonly pages: number;
  /** False if the run has no output; the counts then have no predictions. */
  readonly hasOutput: boolean;
  readonly expected: readonly ScoredSegment[];
  readonly predicted: readonly ScoredSegment[];
  /** Documents with equal type, first and last page (the service's rule). */
  readonly documents: MatchCounts;
  /** Documents with equal first and last page and any type. */
  readonly boundariesOnly: MatchCounts;
  /** Documents with equal type, and with first and last page each at most one page off, paired one to one. */
  readonly withinOnePage: MatchCounts;
  /** First pages of documents except page 1; `tolerance1` pairs those at most one page apart, one to one. */
  readonly boundaries: { readonly tolerance0: MatchCounts; readonly tolerance1: MatchCounts };
  /** Counts of pages 2 to n by whether they start a document on each side, for Cohen's kappa. */
  readonly boundaryTable: {
    readonly both: number;
    readonly onlyExpected: number;
    readonly onlyPredicted: number;
    readonly neither: number;
  };
  readonly pageTypes: {
    /** Number of pages with a known type. */
    readonly pages: number;
    readonly correct: number;
    /** Pages by expected and predicted type; null if no predicted document covers the page. */
    readonly confusion: readonly {
      readonly expected: string;
      readonly predicted: string | null;
      readonly pages: number;
    }[];
  };
  /** All pages by expected and predicted type. `pageTypes` excludes types that some versions do not have. */
  readonly allPageTypes?: SplittingScore['pageTypes']['confusion'];
  /** Documents paired by an overlap (intersection over union) above one half, with any type. */
  readonly panoptic: {
    readonly overlapSum: number;
    readonly matched: number;
    readonly expectedAlone: number;
    readonly predictedAlone: number;
  };
  /** Number of pages to move to another document (exact). */
  readonly misplacedPages: number;
  readonly homogeneity: number;
  readonly completeness: number;
  readonly vMeasure: number;
  readonly adjustedRand: number;
  /** Null if the pages of either side do not vary, as in a packet of one page. */
  readonly boundaryKappa: number | null;
  /** Whether all documents are exact and none is spurious. */
  readonly packetExact: boolean;
  /** Number of expected documents that are split over several predicted ones. */
  readonly overSegmented: number;
  /** Number of predicted documents with pages of several expected ones. */
  readonly underSegmented: number;
  readonly faults: {
    /** Number of pages that several predicted documents cover. */
    readonly overlappingPages: number;
    /** Number of pages that no predicted document covers. */
    readonly uncoveredPages: number;
    /** Number of predicted documents with a page outside the packet, or a last page before the first. */
    readonly outOfRange: number;
  };
  readonly scorer: ScorerDescription;
}
