import type { ScorerDescription } from './scorer-description.ts';

/** Score of one classification item (docs/metrics/classification.md#accuracy). */
export interface ClassificationScore {
  /**
   * Expected class as the configuration names it. If the configuration does not list the class: its name in
   * the gold.
   */
  readonly expectedLabel: string;
  readonly predictedLabel: string | null;
  /**
   * Whether the predicted label is in the list of classes of the configuration. Also true if the configuration has no
   * such list, or if there is no predicted label.
   */
  readonly inList: boolean;
  /** Null if `notCompared` or `withoutGold` is set, or if the item has no output and failures are excluded. */
  readonly correct: boolean | null;
  /** True if a version does not have the expected class. `predictedLabel` is set in this case too. */
  readonly notCompared?: true;
  /** True if the item has no gold. `correct` is then null. */
  readonly withoutGold?: true;
  readonly confidence: number | null;
  readonly scorer: ScorerDescription;
}

export interface MatchCounts {
  readonly expected: number;
  readonly predicted: number;
  readonly correct: number;
}

/**
 * An expected or predicted document of a packet, with its first and last page as the gold or the output states them.
 * Pages count from 1.
 */
export interface ScoredSegment {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
  /** Whether gold and prediction both have a document with this type, first and last page. */
  readonly exact: boolean;
  /**
   * For an expected document: true if one of the versions does not have its type. For a predicted document: true if all
   * its pages are in expected documents with `notCompared`.
   */
  readonly notCompared?: true;
}

/** Score of one packet (docs/metrics/splitting.md#document-f1). */
export interface SplittingScore {
  readonly pages: number;
  /** False if the run has no output. The counts then contain no predicted documents. */
  readonly hasOutput: boolean;
  readonly expected: readonly ScoredSegment[];
  readonly predicted: readonly ScoredSegment[];
  /**
   * Counts of documents. A predicted document is correct if an expected document has the same type, first page and last
   * page. The service uses this rule too.
   */
  readonly documents: MatchCounts;
  /**
   * Counts of documents. A predicted document is correct if an expected document has the same first and last page. The
   * type is ignored.
   */
  readonly boundariesOnly: MatchCounts;
  /**
   * Counts of documents. A predicted document is correct if an expected document has the same type, and a first and
   * last page that each differ by at most one. Each expected document is used at most once.
   */
  readonly withinOnePage: MatchCounts;
  /**
   * Counts of the pages on which documents start, except page 1. For `tolerance0`, a predicted start is correct if a
   * document starts on this page in the gold. For `tolerance1`, it may also start one page earlier or later.
   */
  readonly boundaries: { readonly tolerance0: MatchCounts; readonly tolerance1: MatchCounts };
  /**
   * Number of pages per case: a document starts on the page in gold and prediction (`both`), in only one of them, or in
   * `neither`. Page 1 does not count.
   */
  readonly boundaryTable: {
    readonly both: number;
    readonly onlyExpected: number;
    readonly onlyPredicted: number;
    readonly neither: number;
  };
  readonly pageTypes: {
    /** Number of pages that an expected document covers. */
    readonly pages: number;
    readonly correct: number;
    /** Number of pages per expected and predicted type. `predicted` is null if no predicted document has the page. */
    readonly confusion: readonly {
      readonly expected: string;
      readonly predicted: string | null;
      readonly pages: number;
    }[];
  };
  /** Like `confusion`, but also with types that some versions do not have. */
  readonly allPageTypes?: SplittingScore['pageTypes']['confusion'];
  /** Documents of any type, paired if their pages overlap (intersection over union) by more than one half. */
  readonly panoptic: {
    readonly overlapSum: number;
    readonly matched: number;
    readonly expectedAlone: number;
    readonly predictedAlone: number;
  };
  /**
   * Number of pages that are in the wrong predicted document, or in none. Each predicted document belongs to at most
   * one expected document, so that this number is as small as possible.
   */
  readonly misplacedPages: number;
  readonly homogeneity: number;
  readonly completeness: number;
  readonly vMeasure: number;
  readonly adjustedRand: number;
  /**
   * Null if the run has no output, or if the packet has only one page. Also null if gold and prediction both start a
   * document on every page, or on no page except the first.
   */
  readonly boundaryKappa: number | null;
  /** Whether all documents are exact and none is spurious. */
  readonly packetExact: boolean;
  /** Number of expected documents that are split over several predicted documents. */
  readonly overSegmented: number;
  /** Number of predicted documents with pages of several expected documents. */
  readonly underSegmented: number;
  readonly faults: {
    /** Number of pages that several predicted documents cover. */
    readonly overlappingPages: number;
    /** Number of pages that no predicted document covers. */
    readonly uncoveredPages: number;
    /**
     * Number of predicted documents with a page outside the packet, with a last page before the first, or without page
     * numbers.
     */
    readonly outOfRange: number;
  };
  readonly scorer: ScorerDescription;
}
