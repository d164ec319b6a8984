import { joinList } from '../../base/phrases.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { annotatedTwiceText, type LabelNoiseSection } from '../../model/report/sections/label-noise.ts';
import {
  differenceText,
  type LookFirstDocument,
  plainNextStep,
  type ReportSummary,
  type SummaryNumber,
  type Tone,
} from '../../model/report/summary.ts';
import { isWithinLabelNoise, labelCeilingText, withinLabelNoise } from '../../model/score/measurement.ts';
import { documentLink, sectionLink } from './page-link.ts';
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

const headlineStyles: Readonly<Record<Tone, StyleName>> = {
  better: 'headlineBetter',
  worse: 'headlineWorse',
  amber: 'headlineAmber',
  stop: 'headlineStop',
  inconclusive: 'headlineNeutral',
  neutral: 'headlineNeutral',
};

/** Returns the first sheet: the verdict, the figures, the changes, and a list of the other sheets. */
export function summarySheet(model: ReportModel, others: readonly Sheet[]): Sheet {
  const { summary, versions } = model;
  const { heading, outcome, numbers, notes, business, lookFirst, configChanges } = summary;
  const page = new SummaryRows();
  page.addText(heading.title, 'title');
  page.addText([heading.subject, ...heading.facts].join(' · '), 'note');
  page.addText(`${outcome.sign} ${outcome.headline}`, headlineStyles[outcome.tone]);
  for (const sentence of outcome.sentences) page.addText(sentence);
  page.addText(plainNextStep(outcome), 'boldWrapped');
  page.addText(outcome.rules, 'note');
  if (numbers.length > 0) page.addFigures(numbers, versions.length > 1);
  for (const note of notes) page.addText(note, 'note');
  if (model.labelNoise) page.addPairs('Label noise', labelNoiseTexts(model.labelNoise, versions));
  page.addPairs(
    'What it means for you',
    (business?.lines ?? []).map(({ text, assumptions }) => [
      text,
      assumptions.length === 0 ? '' : `From: ${assumptions.join(', ')}`,
    ]),
  );
  page.addPairs('Fields and types', partTexts(summary));
  page.addPairs(
    'Look at these first',
    lookFirst.documents.map((document) => [
      { value: document.itemId, style: 'link', link: documentLink(document.itemId) },
      documentText(document, versions),
    ]),
  );
  page.addPairs(
    'What changed in the configuration',
    (configChanges?.settings ?? []).map(({ text, difference, path, result }) => [
      path,
      `${text}${result === null ? '' : ` (${result.text})`}${difference === null ? '' : `: ${differenceText(difference)}`}`,
    ]),
  );
  page.addPairs(
    'Sheets of this file',
    others.map(({ name, text }) => [name, text]),
  );
  page.addPairs(
    'What the columns mean',
    others.flatMap(({ name, columns }) => columns.map(({ head, doc }) => [head, `${name}: ${doc}`] as const)),
  );
  page.addText('The report page has the pages of the documents and all figures.', 'link', sectionLink(''));
  const { rows, wide } = page;
  return { name: 'Summary', text: '', columns, above: rows, table: false, rows: [], count: 0, wide };
}

/**
 * Returns a text on the second labels, and one text per metric. The text of a metric states its label ceiling over all
 * documents, and names each version whose errors may all come from wrong labels.
 */
function labelNoiseTexts(
  section: LabelNoiseSection,
  versions: ReportModel['versions'],
): [label: string, text: string][] {
  const rows = section.rows.filter(({ scope }) => scope === 'overall');
  return [
    ['Second labels', annotatedTwiceText(section)],
    ...rows.map(({ label, ceiling, values }): [string, string] => {
      if (ceiling === null) return [label, 'label noise unknown'];
      const within = versions.filter((_, i) => {
        const value = values[i];
        return value !== undefined && isWithinLabelNoise({ ...value, labelCeiling: ceiling });
      });
      const names = joinList(within.map(({ name }) => name));
      const text = labelCeilingText(ceiling);
      return [label, names === '' ? text : `${text}; ${names}: ${withinLabelNoise}`];
    }),
  ];
}

function partTexts({ losses, gains, weakest }: ReportSummary): [label: string, text: string][] {
  const rows = [
    ['Clearly worse', losses],
    ['Biggest gains', gains],
    ['Weakest now', weakest],
  ] as const;
  return rows
    .filter(([, parts]) => parts.length > 0)
    .map(([label, parts]) => [label, parts.map(({ name, text }) => `${name} ${text}`).join(' · ')]);
}

function documentText(
  { errors, sameCause, place, expected, values }: LookFirstDocument,
  versions: ReportModel['versions'],
): string {
  const read = values.map((value, i) => `${versions[i]?.name ?? ''}: ${value}`);
  return `${errors} · ${sameCause === undefined ? '' : `${sameCause} · `}${place} · expected: ${expected} · ${read.join(' · ')}`;
}

/** Collects the rows of the sheet, and those cells that span the whole width. */
class SummaryRows {
  readonly rows: SheetRow[] = [];
  readonly wide: WideCell[] = [];

  /** Adds a text that spans the whole width. Adds nothing if the text is empty. */
  addText(text: string, style: StyleName = 'wrapped', link?: string): void {
    if (text === '') return;
    const size = style === 'title' ? 1.7 : style.startsWith('headline') ? 1.35 : 1;
    this.rows.push({
      cells: [{ value: text, style, link }],
      height: linesOf(text, 150 / size) * lineHeight * size,
    });
    this.wide.push({ row: this.rows.length, column: 0 });
  }

  /**
   * Adds a table with one row per figure. The columns are: name, value before, value now, lower and upper end of the
   * range, and the figure in words.
   */
  addFigures(numbers: readonly SummaryNumber[], compared: boolean): void {
    this.#addHeading('Figures');
    const heads = ['Figure', compared ? 'Before' : '', 'Now', 'Range from', 'Range to', 'In words'];
    this.rows.push({ cells: heads.map((value) => ({ value, style: 'head' })), height: 1.5 * lineHeight });
    for (const { label, mark, text, range, counts, detail, reference } of numbers) {
      const shares = [mark?.before, mark?.after, mark?.low, mark?.high];
      const words = [text, range, counts, detail, reference]
        .filter((part) => part !== null && part !== '')
        .join(' · ');
      const cells = shares.map((value): SheetCell => ({ value: value ?? null, style: 'percent' }));
      this.rows.push({
        cells: [{ value: label, style: 'boldWrapped' }, ...cells, words],
        height: Math.max(linesOf(label, 32), linesOf(words, 58)) * lineHeight,
      });
    }
  }

  /** Adds a heading, and below it rows that each explain one word. Adds nothing if there are no rows. */
  addPairs(title: string, pairs: readonly (readonly [word: SheetCell, text: string])[]): void {
    if (pairs.length === 0) return;
    this.#addHeading(title);
    for (const [word, text] of pairs) {
      const cell = typeof word === 'object' ? word : { value: word, style: 'boldWrapped' as const };
      const height = Math.max(linesOf(String(cell?.value ?? ''), 32), linesOf(text, 115)) * lineHeight;
      this.rows.push({ cells: [cell, text], height });
      this.wide.push({ row: this.rows.length, column: 1 });
    }
  }

  #addHeading(text: string): void {
    this.rows.push({ cells: [] }, { cells: [{ value: text, style: 'heading' }], height: 1.5 * lineHeight });
  }
}

/** Estimates how many lines a text takes, at most 20. */
function linesOf(text: string, charactersPerLine: number): number {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / charactersPerLine)));
  return Math.min(
    20,
    lines.reduce((sum, count) => sum + count, 0),
  );
}
