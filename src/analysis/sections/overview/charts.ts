import type { ChartDefinition, ChartSeries } from '../../../model/report/chart.ts';
import type { FieldRow, ReportVersion } from '../../../model/report/report-model.ts';
import type { ClassSection, PacketSection, SectionName } from '../../../model/report/report-sections.ts';
import type { Measurement } from '../../../model/score/measurement.ts';

const maxBars = 24;

export function charts({
  versions,
  fields,
  classes,
  packets,
}: {
  versions: readonly ReportVersion[];
  fields: readonly FieldRow[];
  classes: ClassSection | null;
  packets: PacketSection | null;
}): ChartDefinition[] {
  const made: ChartDefinition[] = [];
  const addRates = (section: SectionName, id: string, title: string, rows: readonly RateRow[]) =>
    made.push({ ...rateBars(id, title, versions, rows), section });
  const leaves = fields.filter((row) => row.isLeaf && row.support > 0).slice(0, maxBars);
  if (leaves.length > 0) {
    addRates(
      'fields',
      'field-f1',
      'F1 by field',
      leaves.map(({ field, f1 }) => ({ name: field, values: f1 })),
    );
    made.push(outcomeBars(leaves));
    if (versions.length === 2) made.push(differenceDots(leaves));
  }
  if (classes !== null) {
    const shown = classes.perClass.slice(0, maxBars);
    addRates(
      'classes',
      'class-f1',
      'F1 by class',
      shown.map(({ label, f1 }) => ({ name: label, values: f1 })),
    );
  }
  if (packets !== null) {
    const shares = packets.metrics.filter(
      ({ better, values }) =>
        better === 'higher' && values.every(({ unit }) => unit === 'share' || unit === 'score'),
    );
    addRates(
      'packets',
      'split-metrics',
      'Splitting, by metric',
      shares.map(({ label, values }) => ({ name: label, values })),
    );
  }
  return made;
}

export function measuredSeries(
  name: string,
  role: ChartSeries['role'],
  values: readonly (Measurement | null | undefined)[],
): ChartSeries {
  return {
    name,
    role,
    values: values.map((value) => value?.value ?? null),
    low: values.map((value) => value?.interval?.low ?? null),
    high: values.map((value) => value?.interval?.high ?? null),
  };
}

interface RateRow {
  readonly name: string;
  readonly values: readonly Measurement[];
}

function rateBars(
  id: string,
  title: string,
  versions: readonly ReportVersion[],
  rows: readonly RateRow[],
): ChartDefinition {
  return {
    id,
    title,
    kind: 'bar',
    horizontal: true,
    xLabel: 'share',
    yLabel: '',
    categories: rows.map(({ name }) => name),
    series: versions.map(({ name, role }, i) =>
      measuredSeries(
        name,
        role === 'baseline' ? 'baseline' : 'candidate',
        rows.map(({ values }) => values[i]),
      ),
    ),
    bounds: [0, 1],
    format: 'share',
  };
}

function outcomeBars(leaves: readonly FieldRow[]): ChartDefinition {
  const names = { correct: 'correct', incorrect: 'wrong', missing: 'missing', spurious: 'spurious' };
  const roles = Object.keys(names) as (keyof typeof names)[];
  return {
    id: 'field-outcomes',
    section: 'fields',
    title: 'Outcomes by field',
    kind: 'stacked-bar',
    horizontal: true,
    xLabel: 'values',
    yLabel: '',
    categories: leaves.map((row) => row.field),
    series: roles.map((role) => ({
      name: names[role],
      role,
      values: leaves.map((row) => row.counts.at(-1)?.[role] ?? 0),
    })),
    format: 'count',
  };
}

const changeSeries = [
  { role: 'better', name: 'better', verdicts: ['improved'] },
  { role: 'worse', name: 'worse', verdicts: ['regressed'] },
  { role: 'inconclusive', name: 'no clear change', verdicts: ['equivalent', 'inconclusive'] },
] as const;

function differenceDots(leaves: readonly FieldRow[]): ChartDefinition {
  const compared = leaves.flatMap(({ field, comparison }) =>
    comparison === null ? [] : { field, comparison },
  );
  const series = changeSeries.map(({ role, name, verdicts }) =>
    measuredSeries(
      name,
      role,
      compared.map(({ comparison: { verdict, difference } }) =>
        verdicts.some((included) => included === verdict) ? difference : null,
      ),
    ),
  );
  return {
    id: 'field-difference',
    section: 'fields',
    title: 'Change in F1 by field, candidate minus baseline',
    kind: 'dot-interval',
    horizontal: true,
    xLabel: 'points',
    yLabel: '',
    categories: compared.map(({ field }) => field),
    series: series.filter(({ values }) => values.some((value) => value !== null)),
    format: 'points',
  };
}
