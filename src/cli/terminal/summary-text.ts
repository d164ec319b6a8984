import { grouped, oneLine } from '../../base/phrases.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { labelIssuesText } from '../../model/report/sections/label-issue.ts';
import {
  differenceText,
  type LookFirstDocument,
  lookFirstCounts,
  type ReportSummary,
  type SummaryOutcome,
} from '../../model/report/summary.ts';
import { smallSampleText } from '../../model/score/measurement.ts';
import { optionDifferencesText } from '../../model/score/option-differences.ts';
import { type Cell, cellColumns } from './cell-columns.ts';
import { displayWidth, padWidth, truncateWidth, wrapWords } from './display-width.ts';
import { figureRows } from './figure-rows.ts';
import { ceilingLine, labelNoiseLine } from './label-noise-text.ts';
import { plainLook, styled, type TerminalLook, toAscii, wideFrom } from './terminal-look.ts';
import { toneStyles } from './tone-styles.ts';

/** Formats the first page of a report for the terminal. The path of the report is on its own line. */
export function reportText(model: ReportModel, index: string, look: TerminalLook = plainLook): string {
  return `\n${summaryText(model, look)}\n\n${finish(`Report  ${oneLine(index)}`, look)}`;
}

/**
 * Formats the first page of a report: verdict, documents that got worse, figures and next step. No line is wider than
 * the terminal, unless a single word is wider. Removes control characters from text of documents.
 */
export function summaryText(given: ReportModel, look: TerminalLook = plainLook): string {
  const model = { ...given, summary: look.unicode ? given.summary : asciiTexts(given.summary) };
  const { heading, outcome, notes, business } = model.summary;
  const { width } = look;
  const lines = [
    styled(
      truncateWidth(oneLine([`${heading.title}  ${heading.subject}`, ...heading.facts].join(', ')), width),
      ['dim'],
      look,
    ),
    ...verdictLines(outcome, look),
    ...paragraphs(notes, width),
    ...(business === null || business.lines.length === 0
      ? []
      : paragraphs([`${business.lines.map(({ text }) => text).join(' · ')}.`], width)),
    ...documentLines(model, look),
    ...figureLines(model, look),
    ...configLines(model.summary.configChanges, width),
    ...nextStepLines(outcome, look),
    ...furtherNotes(model).flatMap((text) => wrapWords(oneLine(text), width)),
    ...failedRuns(model, width),
  ];
  return lines.map((line) => finish(line, look)).join('\n');
}

/** Replaces characters that are not ASCII in all texts, before the widths of the texts are measured. */
function asciiTexts<Part>(part: Part): Part {
  if (typeof part === 'string') return toAscii(part) as Part;
  if (Array.isArray(part)) return part.map(asciiTexts) as Part;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, asciiTexts(inner)])) as Part;
}

function finish(line: string, { unicode }: TerminalLook): string {
  return unicode ? line : toAscii(line);
}

/** Formats the headline and the sentences of a verdict. */
export function verdictLines(outcome: SummaryOutcome, look: TerminalLook): string[] {
  return [...headline(outcome, look), ...paragraphs(outcome.sentences, look.width)];
}

/** Formats the next step that a verdict recommends. */
export function nextStepLines({ nextStep }: SummaryOutcome, { width }: TerminalLook): string[] {
  return labelled('Next', nextStep, width);
}

function headline(outcome: SummaryOutcome, look: TerminalLook): string[] {
  const isDecidedByRules = outcome.state === 'gateFailed' || outcome.state === 'gateInconclusive';
  const rules = isDecidedByRules || outcome.rules === 'No rules set' ? '' : ` (${outcome.rules})`;
  const lines = wrapWords(oneLine(`${outcome.sign} ${outcome.headline}${rules}`), look.width);
  return lines.map((line) => styled(line, toneStyles[outcome.tone], look));
}

/** Breaks sentences into lines that are indented by two spaces. */
function paragraphs(sentences: readonly string[], width: number): string[] {
  return sentences.flatMap((text) => wrapWords(oneLine(text), width - 2).map((line) => `  ${line}`));
}

/** Lists the documents to open first, one per line. */
function documentLines(model: ReportModel, look: TerminalLook): string[] {
  const { documents, more } = model.summary.lookFirst;
  if (documents.length === 0) return [];
  const title = `Look at these first (${lookFirstCounts(model.summary.lookFirst)})`;
  const names = model.versions.map(({ name }) => name);
  const rows = cellColumns(
    documents.map((document) => documentCells(document, names, look.width >= wideFrom)),
    look.width,
  );
  return [
    styled(truncateWidth(oneLine(title), look.width), ['bold'], look),
    ...documents.flatMap(({ sameCause }, i) => [
      rows[i] ?? '',
      ...(sameCause === undefined ? [] : [truncateWidth(`    ${oneLine(sameCause)}`, look.width)]),
    ]),
    ...(more > 0 ? [`  and ${grouped(more)} more, in the report`] : []),
  ];
}

function documentCells(document: LookFirstDocument, names: readonly string[], isWide: boolean): Cell[] {
  const { itemId, errorCounts, place, expected, values, confidence, crop } = document;
  const last = values.at(-1) ?? '';
  const cells: Cell[] = [
    { text: itemId, least: 11 },
    { text: errorCounts, least: 9 },
    { text: place, least: 11 },
  ];
  if (isWide) cells.push({ text: crop === null ? '' : `page ${crop.page}`, least: 6 });
  cells.push({ text: `expected ${expected}`, least: 18 });
  if (isWide && values.length > 1) cells.push({ text: `${names[0]} ${values[0]}`, least: 14 });
  cells.push({ text: `${names.at(-1)} ${last}`, least: 14 });
  if (isWide) cells.push({ text: confidence === null ? '' : `conf. ${confidence.toFixed(2)}`, least: 10 });
  return cells;
}

/**
 * Formats the figures as a table with one column per version. With two versions, the table also has a column for the
 * change.
 */
function figureLines(model: ReportModel, look: TerminalLook): string[] {
  const isWide = look.width >= wideFrom;
  const { head, rows } = figureRows(model, isWide);
  if (rows.length === 0) return [];
  const all = [head, ...rows].map((row) => row.map(oneLine));
  const widths = head.map((_, i) => Math.max(...all.map((row) => displayWidth(row[i] ?? ''))));
  const lines = all.map((row) =>
    `  ${row.map((cell, i) => padWidth(cell, widths[i] as number, i === 0 ? 'end' : 'start')).join('   ')}`.trimEnd(),
  );
  return lines.map((line, i) =>
    i === 0 ? styled(truncateWidth(line, look.width), ['dim'], look) : truncateWidth(line, look.width),
  );
}

const differencesShown = 3;

/**
 * Lists the changes of the config. For the first changed texts, also shows the changed words, on at most two lines per
 * text.
 */
function configLines(changes: ReportSummary['configChanges'], width: number): string[] {
  if (changes === null) return [];
  const differences = changes.settings.flatMap(({ difference }) => (difference === null ? [] : [difference]));
  const lines = differences
    .slice(0, differencesShown)
    .flatMap((parts) => {
      const [first = '', ...others] = wrapWords(oneLine(differenceText(parts)), width - 4);
      return [first, ...(others.length > 0 ? [truncateWidth(others.join(' '), width - 4)] : [])];
    })
    .map((line) => `    ${line}`);
  return [...labelled('Changed', changes.sentence, width), ...lines];
}

function furtherNotes(model: ReportModel): string[] {
  const small = smallSampleText(model.tiles[0]?.values.at(-1));
  const options = optionDifferencesText(model.method.optionDifferences);
  return [
    ...(small === null ? [] : [small]),
    ...(options === null ? [] : [`Note: ${options}.`]),
    ...model.method.facts
      .filter(({ name }) => name.startsWith('Not scored'))
      .map(({ name, value }) => `${name}: ${value}`),
    ...(model.labelNoise
      ? [
          labelNoiseLine(model.labelNoise),
          ...model.tiles.flatMap(({ label, values }) => ceilingLine(label, values)),
        ]
      : []),
    ...(model.labelIssues ? [`Label issues: ${labelIssuesText(model.labelIssues)}`] : []),
  ];
}

/** Breaks a text into lines after a label. All lines start in the same column. */
function labelled(label: string, text: string, width: number): string[] {
  const indent = label.length + 2;
  const lines = wrapWords(oneLine(text), width - indent);
  return lines.map((line, i) => `${i === 0 ? `${label}  ` : ' '.repeat(indent)}${line}`);
}

const failuresShown = 5;

/** Formats the first documents that have no output, with the reasons. */
function failedRuns({ method: { unscored, unscoredCount } }: ReportModel, width: number): string[] {
  const shown = unscored
    .slice(0, failuresShown)
    .map(({ itemId, version, reason }) =>
      truncateWidth(oneLine(`  ${itemId} (${version}): ${reason}`), width),
    );
  if (shown.length === 0) return [];
  const more = unscoredCount - shown.length;
  return ['Without a result:', ...shown, ...(more > 0 ? [`  and ${more} more, in the report`] : [])];
}
