import type { ScopeConfidence } from '../../model/report/confidence-section.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { PlotFrame, plotX, plotY, versionMark } from './plot-frame.tsx';

const barsTop = 326;
const barsHeight = 46;

/** Reliability diagram: accuracy by confidence bin, with the number of values per bin below. */
export function ReliabilityDiagram(props: {
  versions: readonly (ScopeConfidence | null)[];
  names: readonly string[];
}) {
  const { versions, names } = props;
  const most = Math.max(
    1,
    ...versions.flatMap((version) => version?.reliability.map((bin) => bin.count) ?? []),
  );
  const text = versions.map((version, number) => `${names[number]}: ${describe(version)}`).join('. ');
  return (
    <figure class="plot">
      <figcaption>Accuracy by confidence</figcaption>
      <PlotFrame label={`Reliability diagram. ${text}`} height={400} xLabel="confidence" yLabel="right, %">
        <line class="plot-ideal" x1={plotX(0)} y1={plotY(0)} x2={plotX(1)} y2={plotY(1)} />
        {versions.map((version, number) => (
          <g key={number} class={versionMark(number, versions.length)}>
            {version && <BinLine version={version} baseline={isBaseline(number, versions.length)} />}
            {version && <BinBars version={version} most={most} number={number} versions={versions.length} />}
          </g>
        ))}
        <text class="plot-quiet" x={plotX(0)} y={barsTop + barsHeight + 18}>
          values per bin, at most {formatNumber(most)}
        </text>
      </PlotFrame>
    </figure>
  );
}

function isBaseline(number: number, versions: number): boolean {
  return versions > 1 && number === 0;
}

function describe(version: ScopeConfidence | null): string {
  if (version === null) return 'no confidence';
  return version.reliability
    .filter((bin) => bin.count > 0)
    .map(
      (bin) =>
        `${formatNumber(bin.count)} values from ${bin.low.toFixed(1)}, ${formatNumber((bin.accuracy ?? 0) * 100)} % right`,
    )
    .join(', ');
}

function BinLine({ version, baseline }: { version: ScopeConfidence; baseline: boolean }) {
  const points = version.reliability.flatMap(({ meanConfidence, accuracy, count, low, high }) =>
    meanConfidence === null || accuracy === null
      ? []
      : [{ x: meanConfidence, y: accuracy, count, low, high }],
  );
  return (
    <>
      <polyline class="plot-line" points={points.map(({ x, y }) => `${plotX(x)},${plotY(y)}`).join(' ')} />
      {points.map(({ x, y, count, low, high }) => (
        <circle key={low} class="plot-dot" cx={plotX(x)} cy={plotY(y)} r={baseline ? 3 : 4}>
          <title>
            {`${low.toFixed(1)} to ${high.toFixed(1)}: ${formatNumber(count)} values, mean confidence ${x.toFixed(2)}, ${formatNumber(y * 100, 1)} % right`}
          </title>
        </circle>
      ))}
    </>
  );
}

function BinBars(props: { version: ScopeConfidence; most: number; number: number; versions: number }) {
  const { version, most, number, versions } = props;
  return (
    <>
      {version.reliability.map(({ low, high, count }) => {
        const left = plotX(low) + 2;
        const wide = (plotX(high) - plotX(low) - 4) / versions;
        const height = count === 0 ? 0 : Math.max(1.5, (count / most) * barsHeight);
        return (
          <rect
            key={low}
            class="plot-bar"
            x={left + wide * number}
            y={barsTop + barsHeight - height}
            width={wide}
            height={height}
          >
            <title>{`${low.toFixed(1)} to ${high.toFixed(1)}: ${formatNumber(count)} values`}</title>
          </rect>
        );
      })}
    </>
  );
}
