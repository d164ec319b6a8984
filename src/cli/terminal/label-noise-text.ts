import { percentWithin } from '../../base/phrases.ts';
import { annotatedTwiceText, type LabelNoiseSection } from '../../model/report/sections/label-noise.ts';
import { labelCeilingText, type Measurement, withinLabelNoise } from '../../model/score/measurement.ts';

/** Mark for a figure whose errors may all be due to wrong labels. */
export const noiseMark = ' ≈';

/**
 * Returns the label ceiling of a figure as text for a table cell, or an empty text if the ceiling is unknown. All
 * versions in a row have the same ceiling.
 */
export function ceilingCell(values: readonly (Measurement | null)[]): string {
  const ceiling = values.find((value) => value?.labelCeiling)?.labelCeiling;
  return ceiling === undefined ? '' : percentWithin(ceiling.value, ceiling);
}

/** Returns the line that explains label ceilings below a table. */
export function labelNoiseLine(section: LabelNoiseSection): string {
  return `Label noise: ${annotatedTwiceText(section)}.${noiseMark} means: ${withinLabelNoise}.`;
}

/** Returns a line with the label ceiling of a figure, or an empty list if the ceiling is unknown. */
export function ceilingLine(label: string, values: readonly (Measurement | null)[]): string[] {
  const ceiling = values.find((value) => value?.labelCeiling)?.labelCeiling;
  return ceiling === undefined ? [] : [`  ${label}: ${labelCeilingText(ceiling)}`];
}
