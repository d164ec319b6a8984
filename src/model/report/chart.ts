/** A chart, defined once: the page draws it with Chart.js, report/png renders the same definition to a file. */
export interface ChartDefinition {
  /** File name without ending, and address in the page. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'bar' | 'stacked-bar' | 'line' | 'scatter' | 'dot-interval' | 'matrix';
  readonly horizontal?: boolean;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Category names for bar kinds, empty for scatter and line. */
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Fixed axis bounds of the value axis, for example 0..1. */
  readonly bounds?: readonly [number, number];
  readonly format: 'share' | 'count' | 'points' | 'ms';
}

export interface ChartSeries {
  readonly name: string;
  /** What it means, from which the look follows (colour, hatch, sign). */
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
  /** One value a category (null = none); for scatter and line, y values. */
  readonly values: readonly (number | null)[];
  readonly x?: readonly number[];
  /** Interval a value, for whiskers. */
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
}
