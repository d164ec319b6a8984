import type { Measurement } from '../../model/score/measurement.ts';
import { formatInUnit, formatMeasurement, nothing } from '../blocks/format-measurement.ts';

/** A number of each version in one cell: the baseline small above, the candidate below. Units stand in the heading. */
export function NumberCell({
  values,
  unit = false,
}: {
  values: readonly (Measurement | null)[];
  unit?: boolean;
}) {
  const text = unit ? formatMeasurement : bare;
  const last = values.at(-1) ?? null;
  const first = values.length > 1 ? values[0] : null;
  return (
    <td class="number">
      {first !== null && <span class="baseline-number">{text(first ?? null)}</span>}
      <span title={last?.undefinedBecause}>{text(last)}</span>
    </td>
  );
}

export function bare(measurement: Measurement | null): string {
  if (measurement?.value == null) return nothing;
  return formatInUnit(measurement.value, measurement.unit);
}

/** Numbers of different units below each other carry their unit. */
export function UnitCell({ value }: { value: Measurement | null }) {
  return (
    <td class="number" title={value?.undefinedBecause}>
      {formatMeasurement(value)}
    </td>
  );
}
