import type { ChartDefinition } from '../../model/report/chart.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { causeHeadings, causesTitle, causeTexts } from '../../model/score/cause-section.ts';
import type { PairedComparison, VerdictCheck } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { statusLabels, verdictLabels } from '../../viewer/blocks/labels.ts';
import type { ChartPicture } from '../png/render-charts.ts';
import { type Box, colors, type PdfPages } from './pdf-pages.ts';

const largestChart = 380;
const rowHeight = 14;
/** Maximum number of fields or types in the table on the third page, and of rules in the list of gate rules. */
const listed = 12;
/** Maximum number of fields or types in the table on the third page if the gate rules need space. */
const listedWithRules = 6;
/** Height in points of one rule whose reason has two lines. */
const ruleHeight = 26;
const rulesHeading = 46;
/** Maximum height in points that is reserved for the list of gate rules. */
const largestRules = 220;
const causesHeading = 40;
const listedCauses = 8;
/** Height in points of the headings and gaps of the chart and the table on the third page. */
const besideRows = 90;

/** A field or type, and its rate in each version. */
interface Part {
  readonly name: string;
  readonly rates: readonly (Measurement | undefined)[];
  readonly comparison: PairedComparison | null;
}

/** Sections whose chart the third page can show. */
const chartSections: readonly unknown[] = ['fields', 'classes', 'packets'];

/**
 * Returns the chart of the third page. With two versions, prefers a chart of changes. Otherwise, or if there is none,
 * prefers a chart of rates. Returns `null` if `chartSections` have no chart.
 */
export function pageChart({ charts, versions }: ReportModel): ChartDefinition | null {
  const shown = charts.filter(({ section }) => chartSections.includes(section));
  const changes = versions.length > 1 ? shown.find(({ format }) => format === 'points') : undefined;
  return changes ?? shown.find(({ format }) => format === 'share') ?? shown[0] ?? null;
}

export function hasFieldsPage(model: ReportModel): boolean {
  return pageChart(model) !== null || partsOf(model).length > 0 || (model.gate?.checks.length ?? 0) > 0;
}

/** Draws the third page: a chart and a table of the fields or types, and the rules of the gate. */
export function drawFieldsPage(pages: PdfPages, model: ReportModel, chart: ChartPicture | null): void {
  const parts = partsOf(model);
  const title = titleOf(model, chart !== null || parts.length > 0);
  pages.startPage(title);
  const { area } = pages;
  const checks = model.gate?.checks ?? [];
  const important = checks.filter(({ status }) => status !== 'pass').length;
  const rules = checks.length === 0 ? 0 : Math.min(largestRules, rulesHeading + important * ruleHeight);
  const rows = Math.min(parts.length, important > 0 ? listedWithRules : listed);
  let { y } = area;
  if (chart !== null || parts.length > 0) y = pages.text('H1', title, area, { size: 14, bold: true }) + 6;
  if (chart !== null) {
    const rest = besideRows + rows * rowHeight + rules;
    const height = Math.min(largestChart, area.height - rest, (area.width * chart.height) / chart.width);
    pages.image(chart.bytes, chart.title, { ...area, y, height });
    y += height + 12;
  }
  if (parts.length > 0) y = drawParts(pages, model, parts, rows, { ...area, y }) + 14;
  const end = area.y + area.height;
  if (checks.length > 0) y = drawRules(pages, checks, { ...area, y, height: end - y }) + 14;
  drawCauses(pages, causeTexts(model.causes), { ...area, y, height: end - y });
}

function titleOf({ fields, classes }: ReportModel, hasParts: boolean): string {
  if (!hasParts) return 'Rules';
  return fields.length > 0 ? 'Fields' : classes !== null ? 'Types' : 'Packets';
}

/**
 * Returns the fields or types for the table on the third page. In a comparison, the largest changes come first.
 * Otherwise, the lowest rates come first.
 */
function partsOf({ fields, classes, comparison }: ReportModel): Part[] {
  const compared = new Map(comparison?.classes.map((row) => [row.scope, row]));
  const parts: Part[] =
    fields.length > 0
      ? fields
          .filter(({ isLeaf, support }) => isLeaf && support > 0)
          .map(({ field, f1, comparison }) => ({ name: field, rates: f1, comparison }))
      : (classes?.perClass ?? []).map(({ label, f1 }) => ({
          name: label,
          rates: f1,
          comparison: compared.get(`class:${label}`) ?? null,
        }));
  const change = ({ comparison }: Part) => Math.abs(comparison?.difference.value ?? 0);
  const rate = ({ rates }: Part) => rates.at(-1)?.value ?? 1;
  return parts.sort((a, b) => change(b) - change(a) || rate(a) - rate(b));
}

function drawParts(
  pages: PdfPages,
  { versions }: ReportModel,
  parts: readonly Part[],
  rows: number,
  box: Box,
): number {
  const two = versions.length > 1;
  const order = two ? 'Largest change first.' : 'Weakest first.';
  const text = `F1, of 100: wrong, missing and extra answers count as errors. ${order}`;
  let y = pages.text('P', text, box, { size: 8.5, color: colors.quiet, lines: 2 }) + 4;
  const columns = columnsOf(box, two ? [0.36, 0.12, 0.12, 0.22, 0.18] : [0.6, 0.2, 0.2]);
  const names = versions.map(({ name }) => name);
  drawRow(pages, ['', ...names, ...(two ? ['change (range)', ''] : ['range'])], columns, y, true);
  y += rowHeight;
  for (const { name, rates, comparison } of parts.slice(0, rows)) {
    const cells = versions.map((_, i) => ofHundred(rates[i]));
    const rest = two
      ? [changeText(comparison), comparison === null ? 'not compared' : verdictText(comparison)]
      : [rangeText(rates[0])];
    drawRow(pages, [name, ...cells, ...rest], columns, y);
    y += rowHeight;
  }
  if (parts.length > rows)
    y = pages.text(
      'P',
      `and ${parts.length - rows} more in the report page`,
      { ...box, y },
      { size: 8.5, color: colors.quiet },
    );
  return y;
}

function columnsOf({ x, width }: Box, shares: readonly number[]): { x: number; width: number }[] {
  let at = x;
  return shares.map((share) => {
    const column = { x: at, width: share * width - 6 };
    at += share * width;
    return column;
  });
}

function drawRow(
  pages: PdfPages,
  cells: readonly string[],
  columns: readonly { readonly x: number; readonly width: number }[],
  y: number,
  head = false,
): void {
  const style = head ? { size: 8, bold: true, color: colors.quiet } : { size: 9 };
  for (const [i, cell] of cells.entries()) {
    const column = columns[i];
    if (column !== undefined) pages.text('P', cell, { ...column, y }, style);
  }
}

/**
 * Draws as many causes of wrong values as there is room for. If there are several causes but room for only one, draws
 * nothing.
 */
function drawCauses(pages: PdfPages, causes: readonly (readonly string[])[], box: Box): void {
  const room = Math.floor((box.height - causesHeading) / rowHeight);
  if (causes.length === 0 || room < Math.min(2, causes.length)) return;
  const shown = causes.length <= room ? causes.length : Math.min(listedCauses, room - 1);
  let y = pages.text('H1', causesTitle, box, { size: 14, bold: true }) + 4;
  const columns = columnsOf(box, [0.32, 0.25, 0.12, 0.1, 0.21]);
  drawRow(pages, causeHeadings, columns, y, true);
  y += rowHeight;
  for (const cells of causes.slice(0, Math.min(listedCauses, shown))) {
    drawRow(pages, cells, columns, y);
    y += rowHeight;
  }
  const more = causes.length - Math.min(listedCauses, shown);
  if (more > 0)
    pages.text('P', `and ${more} more in the report page`, { ...box, y }, { size: 8.5, color: colors.quiet });
}

/**
 * Draws the number of gate rules per status, and lists the rules that fail or are inconclusive. Returns the vertical
 * position below them.
 */
function drawRules(pages: PdfPages, checks: readonly VerdictCheck[], box: Box): number {
  const end = box.y + box.height;
  const order = ['fail', 'inconclusive', 'pass'] as const;
  const counts = order.map((status) => checks.filter((check) => check.status === status).length);
  if (box.height < 50) return box.y;
  let y = pages.text('H1', 'Rules', box, { size: 14, bold: true });
  const [failed, open, passed] = counts;
  y =
    pages.text(
      'P',
      `${failed} fail, ${open} inconclusive, ${passed} pass`,
      { ...box, y },
      { color: colors.quiet },
    ) + 4;
  const important = checks
    .filter(({ status }) => status !== 'pass')
    .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  for (const [i, { status, name, reason }] of important.entries()) {
    const [sign] = statusLabels[status];
    const style = { size: 9, lines: 2, color: status === 'fail' ? colors.stop : colors.ink };
    const text = `${sign} ${name}: ${reason}`;
    if (i >= listed || y + pages.textHeight(text, box.width, style) + 14 > end) {
      return pages.text(
        'P',
        `and ${important.length - i} more in the report page`,
        { ...box, y },
        { size: 9, color: colors.quiet },
      );
    }
    y = pages.text('P', text, { ...box, y }, style) + 2;
  }
  return y;
}

function verdictText({ verdict }: PairedComparison): string {
  return verdictLabels[verdict].slice(0, 2).join(' ');
}

function ofHundred(rate: Measurement | undefined): string {
  return rate?.value == null ? '' : String(Math.round(rate.value * 100));
}

function rangeText(rate: Measurement | undefined): string {
  const { low, high } = rate?.interval ?? {};
  return low === undefined || high === undefined
    ? ''
    : `${Math.round(100 * low)} to ${Math.round(100 * high)}`;
}

function changeText(comparison: PairedComparison | null): string {
  const { value, interval } = comparison?.difference ?? {};
  if (value == null) return '';
  const range = interval === undefined ? '' : ` (${signed(interval.low)} to ${signed(interval.high)})`;
  return signed(value) + range;
}

function signed(share: number): string {
  const points = Math.round(share * 100);
  return points < 0 ? `−${-points}` : points > 0 ? `+${points}` : '0';
}
