/** Whether two versions can be compared, and on how many documents. */
export type ComparabilityResult =
  | { readonly isComparable: true; readonly documents: number }
  | {
      readonly isComparable: false;
      /** Why the versions cannot be compared: the documents, the gold or the scoring options differ. */
      readonly problem: string;
      /**
       * Number of documents that both versions have with the same content and gold. Only these documents can be
       * compared.
       */
      readonly common: number;
    };

/** What the page for selecting two versions shows about the selected versions. */
export type ShownComparability = ComparabilityResult & {
  /** True if the server is read-only, so that no page can ask for labels. */
  readonly isReadOnly: boolean;
};
