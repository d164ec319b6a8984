import { statesOf } from '../../analysis/sections/score-result.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { VersionFigures } from '../../model/results/command-results.ts';

/** Returns the headline figures per requested version. */
export function versionFigures(model: ReportModel): Record<string, VersionFigures> {
  return Object.fromEntries(
    model.versions.map((version, i) => {
      const metrics: Record<string, number | null> = {};
      for (const tile of model.tiles) {
        const value = tile.values[i];
        if (value) metrics[value.metric] = value.value;
      }
      for (const row of model.fields) if (row.isLeaf) metrics[`f1.${row.field}`] = row.f1[i]?.value ?? null;
      for (const row of model.classes?.overall ?? []) metrics[row.metric] = row.values[i]?.value ?? null;
      for (const row of model.packets?.metrics ?? []) metrics[row.metric] = row.values[i]?.value ?? null;
      return [version.requested, { metrics, items: statesOf(model, i) }];
    }),
  );
}
