import type { RiskPoint, ScopeConfidence } from '../../model/report/confidence-section.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { PlotFrame, plotX, plotY, versionMark } from './plot-frame.tsx';

/** Risk-coverage curve: the share of wrong values among those accepted by descending confidence. */
export function RiskCoveragePlot(props: {
  versions: readonly (ScopeConfidence | null)[];
  names: readonly string[];
  /** Largest acceptable share of wrong values, drawn as a line. */
  goal: number;
  /** Share of accepted values at the chosen threshold, per version. */
  chosen: readonly (number | null)[];
}) {
  const { versions, names, goal, chosen } = props;
  const curves = versions.map((version) => version?.riskCoverage ?? []);
  const highest = Math.max(goal * 2, 0.02, ...curves.flat().map((point) => point.risk));
  // The scale ends at a round number above the highest risk.
  const whole = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5].find((end) => highest <= end) ?? 1;
  const text = curves.map((curve, number) => `${names[number]}: ${describe(curve)}`).join('. ');
  return (
    <figure class="plot">
      <figcaption>Error rate by share of accepted values, highest confidence first</figcaption>
      <PlotFrame
        label={`Risk-coverage curve. ${text}`}
        xLabel="accepted values, %"
        yLabel="wrong among accepted, %"
        whole={whole}
      >
        <line
          class="plot-ideal"
          x1={plotX(0)}
          x2={plotX(1)}
          y1={plotY(goal, whole)}
          y2={plotY(goal, whole)}
        />
        {curves.map((curve, number) => (
          <g key={number} class={versionMark(number, versions.length)}>
            <polyline
              class="plot-line"
              points={curve.map(({ coverage, risk }) => `${plotX(coverage)},${plotY(risk, whole)}`).join(' ')}
            />
            {curve.length === 1 && curve[0] && (
              <circle class="plot-dot" cx={plotX(1)} cy={plotY(curve[0].risk, whole)} r={4} />
            )}
            {chosen[number] != null && (
              <line
                class="plot-chosen"
                x1={plotX(chosen[number])}
                x2={plotX(chosen[number])}
                y1={plotY(0)}
                y2={plotY(1)}
              />
            )}
          </g>
        ))}
      </PlotFrame>
    </figure>
  );
}

function describe(curve: readonly RiskPoint[]): string {
  const last = curve.at(-1);
  if (last === undefined) return 'no confidence';
  const half = curve.find((point) => point.coverage >= 0.5) ?? last;
  return `${formatNumber(half.risk * 100, 1)} % wrong at half accepted, ${formatNumber(last.risk * 100, 1)} % at all`;
}
