import type { Counts } from '../../model/score/item-score.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { outcomeLabels } from '../blocks/labels.ts';

const order = ['correct', 'incorrect', 'missing', 'spurious'] as const;
const width = 108;

/** Stacked outcomes of each version on one scale, with a thin baseline above the candidate. */
export function OutcomeBar({ counts }: { counts: readonly Counts[] }) {
  const widest = Math.max(1, ...counts.map(total));
  const last = counts.at(-1);
  const label = last
    ? order.map((name) => `${formatNumber(last[name])} ${outcomeLabels[name][1]}`).join(', ')
    : '';
  return (
    <svg class="outcome-bar" width={width} height={counts.length > 1 ? 18 : 12} role="img" aria-label={label}>
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
        const w = (props.counts[name] / props.widest) * width;
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

/** Returns the strokes that mark missing values in addition to the colour. */
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
