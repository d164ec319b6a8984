export type LabelListEntry = FoundList &
  (
    | {
        readonly state: 'readable';
        /** Names of the baseline and of the candidate. */
        readonly versions: readonly [string, string];
        /** Number of values in the list. Lines with the path `$rest` do not count. */
        readonly values: number;
        /** Number of values in the list that have an answer. */
        readonly answered: number;
      }
    | {
        readonly state: 'damaged';
        /** What is wrong, with the file and line. */
        readonly problem: string;
        readonly fix: string;
      }
  );

interface FoundList {
  /** Names the list in the addresses of `goldset view`. This name is never a path. */
  readonly key: string;
  readonly path: string;
}
