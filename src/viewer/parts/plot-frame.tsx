import type { ComponentChildren } from 'preact';
import { formatNumber } from '../blocks/format-measurement.ts';

const left = 46;
const right = 430;
const top = 12;
const bottom = 282;

const plotWidth = 446;

/** Returns the horizontal position of a share from 0 to 1. */
export function plotX(share: number): number {
  return left + share * (right - left);
}

/** Returns the vertical position of a share, for an axis that ends at `whole`. */
export function plotY(share: number, whole = 1): number {
  return bottom - (share / whole) * (bottom - top);
}

/** Returns the CSS class of a version: grey for the baseline, the accent colour for the candidate. */
export function versionMark(number: number, versions: number): string {
  return versions > 1 && number === 0 ? 'plot-baseline' : 'plot-candidate';
}

/** Axes and grid of a small plot of shares. */
export function PlotFrame(props: {
  label: string;
  xLabel: string;
  yLabel: string;
  height?: number;
  /** End of the y axis. */
  whole?: number;
  children: ComponentChildren;
}) {
  const { whole = 1, height = 320 } = props;
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const digits = whole < 0.1 ? 1 : 0;
  return (
    <svg viewBox={`0 0 ${plotWidth} ${height}`} role="img" aria-label={props.label}>
      {steps.map((step) => (
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
  );
}
