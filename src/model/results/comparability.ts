/** Whether two versions can be compared, and on how many documents. */
export type ComparabilityResult =
  | { readonly isComparable: true; readonly documents: number }
  | {
      readonly isComparable: false;
      /** Why not: the documents, the gold or the scoring options differ. */
      readonly problem: string;
      /** Number of documents that are equal in both and can be compared; 0 if there are none. */
      readonly common: number;
    };
