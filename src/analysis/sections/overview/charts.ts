import { joinList } from '../../../base/phrases.ts';
import type { ChartDefinition, ChartSeries } from '../../../model/report/chart.ts';
import { orderTypes } from '../../../model/report/order-types.ts';
import { packetLabels, speedLabels } from '../../../model/report/reader-labels.ts';
import type { FieldRow, ReportVersion, SpeedRow } from '../../../model/report/report-model.ts';
import type { ClassSection, PacketSection, SectionName } from '../../../model/report/report-sections.ts';
import type {
  ComparisonSection,
  SpeedComparison,
} from '../../../model/report/sections/comparison-section.ts';
import type { SampleSizeSection } from '../../../model/report/sections/sample-size-section.ts';
import type { PairedComparison } from '../../../model/score/comparison.ts';
import type { Counts } from '../../../model/score/item-score.ts';
import type { Measurement } from '../../../model/score/measurement.ts';
import { sampleSizeChart } from './sample-size-chart.ts';

/**
 * The chart of groups (tag values) omits groups with fewer documents than this, because the intervals of small groups
 * cover the whole scale.
 */
const minGroup = 5;

/** A chart has at most this many rows. The table of the section has all rows. */
const maxRows = 12;

interface ChartInput {
  readonly versions: readonly ReportVersion[];
  readonly fields: readonly FieldRow[];
  readonly classes: ClassSection | null;
  readonly packets: PacketSection | null;
  readonly speed: readonly SpeedRow[];
  readonly comparison: ComparisonSection | null | undefined;
  readonly sampleSize?: SampleSizeSection | null;
  readonly documents: number;
}

/** Returns the charts of a report. The title of each chart states its main result. */
export function charts(input: ChartInput): ChartDefinition[] {
  const { versions, fields, classes, packets, speed, comparison, documents } = input;
  const made: (ChartDefinition | null)[] = [];
  const leaves = fields.filter((row) => row.isLeaf && row.support > 0);
  const fieldRows = leaves.map((row) => ({ name: row.field, values: row.f1, comparison: row.comparison }));
  made.push(
    rateChart('fields', 'field-change', fieldRows, versions, documents),
    outcomeChart(leaves, versions),
  );
  if (classes !== null) {
    const ofClass = (label: string) =>
      comparison?.classes.find(({ scope }) => scope === `class:${label}`) ?? null;
    const rows = classes.perClass.map(({ label, f1 }) => ({
      name: label,
      values: f1,
      comparison: ofClass(label),
    }));
    made.push(
      confusionChart(classes, versions),
      rateChart('classes', 'type-change', rows, versions, documents),
    );
  }
  if (packets !== null) {
    const rows = packets.metrics
      .filter(({ metric, better }) => better === 'higher' && packetLabels[metric] !== undefined)
      .map(({ metric, values }) => ({ name: packetLabels[metric] ?? metric, values, comparison: null }));
    const chart = rateChart('packets', 'packet-figures', rows, versions, documents, 'packets');
    // The names of the packet metrics are long, so the title has only the first metric.
    made.push(chart && { ...chart, title: packetTitle(rows) });
  }
  const groups = (comparison?.slices ?? [])
    .filter(({ documents: n }) => n >= minGroup)
    .map(({ tag, value, comparison: of, documents: n }) => ({
      name: `${tag}: ${value} (${n})`,
      comparison: of,
    }));
  made.push(
    differenceChart(groups, versions),
    timeChart(speed, comparison?.speed ?? []),
    sampleSizeChart(input.sampleSize),
  );
  return made.filter((chart) => chart !== null);
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
  readonly comparison: PairedComparison | null;
}

const rangeNote = 'the bar is the range of uncertainty: it contains the true figure in 95 of 100 samples';

function seriesRole({ role }: ReportVersion): 'baseline' | 'candidate' {
  return role === 'baseline' ? 'baseline' : 'candidate';
}

/**
 * Returns a chart of rates, one row per field, class or group, and one dot per version. With two versions, the largest
 * change comes first; with one version, the lowest rate.
 */
function rateChart(
  section: SectionName,
  id: string,
  rows: readonly RateRow[],
  versions: readonly ReportVersion[],
  documents: number,
  unit: 'documents' | 'packets' = 'documents',
): ChartDefinition | null {
  const known = rows.filter(({ values }) => values.some(({ value }) => value !== null));
  if (known.length === 0) return null;
  const compared = versions.length === 2;
  const size = (row: RateRow) => (compared ? Math.abs(changeOf(row) ?? 0) : 1 - (last(row) ?? 1));
  const shown = known.toSorted((a, b) => size(b) - size(a)).slice(0, maxRows);
  const isUncertain = ({ comparison }: RateRow) => comparison?.verdict === 'inconclusive';
  return {
    id,
    section,
    title: compared ? changeTitle(shown) : weakestTitle(shown),
    subtitle: `right, of 100; ${documents} ${unit}${known.length > shown.length ? `; ${shown.length} of ${known.length} rows` : ''}; ${rangeNote}`,
    kind: 'dumbbell',
    horizontal: true,
    xLabel: 'right, of 100',
    yLabel: '',
    categories: shown.map(({ name }) => name),
    series: versions.map((version, i) =>
      measuredSeries(
        version.name,
        seriesRole(version),
        shown.map(({ values }) => values[i]),
      ),
    ),
    labels: shown.map((row) => signedOf100(compared ? changeOf(row) : null)),
    dimmed: shown.map(isUncertain),
    bounds: [0, 1],
    format: 'share',
  };
}

function last({ values }: RateRow): number | null {
  return values.at(-1)?.value ?? null;
}

function changeOf(row: RateRow): number | null {
  const compared = row.comparison?.difference.value;
  if (compared != null) return compared;
  const [before, now] = [row.values[0]?.value ?? null, last(row)];
  return before === null || now === null || row.values.length < 2 ? null : now - before;
}

function signedOf100(change: number | null): string {
  if (change === null) return '';
  const whole = Math.round(change * 100);
  return whole === 0 ? '0' : `${whole > 0 ? '+' : '−'}${Math.abs(whole)}`;
}

/** Returns the title of the packet chart, such as `Packets fully right: 50 → 89 of 100`. */
function packetTitle(rows: readonly RateRow[]): string {
  const [first] = rows;
  const shares = (first?.values ?? []).map(({ value }) =>
    value === null ? '—' : `${Math.round(value * 100)}`,
  );
  return `${first?.name}: ${shares.join(' → ')} of 100`;
}

const namedRows = 3;

/**
 * Returns the title of a chart of changes: which rows gain or lose most. If the changes were tested, only significant
 * ones are named.
 */
function changeTitle(rows: readonly RateRow[]): string {
  const tested = rows.some(({ comparison }) => comparison !== null);
  const named = (verdict: 'improved' | 'regressed', sign: number) =>
    rows
      .filter((row) =>
        tested ? row.comparison?.verdict === verdict : Math.sign(changeOf(row) ?? 0) === sign,
      )
      .slice(0, namedRows)
      .map(({ name }) => name);
  const [gains, losses] = [named('improved', 1), named('regressed', -1)];
  const most = (names: readonly string[], verb: string) =>
    `${joinList(names)} ${verb}${names.length === 1 ? 's' : ''} most`;
  if (losses.length > 0 && gains.length > 0) return `${most(losses, 'lose')}; ${most(gains, 'gain')}`;
  if (losses.length > 0) return most(losses, 'lose');
  return gains.length > 0 ? most(gains, 'gain') : 'No clear change';
}

function weakestTitle(rows: readonly RateRow[]): string {
  const weak = rows.filter((row) => (last(row) ?? 1) < 1).slice(0, namedRows);
  if (weak.length === 0) return 'Everything is right';
  const verb = weak.length === 1 ? 'is' : 'are';
  return `${joinList(weak.map(({ name }) => name))} ${verb} weakest`;
}

const outcomeNames = { correct: 'right', incorrect: 'wrong', missing: 'missing', spurious: 'extra' } as const;
const outcomes = Object.keys(outcomeNames) as (keyof typeof outcomeNames)[];

/**
 * Returns a chart with the shares of right, wrong, missing and extra values of the last version. Fields with a larger
 * share of errors come first. Omits fields without errors.
 */
function outcomeChart(
  leaves: readonly FieldRow[],
  versions: readonly ReportVersion[],
): ChartDefinition | null {
  const rows = leaves.flatMap((row) => {
    const counts = row.counts.at(-1);
    const all = counts === undefined ? 0 : outcomes.reduce((sum, name) => sum + counts[name], 0);
    return counts === undefined || all === 0
      ? []
      : [{ field: row.field, counts, all, wrong: all - counts.correct }];
  });
  const shown = rows
    .filter(({ wrong }) => wrong > 0)
    .sort((a, b) => b.wrong / b.all - a.wrong / a.all)
    .slice(0, maxRows);
  if (shown.length === 0) return null;
  const share = (counts: Counts, name: keyof typeof outcomeNames, all: number) => counts[name] / all;
  return {
    id: 'field-outcomes',
    section: 'fields',
    title: `${shown[0]?.field} has the largest share of errors`,
    subtitle: `Each bar is scaled to 100 values of ${versions.at(-1)?.name}. The number to its right is the number of values in the field.`,
    kind: 'stacked-bar',
    horizontal: true,
    xLabel: 'of 100 values',
    yLabel: '',
    categories: shown.map(({ field }) => field),
    series: outcomes.map((name) => ({
      name: outcomeNames[name],
      role: name,
      values: shown.map(({ counts, all }) => share(counts, name, all)),
    })),
    labels: shown.map(({ all }) => `${all}`),
    bounds: [0, 1],
    format: 'share',
  };
}

/** Returns the confusion matrix of the last version. Classes that are often confused with each other are neighbours. */
function confusionChart(classes: ClassSection, versions: readonly ReportVersion[]): ChartDefinition {
  const { expectedLabels, predictedLabels, matrices, unit } = classes;
  const matrix = matrices.at(-1) ?? [];
  const order = orderTypes(matrices, expectedLabels.length);
  const columns = [...order, ...predictedLabels.map((_, at) => at).slice(expectedLabels.length)];
  const wrong = matrix.flatMap((row, expected) => row.filter((_, got) => got !== expected));
  const errors = wrong.reduce((sum, count) => sum + count, 0);
  return {
    id: 'confusion',
    section: 'classes',
    title:
      errors === 0
        ? `${versions.at(-1)?.name} gives the right type everywhere`
        : `${versions.at(-1)?.name} gives ${errors} ${errors === 1 ? unit.slice(0, -1) : unit} a wrong type`,
    subtitle: `${unit}; rows: correct type, columns: answer`,
    kind: 'matrix',
    xLabel: 'answer',
    yLabel: 'correct type',
    categories: columns.map((column) => predictedLabels[column] ?? ''),
    series: order.map((row) => ({
      name: expectedLabels[row] ?? '',
      role: 'candidate',
      values: columns.map((column) => matrix[row]?.[column] ?? 0),
    })),
    format: 'count',
  };
}

const verdictRoles = {
  improved: 'better',
  regressed: 'worse',
  equivalent: 'inconclusive',
  inconclusive: 'inconclusive',
} as const;

/** Returns a chart of changes with their intervals, the largest gain first. */
function differenceChart(
  rows: readonly { readonly name: string; readonly comparison: PairedComparison }[],
  versions: readonly ReportVersion[],
): ChartDefinition | null {
  const change = ({ comparison }: (typeof rows)[number]) => comparison.difference.value;
  const known = rows.filter((row) => change(row) !== null);
  if (known.length === 0) return null;
  const shown = known
    .toSorted((a, b) => Math.abs(change(b) ?? 0) - Math.abs(change(a) ?? 0))
    .slice(0, maxRows)
    .sort((a, b) => (change(b) ?? 0) - (change(a) ?? 0));
  const roles = ['better', 'worse', 'inconclusive'] as const;
  const names = { better: 'better', worse: 'worse', inconclusive: 'inconclusive' } as const;
  const series = roles.map((role) =>
    measuredSeries(
      names[role],
      role,
      shown.map(({ comparison }) =>
        verdictRoles[comparison.verdict] === role ? comparison.difference : null,
      ),
    ),
  );
  return {
    id: 'group-change',
    section: 'groups',
    title: changeTitle(
      shown
        .map(({ name, comparison }) => ({ name, comparison, values: [] }))
        .sort((a, b) => Math.abs(changeOf(b) ?? 0) - Math.abs(changeOf(a) ?? 0)),
    ),
    subtitle: `change from ${versions[0]?.name} to ${versions[1]?.name}, of 100; number of documents in brackets; ${rangeNote}`,
    kind: 'dot-interval',
    horizontal: true,
    xLabel: 'change, of 100',
    yLabel: '',
    categories: shown.map(({ name }) => name),
    series: series.filter(({ values }) => values.some((value) => value !== null)),
    labels: shown.map((row) => signedOf100(change(row))),
    format: 'points',
  };
}

/**
 * Returns a chart of times as dots on a log scale. Each row is a percentile, for example the time within which 95 of
 * 100 documents end.
 */
function timeChart(speed: readonly SpeedRow[], changes: readonly SpeedComparison[]): ChartDefinition | null {
  const metrics = (speed[0]?.latency ?? []).map(({ metric }) => metric);
  const timeOf = ({ latency }: SpeedRow, metric: string) =>
    latency.find((value) => value.metric === metric)?.value ?? null;
  const isDrawn = speed.some((row) => metrics.some((metric) => (timeOf(row, metric) ?? 0) > 0));
  if (!isDrawn) return null;
  const typical = speed.map((row) => timeOf(row, 'latency_p50'));
  const [before, now] = [typical[0] ?? null, typical.at(-1) ?? null];
  return {
    id: 'time',
    section: 'speed',
    title:
      speed.length < 2 || before === null || now === null
        ? 'Time per document'
        : timeTitle(before, now, isClear(changes), speed.at(-1)?.version ?? ''),
    subtitle: 'time per document, on a scale on which each step is ten times the one before',
    kind: 'dot-interval',
    horizontal: true,
    xLabel: 'time',
    yLabel: '',
    categories: metrics.map((metric) => speedLabels[metric] ?? metric),
    series: speed.map((row, at) => ({
      name: row.version,
      role: at === 0 && speed.length > 1 ? 'baseline' : 'candidate',
      values: metrics.map((metric) => timeOf(row, metric)),
    })),
    scale: 'log',
    format: 'ms',
  };
}

/** Returns whether the interval of the difference in mean time excludes 0. */
function isClear(changes: readonly SpeedComparison[]): boolean {
  const interval = changes.find(({ baseline }) => baseline.metric === 'latency_mean')?.difference.interval;
  return interval !== undefined && (interval.low > 0 || interval.high < 0);
}

function timeTitle(before: number, now: number, clear: boolean, name: string): string {
  const ratio = before === 0 ? 1 : now / before;
  if (!clear || (ratio > 0.9 && ratio < 1.1))
    return `A typical document takes as long as before with ${name}`;
  return ratio > 1
    ? `A typical document takes ${ratio.toFixed(1)} times as long with ${name}`
    : `A typical document takes ${(ratio * 100).toFixed(0)} % of the former time with ${name}`;
}
