/** What the statistics of a report are computed with; every one of them is shown in its method section. */
export interface StatisticsSettings {
  /** Of intervals, for example .95; tests use 1 - confidence as their level. */
  readonly confidence: number;
  /** Differences inside +-margin are of no importance: a share, .01 is one point. */
  readonly margin: number;
  readonly replicates: number;
  readonly seed: string;
}

export const defaultStatistics: StatisticsSettings = {
  confidence: 0.95,
  margin: 0.01,
  replicates: 2000,
  seed: 'goldset',
};
