import { grouped } from '../../base/phrases.ts';
import type { ReportModel, Tile } from '../../model/report/report-model.ts';
import type { SummaryNumber } from '../../model/report/summary.ts';
import type { ComparisonVerdict } from '../../model/score/comparison.ts';
import {
  isWithinLabelNoise,
  type LabelCeilingFigure,
  type Measurement,
} from '../../model/score/measurement.ts';
import { noiseMark } from './label-noise-text.ts';

export interface FigureTable {
  readonly head: readonly string[];
  /**
   * One row per figure: its name and one cell per version. If there are two versions, further cells show the change.
   */
  readonly rows: readonly (readonly string[])[];
}

const signs: Readonly<Record<ComparisonVerdict, string>> = {
  improved: '▲',
  regressed: '▼',
  equivalent: '=',
  inconclusive: '◇',
};
const words: Readonly<Record<ComparisonVerdict, string>> = {
  improved: 'better',
  regressed: 'worse',
  equivalent: 'same',
  inconclusive: 'inconclusive',
};

const countLabels: Readonly<Record<string, string>> = { unread: 'No result', not_run: 'Not run' };

/**
 * Returns the key figures of a report as a table. Shows a share as a number out of 100, with its confidence interval:
 * `48 (35–61)`. With few documents, shows the actual counts instead. A wide table also has the interval of the change,
 * the number of documents and the result in words.
 */
export function figureRows({ tiles, versions, summary }: ReportModel, isWide: boolean): FigureTable {
  const compares = versions.length === 2 && summary.outcome.state !== 'unfinished';
  const change = compares ? ['change', ...(isWide ? ['range', 'documents'] : []), ''] : [];
  const [first] = tiles;
  const ceiling = isWide && first && tileCeiling(first) ? ['label ceiling'] : [];
  const values = summary.numbers.find(({ key }) => key === 'valuesRight');
  const counts = tiles.filter(({ values: of }) => of.some((value) => value?.unit === 'count'));
  return {
    head: ['', ...versions.map(({ name }) => name), ...change, ...ceiling],
    rows: [
      ...(first === undefined || first.values.every((value) => value?.value == null)
        ? []
        : [row(summary.numbers[0], first, compares, isWide)]),
      ...(values?.mark == null ? [] : [valuesRow(values, compares, isWide, ceiling.length)]),
      ...counts.map((tile) => [
        countLabels[tile.values[0]?.metric ?? ''] ?? tile.label,
        ...tile.values.map((value) => (value?.value == null ? '' : grouped(value.value))),
        ...[...change, ...ceiling].map(() => ''),
      ]),
    ],
  };
}

function row(number: SummaryNumber | undefined, tile: Tile, compares: boolean, isWide: boolean): string[] {
  const { values, difference: change, verdict } = tile;
  const few = number?.fewCounts;
  const label = number?.label ?? tile.label;
  const cells = [
    few === undefined ? `${label}, of 100` : label,
    ...values.map((value, i) => {
      const mark = value && isWithinLabelNoise(value) ? noiseMark : '';
      return `${few?.versions[i] ?? share(value?.value ?? null, value?.interval)}${mark}`;
    }),
  ];
  const found = tileCeiling(tile);
  const ceiling = found === undefined || !isWide ? [] : [share(found.value, found)];
  if (!compares) return [...cells, ...ceiling];
  const range =
    change?.interval === undefined || few !== undefined
      ? ''
      : `${difference(change.interval.low)} to ${difference(change.interval.high)}`;
  const sign = verdict === null ? '' : signs[verdict];
  return [
    ...cells,
    few?.change ?? (change?.value == null ? '' : difference(change.value)),
    ...(isWide ? [range, change === null ? '' : grouped((change as Measurement).n)] : []),
    isWide && verdict !== null ? `${sign} ${words[verdict]}` : sign,
    ...ceiling,
  ];
}

/** Returns the row with the share of right values. The change of this share has no interval. */
function valuesRow(
  { label, mark, fewCounts }: SummaryNumber,
  compares: boolean,
  isWide: boolean,
  ceilings: number,
): string[] {
  const { before = null, after = null, low = null, high = null } = mark ?? {};
  const shares = [...(before === null ? [] : [share(before)]), share(after, { low, high })];
  const change = fewCounts?.change ?? difference((after ?? 0) - (before ?? 0));
  return [
    fewCounts === undefined ? `${label}, of 100` : label,
    ...(fewCounts?.versions ?? shares),
    ...(compares ? [change, ...(isWide ? ['', ''] : []), ''] : []),
    ...Array<string>(ceilings).fill(''),
  ];
}

/** Returns the label ceiling of a figure. All versions have the same ceiling. */
function tileCeiling({ values }: Tile): LabelCeilingFigure | undefined {
  return values.find((value) => value?.labelCeiling)?.labelCeiling;
}

/**
 * Formats a share as a number out of 100, with its confidence interval: `48 (35–61)`. Only a share of exactly 1 is
 * shown as `100`, and only a share of exactly 0 as `0`.
 */
function share(
  value: number | null,
  range?: { readonly low: number | null; readonly high: number | null },
): string {
  if (value === null) return '';
  const whole = (part: number) => String(Math.round(part * 100));
  const exact = value > 0.995 && value < 1 ? '>99' : value > 0 && value < 0.005 ? '<1' : whole(value);
  return range?.low == null || range.high == null
    ? exact
    : `${exact} (${whole(range.low)}–${whole(range.high)})`;
}

function difference(value: number): string {
  const rounded = Math.round(value * 100);
  return rounded === 0 ? '0' : rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}
