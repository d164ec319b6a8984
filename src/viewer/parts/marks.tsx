import type { ComparisonVerdict } from '../../model/score/comparison.ts';
import type { Counts } from '../../model/score/item-score.ts';
import { type Measurement, smallSampleText } from '../../model/score/measurement.ts';
import { formatInterval, formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import { outcomeLabels, verdictLabels } from '../blocks/labels.ts';

/**
 * Values with their intervals on one scale: one line per version, the baseline above the candidate. The tooltip states
 * what a small sample cannot show.
 */
export function Whiskers(props: {
  values: readonly (Measurement | null)[];
  range: readonly [low: number, high: number];
  width?: number;
}) {
  const { values, width = 92 } = props;
  const [low, high] = props.range;
  const x = (value: number) => 4 + ((value - low) / (high - low || 1)) * (width - 8);
  const text = values.map((value) => `${formatMeasurement(value)} [${formatInterval(value)}]`).join(' → ');
  const tooltip = [text, smallSampleText(values.at(-1))].filter((part) => part !== null).join('\n');
  const height = values.length > 1 ? 18 : 12;
  return (
    <svg
      class="whiskers"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={text}
    >
      <title>{tooltip}</title>
      <line class="axis" x1={4} x2={width - 4} y1={height - 0.5} y2={height - 0.5} />
      {values.map((measurement, number) => {
        if (measurement?.value == null) return null;
        const baseline = values.length > 1 && number === 0;
        const y = values.length > 1 ? (baseline ? 4 : 12) : 6;
        const { interval } = measurement;
        return (
          <g key={number} class={baseline ? 'mark-baseline' : 'mark-candidate'}>
            {interval && <line x1={x(interval.low)} x2={x(interval.high)} y1={y} y2={y} />}
            <circle cx={x(measurement.value)} cy={y} r={baseline ? 2.5 : 3.5} />
          </g>
        );
      })}
    </svg>
  );
}

/** Heading of a column of intervals. Shows the ends of the scale in percent. */
export function IntervalScale({ ends, label }: { ends: readonly number[]; label: string }) {
  return (
    <span class={ends.length > 2 ? 'scale wide' : 'scale'}>
      <span>{formatNumber((ends[0] ?? 0) * 100)}</span>
      <span class="visually-hidden">{label}</span>
      {ends.length > 2 && <span>0</span>}
      <span>
        {ends.length > 2 && '+'}
        {formatNumber((ends.at(-1) ?? 0) * 100)}
      </span>
    </span>
  );
}

/** Returns the outermost ends of the intervals of several measurements, or 0 and 1 if there is none. */
export function intervalRange(values: readonly (Measurement | null)[]): readonly [number, number] {
  const ends = values.flatMap((value) =>
    value?.value == null
      ? []
      : [value.value, value.interval?.low ?? value.value, value.interval?.high ?? value.value],
  );
  return ends.length === 0
    ? [0, 1]
    : [ends.reduce((a, b) => Math.min(a, b)), ends.reduce((a, b) => Math.max(a, b))];
}

/** A difference as a dot with its interval. All rows have the same scale. */
export function DifferenceDot(props: {
  difference: Measurement;
  verdict: ComparisonVerdict;
  reach: number;
  width?: number;
}) {
  const { difference, verdict, reach, width = 120 } = props;
  const x = (value: number) =>
    width / 2 + (Math.max(-reach, Math.min(reach, value)) / reach) * (width / 2 - 6);
  const text = `${formatMeasurement(difference)} (${formatInterval(difference)})`;
  const [, , look] = verdictLabels[verdict];
  const { value, interval } = difference;
  return (
    <svg class={`difference ${look}`} width={width} height={18} role="img" aria-label={text}>
      <title>{text}</title>
      <line class="zero" x1={width / 2} x2={width / 2} y1={0} y2={18} />
      {interval && <line class="span" x1={x(interval.low)} x2={x(interval.high)} y1={9} y2={9} />}
      {value !== null && <Mark look={look} x={x(value)} y={9} />}
    </svg>
  );
}

function Mark({ look, x, y }: { look: string; x: number; y: number }) {
  if (look === 'better') return <path class="mark" d={`M${x} ${y - 5}l5 9h-10z`} />;
  if (look === 'worse') return <path class="mark" d={`M${x} ${y + 5}l5 -9h-10z`} />;
  return <path class="mark" d={`M${x} ${y - 4.5}l4.5 4.5l-4.5 4.5l-4.5 -4.5z`} />;
}

const order = ['correct', 'incorrect', 'missing', 'spurious'] as const;
const barWidth = 108;

/** Stacked outcomes of each version on one scale: a thin bar for the baseline above the candidate. */
export function OutcomeBar({ counts }: { counts: readonly Counts[] }) {
  const widest = Math.max(1, ...counts.map(total));
  const last = counts.at(-1);
  const label = last
    ? order.map((name) => `${formatNumber(last[name])} ${outcomeLabels[name][1]}`).join(', ')
    : '';
  return (
    <svg
      class="outcome-bar"
      width={barWidth}
      height={counts.length > 1 ? 18 : 12}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {counts.map((version, number) => {
        const thin = counts.length > 1 && number === 0;
        return (
          <Stack
            key={number}
            counts={version}
            widest={widest}
            y={thin ? 1 : counts.length > 1 ? 7 : 1}
            height={thin ? 4 : 10}
          />
        );
      })}
    </svg>
  );
}

function Stack(props: { counts: Counts; widest: number; y: number; height: number }) {
  let x = 0;
  return (
    <g>
      {order.map((name) => {
        const w = (props.counts[name] / props.widest) * barWidth;
        const left = x;
        x += w;
        if (w === 0) return null;
        const box = { x: left, y: props.y, width: Math.max(w, 1), height: props.height };
        return (
          <g key={name}>
            <rect {...box} class={`fill-${name}`} />
            {name === 'missing' && <path class="hatch" d={hatching(box)} />}
          </g>
        );
      })}
    </g>
  );
}

/** Returns the strokes that hatch the bar segment of missing values, so that it is recognisable without its colour. */
function hatching(box: { x: number; y: number; width: number; height: number }): string {
  const strokes: string[] = [];
  const bottom = box.y + box.height;
  for (let x = box.x + 1; x < box.x + box.width; x += 4) {
    const rise = Math.min(box.height, box.x + box.width - x);
    strokes.push(`M${x.toFixed(1)} ${bottom}l${rise.toFixed(1)} ${(-rise).toFixed(1)}`);
  }
  return strokes.join('');
}

function total(counts: Counts): number {
  return counts.correct + counts.incorrect + counts.missing + counts.spurious;
}

export function OutcomeLegend() {
  const box = { x: 0, y: 0, width: 12, height: 12 };
  return (
    <ul class="legend" aria-label="Outcomes">
      {order.map((name) => (
        <li key={name}>
          <svg width={12} height={12} aria-hidden="true">
            <rect {...box} class={`fill-${name}`} />
            {name === 'missing' && <path class="hatch" d={hatching(box)} />}
          </svg>{' '}
          {outcomeLabels[name].join(' ')}
        </li>
      ))}
    </ul>
  );
}
