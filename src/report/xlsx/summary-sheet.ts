import type { ReportModel } from '../../model/report/report-model.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { verdictHeadline, verdictLabels } from '../../viewer/blocks/labels.ts';
import { sectionLink } from './page-link.ts';
import type { SheetCell } from './sheet-cell.ts';
import type { StyleName } from './sheet-styles.ts';
import type { Sheet, SheetColumn, SheetRow, WideCell } from './write-workbook.ts';

const columns: readonly SheetColumn[] = [34, 14, 14, 14, 14, 60].map((width) => ({
  head: '',
  width,
  style: 'wrapped',
  doc: '',
}));
const lineHeight = 15.75;

const headlineStyles: Readonly<Record<string, StyleName>> = {
  better: 'headlineBetter',
  worse: 'headlineWorse',
};

/** Returns the first sheet: the verdict, the figures, and what the other sheets show. */
export function summarySheet(model: ReportModel, others: readonly Sheet[]): Sheet {
  const page = new SummaryRows();
  page.addText(model.title, 'title');
  const { label, sentence } = verdictHeadline(model);
  page.addText(`${label[0]} ${label[1]}`, headlineStyles[label[2]] ?? 'headlineNeutral');
  for (const text of [sentence, ...model.verdict.reasons]) page.addText(text);
  page.addHeading('Figures');
  page.rows.push({
    cells: figureHeads(model).map((value) => ({ value, style: 'head' as const })),
    height: 2 * lineHeight,
  });
  page.rows.push(...figureRows(model));
  page.addHeading('Sheets of this file');
  for (const { name, text } of others) page.addPair(name, text);
  page.addHeading('What the columns mean');
  for (const { name, columns } of others)
    for (const { head, doc } of columns) page.addPair(head, `${name}: ${doc}`);
  page.addText('The report page has the pages of the documents and all figures.', 'link', sectionLink(''));
  const { rows, wide } = page;
  return { name: 'Summary', text: '', columns, above: rows, table: false, rows: [], count: 0, wide };
}

/** Collects the rows of the sheet, and the cells that extend to its last column. */
class SummaryRows {
  readonly rows: SheetRow[] = [];
  readonly wide: WideCell[] = [];

  /** Adds a text that is as wide as the sheet. Adds nothing for an empty text. */
  addText(text: string, style: StyleName = 'wrapped', link?: string): void {
    if (text === '') return;
    const size = style === 'title' ? 1.7 : style.startsWith('headline') ? 1.35 : 1;
    this.rows.push({
      cells: [{ value: text, style, link }],
      height: linesOf(text, 150 / size) * lineHeight * size,
    });
    this.wide.push({ row: this.rows.length, column: 0 });
  }

  addHeading(text: string): void {
    this.rows.push({ cells: [] }, { cells: [{ value: text, style: 'heading' }], height: 1.5 * lineHeight });
  }

  /** Adds a word and the text that explains it. */
  addPair(word: string, text: string): void {
    const height = Math.max(linesOf(word, 32), linesOf(text, 115)) * lineHeight;
    this.rows.push({ cells: [{ value: word, style: 'boldWrapped' }, text], height });
    this.wide.push({ row: this.rows.length, column: 1 });
  }
}

/** Returns the number of lines that a text takes, at most 20. */
function linesOf(text: string, charactersPerLine: number): number {
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
