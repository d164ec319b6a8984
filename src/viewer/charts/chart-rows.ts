import type { ChartDefinition } from '../../model/report/chart.ts';

/**
 * Returns the height of a chart as a number of rows, which is about one per category. Returns 0 if the height does not
 * depend on the categories.
 */
export function chartRows(definition: ChartDefinition): number {
  if (definition.kind === 'matrix') return definition.series.length * 1.6;
  if (!definition.horizontal) return 0;
  const side = definition.kind === 'bar' ? Math.max(1, definition.series.length * 0.75) : 1;
  return definition.categories.length * side;
}
