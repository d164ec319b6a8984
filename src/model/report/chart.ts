import type { SectionName } from './report-sections.ts';

export interface ChartDefinition {
  /** File name without extension. It is also the anchor of the chart on the page. */
  readonly id: string;
  /** Section of the report page that shows the chart. Not set for charts of a trend. */
  readonly section?: SectionName;
  /** The finding that the chart shows: `seller_name and currency gain most`. */
  readonly title: string;
  /** Unit of the values, and number of documents; shown below the title. */
  readonly subtitle?: string;
  /**
   * Type of the chart. In a `dumbbell` chart, each row has a ring for the baseline, a dot for the last series, and a
   * line between the two. A pale bar shows the interval of the last series.
   */
  readonly kind: 'bar' | 'stacked-bar' | 'line' | 'scatter' | 'dot-interval' | 'dumbbell' | 'matrix';
  readonly horizontal?: boolean;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Names of the categories. Empty in a `line` or `scatter` chart. */
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Text per category, drawn at the right end of its row. */
  readonly labels?: readonly string[];
  /** Whether the row of a category is drawn pale, because its change may be chance. */
  readonly dimmed?: readonly boolean[];
  /** `log` for a logarithmic value axis. Not set for a linear axis. */
  readonly scale?: 'log';
  /** Fixed ends of the value axis, for example `[0, 1]`. */
  readonly bounds?: readonly [number, number];
  readonly format: 'share' | 'count' | 'points' | 'ms';
}

export interface ChartSeries {
  readonly name: string;
  /** What the series stands for. The role determines the colour, hatching and sign of the series. */
  readonly role:
    | 'baseline'
    | 'candidate'
    | 'correct'
    | 'incorrect'
    | 'missing'
    | 'spurious'
    | 'better'
    | 'worse'
    | 'inconclusive'
    | 'reference';
  /**
   * One value per category; `null` if the category has no value. In a `line` or `scatter` chart, the y values of the
   * points.
   */
  readonly values: readonly (number | null)[];
  readonly x?: readonly number[];
  /** Lower bounds of the intervals, for whiskers. */
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
}
