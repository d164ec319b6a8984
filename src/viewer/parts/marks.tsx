import type { Counts } from '../../model/score/item-score.ts';
import { type Measurement, smallSampleText } from '../../model/score/measurement.ts';
import {
  formatInterval,
  formatMeasurement,
  formatNumber,
  formatOf100,
  formatWithRange,
  nothing,
  rangeText,
} from '../blocks/format-measurement.ts';
import { outcomeLabels } from '../blocks/labels.ts';

/**
 * Values and their intervals on one scale, with one line per version and the baseline on top. The tooltip has the
 * values as text, and a warning if the sample is small.
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

/** Heading of a column of intervals. Shows both ends of the scale in percent. */
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

/**
 * Returns the smallest and the largest number among the values and the interval ends of several measurements. Returns 0
 * and 1 if no measurement has a value.
 */
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

const shareWidth = 150;

/** Heading of a column of dumbbells. Shows both ends of the scale, which is the same for all dumbbells. */
export function ShareScale({ ends = ['0', '100'] }: { ends?: readonly [string, string] }) {
  return (
    <span class="scale share-scale">
      <span>{ends[0]}</span>
      <span class="visually-hidden">right, of 100</span>
      <span>{ends[1]}</span>
    </span>
  );
}

/**
 * Shares on a scale from 0 to 100. The baseline is a ring, the candidate is a dot with its interval, and a line
 * connects the ring with the dot. `dimmed` makes the marks pale, for a change that may be chance or for a small sample.
 */
export function Dumbbell(props: { values: readonly (Measurement | null)[]; dimmed?: boolean }) {
  const { values, dimmed = false } = props;
  const x = (share: number) => 7 + share * (shareWidth - 14);
  const last = values.at(-1);
  const first = values.length > 1 ? values[0] : undefined;
  const text = values.map((value) => formatWithRange(value)).join(' → ');
  const tooltip = [text, smallSampleText(last)].filter((part) => part !== null).join('\n');
  return (
    <svg
      class={dimmed ? 'dumbbell dimmed' : 'dumbbell'}
      viewBox={`0 0 ${shareWidth} 18`}
      width={shareWidth}
      height={18}
      role="img"
      aria-label={text}
    >
      <title>{tooltip}</title>
      <line class="axis" x1={x(0)} x2={x(1)} y1={9} y2={9} />
      {last?.interval && <IntervalBand low={x(last.interval.low)} high={x(last.interval.high)} />}
      {first?.value != null && last?.value != null && (
        <line class="between" x1={x(first.value)} x2={x(last.value)} y1={9} y2={9} />
      )}
      {first?.value != null && <circle class="mark-before" cx={x(first.value)} cy={9} r={4} />}
      {last?.value != null && <circle class="mark-now" cx={x(last.value)} cy={9} r={4.5} />}
    </svg>
  );
}

/** The interval of a figure, drawn as a band with a mark at each end. */
function IntervalBand({ low, high }: { low: number; high: number }) {
  return (
    <>
      <rect class="band" x={low} y={6} width={Math.max(1, high - low)} height={6} />
      <path class="band-ends" d={`M${low} 3v12M${high} 3v12`} />
    </>
  );
}

/**
 * The figures of the versions as text, such as `51 → 77`. The tooltip states why the last figure is undefined, or warns
 * that the sample is small.
 */
export function BeforeNow({ values }: { values: readonly (Measurement | null)[] }) {
  const last = values.at(-1) ?? null;
  const text = (value: Measurement | null) =>
    value?.value == null ? nothing : formatOf100(value.value, value.unit);
  return (
    <span title={last?.undefinedBecause ?? smallSampleText(last) ?? undefined}>
      {values.length > 1 && <span class="quiet">{text(values[0] ?? null)} → </span>}
      {text(last)}
    </span>
  );
}

/** A difference with its range, such as `+25 (−4 to 55)`. */
export function RangedChange({ difference }: { difference: Measurement }) {
  if (difference.value === null) return nothing;
  return (
    <>
      {formatOf100(difference.value, difference.unit)}
      <span class="quiet">{rangeText(difference)}</span>
    </>
  );
}

const order = ['correct', 'incorrect', 'missing', 'spurious'] as const;
const barWidth = 108;

/**
 * The outcomes of each version as stacked bars on one scale: a thin bar for the baseline above the bar of the
 * candidate.
 */
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

/** Returns the lines that hatch the bar segment of missing values, so that it can be recognised without its colour. */
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
