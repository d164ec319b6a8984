import type { ScorerDescription } from './scorer-description.ts';

/** The judgement of one classification item (metrics.md section 5). */
export interface ClassificationScore {
  /** The label that the configuration's list gives to the expectation; its own type where the list has none. */
  readonly expectedLabel: string;
  /** Null where there is no answer. */
  readonly predictedLabel: string | null;
  /** Whether the predicted label is in the configuration's list; true where there is no list. */
  readonly inList: boolean;
  /** Null where the item has no output and failures are excluded, or where it is not compared. */
  readonly correct: boolean | null;
  /** Not every version of the comparison has the expected class; which label was given is still told. */
  readonly notCompared?: true;
  readonly confidence: number | null;
  /** What judged it. */
  readonly scorer: ScorerDescription;
}

/** Found, given and agreed: what precision, recall and F1 of documents or boundaries are made of. */
export interface MatchCounts {
  readonly expected: number;
  readonly predicted: number;
  readonly correct: number;
}

/** A document of a packet, as expected or predicted; pages from 1, both ends included, as they were given. */
export interface ScoredSegment {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
  /** The other side has a document of the same type, first and last page. */
  readonly exact: boolean;
  /** Of a type that not every version of the comparison has, or within the pages of such a document. */
  readonly notCompared?: true;
}

/** The judgement of one packet (metrics.md section 5). */
export interface SplittingScore {
  readonly pages: number;
  /** False where the run gave no output; the counts then say that nothing was found. */
  readonly hasOutput: boolean;
  readonly expected: readonly ScoredSegment[];
  readonly predicted: readonly ScoredSegment[];
  /** Type, first and last page equal (the service's rule). */
  readonly documents: MatchCounts;
  /** First and last page equal, whatever the type. */
  readonly boundariesOnly: MatchCounts;
  /** Type equal, first and last page each at most one page off; paired one to one. */
  readonly withinOnePage: MatchCounts;
  /** First pages of documents, page 1 left out; `tolerance1` pairs those at most one page apart, one to one. */
  readonly boundaries: { readonly tolerance0: MatchCounts; readonly tolerance1: MatchCounts };
  /** Pages 2 to n as "begins a document" or not, for Cohen's kappa: counts by expected and predicted answer. */
  readonly boundaryTable: {
    readonly both: number;
    readonly onlyExpected: number;
    readonly onlyPredicted: number;
    readonly neither: number;
  };
  readonly pageTypes: {
    /** Pages whose type is known. */
    readonly pages: number;
    readonly correct: number;
    /** Pages by expected and predicted type; null where no predicted document covers the page. */
    readonly confusion: readonly {
      readonly expected: string;
      readonly predicted: string | null;
      readonly pages: number;
    }[];
  };
  /** All pages by expected and predicted type, where `pageTypes` leaves out those of types that not every version has. */
  readonly allPageTypes?: SplittingScore['pageTypes']['confusion'];
  /** Documents paired at an overlap (intersection over union) above one half, whatever the type. */
  readonly panoptic: {
    readonly overlapSum: number;
    readonly matched: number;
    readonly expectedAlone: number;
    readonly predictedAlone: number;
  };
  /** Pages that would have to be moved to another document (exact). */
  readonly misplacedPages: number;
  readonly homogeneity: number;
  readonly completeness: number;
  readonly vMeasure: number;
  readonly adjustedRand: number;
  /** Null where either side has no choice (a packet of one page, or no variation). */
  readonly boundaryKappa: number | null;
  /** All documents exact, none too many. */
  readonly packetExact: boolean;
  /** Expected documents that lie in more than one predicted one. */
  readonly overSegmented: number;
  /** Predicted documents that hold pages of more than one expected one. */
  readonly underSegmented: number;
  readonly faults: {
    /** Pages that more than one predicted document covers. */
    readonly overlappingPages: number;
    /** Pages that no predicted document covers. */
    readonly uncoveredPages: number;
    /** Predicted documents with a page outside the packet, or with their last page before their first. */
    readonly outOfRange: number;
  };
  /** What judged it. */
  readonly scorer: ScorerDescription;
}
