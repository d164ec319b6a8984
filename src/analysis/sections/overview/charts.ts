import type { ChartDefinition, ChartSeries } from '../../../model/report/chart.ts';
import type { FieldRow, ReportVersion } from '../../../model/report/report-model.ts';
import type { ClassSection, PacketSection } from '../../../model/report/report-sections.ts';
import type { Measurement } from '../../../model/score/measurement.ts';

const mostBars = 24;

/** Returns the charts of a report. Omits charts without content. */
export function charts(parts: {
  versions: readonly ReportVersion[];
  fields: readonly FieldRow[];
  classes: ClassSection | null;
  packets: PacketSection | null;
}): ChartDefinition[] {
  const { versions } = parts;
  const leaves = parts.fields.filter((row) => row.isLeaf && row.support > 0).slice(0, mostBars);
  const made: ChartDefinition[] = [];
  if (leaves.length > 0) {
    made.push(
      rateBars(
        'field-f1',
        'F1 by field',
        versions,
        leaves.map((row) => row.field),
        (i) => leaves.map((row) => row.f1[i] as Measurement),
      ),
      outcomeBars(leaves),
    );
    if (versions.length === 2)
      made.push(
        differenceDots('field-difference', 'Change in F1 by field, candidate minus baseline', leaves),
      );
  }
  if (parts.classes !== null) {
    const classes = parts.classes.perClass.slice(0, mostBars);
    made.push(
      rateBars(
        'class-f1',
        'F1 by class',
        versions,
        classes.map((row) => row.label),
        (i) => classes.map((row) => row.f1[i] as Measurement),
      ),
    );
  }
  if (parts.packets !== null) {
    const shares = parts.packets.metrics.filter(
      (row) =>
        row.better === 'higher' &&
        row.values.every((value) => value.unit === 'share' || value.unit === 'score'),
    );
    made.push(
      rateBars(
        'split-metrics',
        'Splitting, by metric',
        versions,
        shares.map((row) => row.label),
        (i) => shares.map((row) => row.values[i] as Measurement),
      ),
    );
  }
  return made;
}

function rateBars(
  id: string,
  title: string,
  versions: readonly ReportVersion[],
  categories: readonly string[],
  values: (version: number) => readonly Measurement[],
): ChartDefinition {
  const series: ChartSeries[] = versions.map((version, i) => {
    const row = values(i);
    return {
      name: version.name,
      role: version.role === 'baseline' ? 'baseline' : 'candidate',
      values: row.map((entry) => entry.value),
      low: row.map((entry) => entry.interval?.low ?? null),
      high: row.map((entry) => entry.interval?.high ?? null),
    };
  });
  return {
    id,
    title,
    kind: 'bar',
    horizontal: true,
    xLabel: 'share',
    yLabel: '',
    categories,
    series,
    bounds: [0, 1],
    format: 'share',
  };
}

function outcomeBars(leaves: readonly FieldRow[]): ChartDefinition {
  const roles = ['correct', 'incorrect', 'missing', 'spurious'] as const;
  const names = { correct: 'correct', incorrect: 'wrong', missing: 'missing', spurious: 'spurious' };
  const series: ChartSeries[] = roles.map((role) => ({
    name: names[role],
    role,
    values: leaves.map((row) => row.counts.at(-1)?.[role] ?? 0),
  }));
  return {
    id: 'field-outcomes',
    title: 'Outcomes by field',
    kind: 'stacked-bar',
    horizontal: true,
    xLabel: 'values',
    yLabel: '',
    categories: leaves.map((row) => row.field),
    series,
    format: 'count',
  };
}

function differenceDots(id: string, title: string, leaves: readonly FieldRow[]): ChartDefinition {
  const roles = {
    improved: 'better',
    regressed: 'worse',
    equivalent: 'inconclusive',
    inconclusive: 'inconclusive',
  } as const;
  const names = { better: 'better', worse: 'worse', inconclusive: 'no clear change' };
  const kept = leaves.filter((row) => row.comparison !== null);
  const series: ChartSeries[] = (['better', 'worse', 'inconclusive'] as const)
    .map((role): ChartSeries => {
      const mine = kept.map((row) =>
        row.comparison && roles[row.comparison.verdict] === role ? row.comparison.difference : null,
      );
      return {
        name: names[role],
        role,
        values: mine.map((entry) => entry?.value ?? null),
        low: mine.map((entry) => entry?.interval?.low ?? null),
        high: mine.map((entry) => entry?.interval?.high ?? null),
      };
    })
    .filter((entry) => entry.values.some((value) => value !== null));
  return {
    id,
    title,
    kind: 'dot-interval',
    horizontal: true,
    xLabel: 'points',
    yLabel: '',
    categories: kept.map((row) => row.field),
    series,
    format: 'points',
  };
}
