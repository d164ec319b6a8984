import { percentWithin } from '../../base/phrases.ts';
import { annotatedTwiceText, type LabelNoiseSection } from '../../model/report/label-noise.ts';
import { labelCeilingText, type Measurement, withinLabelNoise } from '../../model/score/measurement.ts';

/** Marks a figure that is above the lower end of the interval of its label ceiling. */
export const noiseMark = ' ≈';

/**
 * Returns the label ceiling of a figure as the cell of a table. Empty if it is unknown. All versions in a row have the
 * same ceiling.
 */
export function ceilingCell(values: readonly (Measurement | null)[]): string {
  const ceiling = values.find((value) => value?.labelCeiling)?.labelCeiling;
  return ceiling === undefined ? '' : percentWithin(ceiling.value, ceiling);
}

/** Returns the line that explains label ceilings below a table. */
export function labelNoiseLine(section: LabelNoiseSection): string {
  return `Label noise: ${annotatedTwiceText(section)}.${noiseMark} means: ${withinLabelNoise}.`;
}

/** Returns a line with the label ceiling of a figure. Returns an empty list if it is unknown. */
export function ceilingLine(label: string, values: readonly (Measurement | null)[]): string[] {
  const ceiling = values.find((value) => value?.labelCeiling)?.labelCeiling;
  return ceiling === undefined ? [] : [`  ${label}: ${labelCeilingText(ceiling)}`];
}
