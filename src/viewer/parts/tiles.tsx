import type { Tile } from '../../model/report/report-model.ts';
import {
  isWithinLabelNoise,
  labelCeilingText,
  type Measurement,
  withinLabelNoise,
} from '../../model/score/measurement.ts';
import { formatInterval, formatInUnit, formatMeasurement, nothing } from '../blocks/format-measurement.ts';
import { verdictLabels } from '../blocks/labels.ts';
import { intervalRange, Whiskers } from './marks.tsx';

/** The headline metrics with their intervals, from baseline to candidate. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  if (tiles.length === 0) return null;
  return (
    <ul class="tiles" aria-label="Headline numbers">
      {tiles.map((tile) => (
        <li key={tile.label} class="tile">
          <TileBody tile={tile} />
        </li>
      ))}
    </ul>
  );
}

function TileBody({ tile }: { tile: Tile }) {
  // Two versions share a scale that fits their intervals. A single share has the scale 0 to 100 %.
  const alone = tile.values.length < 2 && tile.values[0]?.unit === 'share';
  const range = alone ? ([0, 1] as const) : intervalRange(tile.values);
  const last = tile.values.at(-1) ?? null;
  const hasInterval = tile.values.some((value) => value?.interval);
  return (
    <>
      <h2>{tile.label}</h2>
      <p class="tile-value">
        {tile.values.map((value, number) => (
          <span key={number} class={number === tile.values.length - 1 ? 'tile-now' : 'tile-before'}>
            {number > 0 && <span class="arrow"> → </span>}
            {number < tile.values.length - 1 ? bareOrUnit(value, last) : formatMeasurement(value)}
          </span>
        ))}
      </p>
      {hasInterval && (
        <>
          <Whiskers values={tile.values} range={range} width={150} />
          <p class="tile-interval">{tile.values.map((value) => `[${formatInterval(value)}]`).join(' → ')}</p>
        </>
      )}
      {last?.labelCeiling && (
        <p class="tile-interval">
          {labelCeilingText(last.labelCeiling)}
          {isWithinLabelNoise(last) && ` · ${withinLabelNoise}`}
        </p>
      )}
      <TileDifference tile={tile} />
      {tile.notes?.some((note) => note !== null) && (
        <p class="tile-interval">{[...new Set(tile.notes.map((note) => note ?? nothing))].join(' → ')}</p>
      )}
      {last?.undefinedBecause && <p class="tile-interval">{last.undefinedBecause}</p>}
      {last !== null && last.unscored > 0 && (
        <p class="tile-interval">
          on {last.n} documents, {last.unscored} not scored
        </p>
      )}
    </>
  );
}

function TileDifference({ tile: { difference, verdict } }: { tile: Tile }) {
  if (difference?.value == null) return null;
  const [sign, label, look] = verdictLabels[verdict ?? 'inconclusive'];
  return (
    <p class={`tile-difference ${look}`}>
      <span aria-hidden="true">{sign}</span> {formatMeasurement(difference)}
      {verdict && `, ${label}`}
      {difference.interval && <span class="quiet"> ({formatInterval(difference)})</span>}
    </p>
  );
}

/** Returns the value of the baseline. Omits its unit if the value of the candidate has the same unit. */
function bareOrUnit(value: Measurement | null, last: Measurement | null): string {
  if (value?.value == null) return nothing;
  return value.unit === last?.unit && value.unit !== 'ms'
    ? formatInUnit(value.value, value.unit)
    : formatMeasurement(value);
}
