import type { ComponentChildren } from 'preact';
import type { ScopeConfidence } from '../../model/report/sections/confidence-section.ts';
import { formatNumber } from '../blocks/format-measurement.ts';

interface PlotProps {
  /** Confidence metrics of each version; `null` if the version has no confidences. */
  readonly versions: readonly (ScopeConfidence | null)[];
  readonly names: readonly string[];
}

const plotWidth = 446;
const left = 46;
const right = 430;
const top = 12;
const bottom = 282;

function plotX(share: number): number {
  return left + share * (right - left);
}

/** Returns the vertical position of a share on an axis that ends at `whole`. */
function plotY(share: number, whole = 1): number {
  return bottom - (share / whole) * (bottom - top);
}

/** Returns the CSS class of a version. The baseline is grey, and the candidate has the accent colour. */
function versionMark(number: number, versions: readonly unknown[]): string {
  return versions.length > 1 && number === 0 ? 'plot-baseline' : 'plot-candidate';
}

/** Axes and grid of a small plot of shares. The vertical axis ends at `whole`. */
function Plot(props: {
  title: string;
  label: string;
  xLabel: string;
  yLabel: string;
  height?: number;
  whole?: number;
  children: ComponentChildren;
}) {
  const { whole = 1, height = 320 } = props;
  const digits = whole < 0.1 ? 1 : 0;
  return (
    <figure class="plot">
      <figcaption>{props.title}</figcaption>
      <svg viewBox={`0 0 ${plotWidth} ${height}`} role="img" aria-label={props.label}>
        {[0, 0.2, 0.4, 0.6, 0.8, 1].map((step) => (
          <g key={step}>
            <line class="plot-grid" x1={left} x2={right} y1={plotY(step)} y2={plotY(step)} />
            <text class="plot-tick plot-tick-y" x={left - 7} y={plotY(step) + 4}>
              {formatNumber(step * whole * 100, digits)}
            </text>
            <text class="plot-tick plot-tick-x" x={plotX(step)} y={bottom + 17}>
              {props.xLabel === 'confidence' ? step.toFixed(1) : formatNumber(step * 100)}
            </text>
          </g>
        ))}
        <text class="plot-tick plot-tick-x" x={(left + right) / 2} y={bottom + 34}>
          {props.xLabel}
        </text>
        <text class="plot-tick plot-tick-x" transform={`translate(11 ${(top + bottom) / 2}) rotate(-90)`}>
          {props.yLabel}
        </text>
        {props.children}
      </svg>
    </figure>
  );
}

/** Reliability diagram: the accuracy in each range of confidences, and below it the number of values in each range. */
export function ReliabilityDiagram({ versions, names }: PlotProps) {
  const bins = versions.map((version) => version?.reliability ?? []);
  const most = Math.max(1, ...bins.flat().map(({ count }) => count));
  const text = bins.map((of, number) => `${names[number]}: ${describeBins(of)}`).join('. ');
  return (
    <Plot
      title="Is “90 % confident” right 90 of 100 times?"
      label={`Reliability diagram. ${text}`}
      height={400}
      xLabel="confidence"
      yLabel="right, of 100"
    >
      <line class="plot-ideal" x1={plotX(0)} y1={plotY(0)} x2={plotX(1)} y2={plotY(1)} />
      {bins.map((of, number) => (
        <g key={number} class={versionMark(number, versions)}>
          <BinLine bins={of} radius={versions.length > 1 && number === 0 ? 3 : 4} />
          <BinBars bins={of} most={most} number={number} versions={versions.length} />
        </g>
      ))}
      <text class="plot-quiet" x={plotX(0)} y={barsTop + barsHeight + 18}>
        bars: values per step of confidence (highest: {formatNumber(most)})
      </text>
    </Plot>
  );
}

type Bins = ScopeConfidence['reliability'];

function describeBins(bins: Bins): string {
  if (bins.length === 0) return 'no confidence';
  return bins
    .filter((bin) => bin.count > 0)
    .map(
      (bin) =>
        `${formatNumber(bin.count)} values from ${bin.low.toFixed(1)}, ${formatNumber((bin.accuracy ?? 0) * 100)} % right`,
    )
    .join(', ');
}

function binText({ low, high, count }: Bins[number]): string {
  return `${low.toFixed(1)} to ${high.toFixed(1)}: ${formatNumber(count)} values`;
}

function BinLine({ bins, radius }: { bins: Bins; radius: number }) {
  const points = bins.flatMap((bin) =>
    bin.meanConfidence === null || bin.accuracy === null
      ? []
      : [{ bin, x: bin.meanConfidence, y: bin.accuracy }],
  );
  if (bins.length === 0) return null;
  return (
    <>
      <polyline class="plot-line" points={points.map(({ x, y }) => `${plotX(x)},${plotY(y)}`).join(' ')} />
      {points.map(({ bin, x, y }) => (
        <circle key={bin.low} class="plot-dot" cx={plotX(x)} cy={plotY(y)} r={radius}>
          <title>
            {`${binText(bin)}, mean confidence ${x.toFixed(2)}, ${formatNumber(y * 100, 1)} % right`}
          </title>
        </circle>
      ))}
    </>
  );
}

const barsTop = 326;
const barsHeight = 46;

function BinBars(props: { bins: Bins; most: number; number: number; versions: number }) {
  const { bins, most, number, versions } = props;
  return (
    <>
      {bins.map((bin) => {
        const width = (plotX(bin.high) - plotX(bin.low) - 4) / versions;
        const height = bin.count === 0 ? 0 : Math.max(1.5, (bin.count / most) * barsHeight);
        const x = plotX(bin.low) + 2 + width * number;
        const y = barsTop + barsHeight - height;
        return (
          <rect key={bin.low} class="plot-bar" x={x} y={y} width={width} height={height}>
            <title>{binText(bin)}</title>
          </rect>
        );
      })}
    </>
  );
}

/**
 * Risk-coverage curve. Values are accepted in descending order of confidence, and the curve shows the share of wrong
 * values among the accepted ones. `goal` is the largest acceptable share of wrong values. `chosen` is the share of
 * values that each version accepts at the chosen threshold.
 */
export function RiskCoveragePlot(props: PlotProps & { goal: number; chosen: readonly (number | null)[] }) {
  const { versions, names, goal, chosen } = props;
  const curves = versions.map((version) => version?.riskCoverage ?? []);
  const highest = Math.max(goal * 2, 0.02, ...curves.flat().map((point) => point.risk));
  // The scale ends at the first of these round numbers that is not below the highest risk.
  const whole = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5].find((end) => highest <= end) ?? 1;
  const text = curves.map((curve, number) => `${names[number]}: ${describeCurve(curve)}`).join('. ');
  const goalY = plotY(goal, whole);
  return (
    <Plot
      title="How many can skip review, and how many of them are wrong?"
      label={`Risk-coverage curve. ${text}`}
      xLabel="values that skip review, of 100, the most confident first"
      yLabel="wrong among them, of 100"
      whole={whole}
    >
      <line class="plot-ideal" x1={plotX(0)} x2={plotX(1)} y1={goalY} y2={goalY} />
      {curves.map((curve, number) => {
        const points = curve.map(({ coverage, risk }) => `${plotX(coverage)},${plotY(risk, whole)}`);
        const chosenX = chosen[number] == null ? null : plotX(chosen[number]);
        return (
          <g key={number} class={versionMark(number, versions)}>
            <polyline class="plot-line" points={points.join(' ')} />
            {curve.length === 1 && curve[0] && (
              <circle class="plot-dot" cx={plotX(1)} cy={plotY(curve[0].risk, whole)} r={4} />
            )}
            {chosenX !== null && (
              <line class="plot-chosen" x1={chosenX} x2={chosenX} y1={plotY(0)} y2={plotY(1)} />
            )}
          </g>
        );
      })}
    </Plot>
  );
}

function describeCurve(curve: ScopeConfidence['riskCoverage']): string {
  const last = curve.at(-1);
  if (last === undefined) return 'no confidence';
  const half = curve.find((point) => point.coverage >= 0.5) ?? last;
  const [some, all] = [half, last].map(({ risk }) => formatNumber(risk * 100, 1));
  return `${some} % wrong if half is accepted, ${all} % if all is accepted`;
}
