import { hatching } from './outcome-bar.tsx';
import { outcomeSigns } from './status-labels.tsx';

/** What the colours of the bars stand for. */
export function OutcomeLegend() {
  return (
    <ul class="legend" aria-label="Outcomes">
      {(['correct', 'incorrect', 'missing', 'spurious'] as const).map((name) => (
        <li key={name}>
          <svg width={12} height={12} aria-hidden="true">
            <rect x={0} y={0} width={12} height={12} class={`fill-${name}`} />
            {name === 'missing' && <path class="hatch" d={hatching({ x: 0, y: 0, width: 12, height: 12 })} />}
          </svg>{' '}
          {outcomeSigns[name].sign} {outcomeSigns[name].word}
        </li>
      ))}
    </ul>
  );
}
