import type { ReportModel } from '../../model/report/report-model.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { type Label, verdictHeadline, verdictLabels } from '../../viewer/blocks/labels.ts';
import { sectionLink } from './page-link.ts';
import type { SheetCell } from './sheet-cell.ts';
import type { StyleName } from './sheet-styles.ts';
import type { Sheet, SheetColumn, SheetRow } from './write-workbook.ts';

const columns: readonly SheetColumn[] = [34, 14, 14, 14, 14, 60].map((width) => ({
  head: '',
  width,
  style: 'wrapped',
  doc: '',
}));
/** Number of characters of a wrapped text that fit into one line of the whole sheet. */
const charactersPerLine = 140;
const lineHeight = 15.75;

const headlineStyles: Readonly<Record<string, StyleName>> = {
  better: 'headlineBetter',
  worse: 'headlineWorse',
};

/** Returns the first sheet: the verdict, the figures, and what the other sheets show. */
export function summarySheet(model: ReportModel, others: readonly Sheet[]): Sheet {
  const rows: SheetRow[] = [];
  const wide: number[] = [];
  const add = (...cells: readonly SheetCell[]) => rows.push({ cells });
  const addWide = (text: string, style: StyleName = 'wrapped', lines = linesOf(text)) => {
    const height = style === 'title' ? 26 : style.startsWith('headline') ? 20 : lines * lineHeight;
    rows.push({ cells: [{ value: text, style }], height });
    wide.push(rows.length);
  };
  const heading = (text: string) => {
    rows.push({ cells: [] });
    rows.push({ cells: [{ value: text, style: 'heading' }], height: 22 });
  };
  addWide(model.title, 'title');
  const { label, sentence } = verdictHeadline(model);
  addWide(headline(label), headlineStyles[label[2]] ?? 'headlineNeutral');
  if (sentence !== '') addWide(sentence);
  for (const reason of model.verdict.reasons) addWide(reason);
  heading('Figures');
  rows.push({ cells: figureHeads(model).map((value) => ({ value, style: 'head' as const })), height: 32 });
  for (const row of figureRows(model)) rows.push(row);
  heading('Sheets of this file');
  for (const { name, above } of others) add({ value: name, style: 'bold' }, aboveText(above));
  add(
    { value: 'Report page', style: 'bold' },
    { value: 'index.html, in the same folder', style: 'link', link: sectionLink('') },
  );
  heading('What the columns mean');
  for (const { name, columns } of others)
    for (const { head, doc } of columns)
      rows.push({
        cells: [
          { value: head, style: 'bold' },
          { value: `${name}: ${doc}`, style: 'longText' },
        ],
      });
  return { name: 'Summary', columns, above: rows, table: false, rows: [], count: 0, wide };
}

function headline([sign, words]: Label): string {
  return `${sign} ${words}`;
}

function aboveText(above: readonly SheetRow[]): SheetCell {
  const [cell] = above[0]?.cells ?? [];
  return {
    value: typeof cell === 'object' && cell !== null ? cell.value : (cell ?? null),
    style: 'longText',
  };
}

function linesOf(text: string): number {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / charactersPerLine)));
  return Math.min(
    20,
    lines.reduce((sum, count) => sum + count, 0),
  );
}
function figureHeads({ versions }: ReportModel): string[] {
  const names = versions.map(({ name }) => name);
  return ['Figure', ...names, ...(names.length > 1 ? ['Change, of 100', 'Verdict'] : [])];
}
function figureRows({ tiles, versions }: ReportModel): SheetRow[] {
  return tiles.map(({ label, values, difference, verdict }) => ({
    cells: [
      { value: label, style: 'bold' },
      ...values.map(figureCell),
      ...(versions.length > 1
        ? [changeCell(difference), verdict === null ? '' : verdictLabels[verdict].slice(0, 2).join(' ')]
        : []),
    ],
  }));
}

function figureCell(value: Measurement | null): SheetCell {
  if (value?.value == null) return null;
  return { value: value.value, style: value.unit === 'share' ? 'percent' : 'decimal' };
}

function changeCell(difference: Measurement | null): SheetCell {
  if (difference?.value == null) return null;
  return difference.unit === 'points'
    ? { value: difference.value * 100, style: 'change' }
    : { value: difference.value, style: 'decimal' };
}
