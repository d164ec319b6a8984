import type { Command } from 'commander';
import { emptyMark, oneLine, percent, points, pValue } from '../../base/phrases.ts';
import { placeText } from '../../base/place-text.ts';
import {
  documentStateLabels,
  errorsText,
  type ListedChanges,
  listChanges,
} from '../../model/report/document-state.ts';
import type { CompareResult } from '../../model/results/score-results.ts';
import { isWithinLabelNoise, type Measurement } from '../../model/score/measurement.ts';
import type { CompareRequest } from '../../usecases/compare/compare-records.ts';
import { tableFormats } from '../../usecases/settings/flag-values.ts';
import { cellColumns } from '../terminal/cell-columns.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { ceilingCell, labelNoiseLine, noiseMark } from '../terminal/label-noise-text.ts';
import { labelsText } from '../terminal/labels-text.ts';
import { nextStepLines, verdictLines } from '../terminal/summary-text.ts';
import { plainLook, type TerminalLook, wideFrom } from '../terminal/terminal-look.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';
import { textTable } from '../terminal/text-table.ts';

type CompareFlags = Omit<CompareRequest, 'baseline' | 'candidate'> & JsonFlag;

/** `goldset compare BASELINE CANDIDATE`: compares two versions on the same items. */
export function define(command: Command): void {
  command
    .argument('<baseline>', 'folder of a record, the folder that contains it, or the name of a baseline')
    .argument('[candidate]', 'record or baseline of the candidate (default: the other version of the record)')
    .option('--versions <list>', 'versions BASELINE,CANDIDATE, or one version for both records')
    .option('--repeats <list>', 'repeats to compare, for example 1,2')
    .option('--common-items', 'compare only the items that are equal in both records')
    .option('--citations', 'read the cited pages, and check that the cited boxes contain the values')
    .option('--baselines <dir>', 'folder of the named baselines')
    .option(
      '--second-gold <dataset>',
      'show label noise, measured with second labels of a sample of the documents',
    )
    .option(
      '--adjudicated',
      'the labels of --second-gold are final, so a label that differs from them is wrong',
    )
    .option('--out <dir>', 'write a report to this folder')
    .option(
      '--label-differences <file>',
      'write a list of the values in which the versions differ, to label them',
    )
    .option(
      '--sample <share>',
      'with --label-differences: list only this share of the documents that differ (default 1)',
    )
    .option(
      '--quota <list>',
      'instead of --sample: number of documents to list per differing field, for example 20, or 20,line_items=50',
    )
    .option(
      '--sequential [field]',
      'with --label-differences: order the list so that labelling can stop when one comparison is decided',
    )
    .option(
      '--labels <file>',
      'compare the versions by the answers in this completed list; with --label-differences, copy the answers to the new list',
    )
    .option(
      '--gold-values <number|file>',
      'with --labels: number of values in the gold, to compute the difference in recall',
    );
  addSharedFlags(command, {
    report: { formats: tableFormats },
    scoring: 'record',
    failures: true,
    json: 'compare',
    examples: [
      'goldset compare reports/invoices',
      'goldset compare reports/invoices --versions 1.0,draft --out reports/compared',
      'goldset compare main reports/today/record --common-items --json',
      'goldset compare reports/a reports/b --label-differences labels.jsonl --sample 0.2',
      'goldset compare reports/a reports/b --labels labels.jsonl',
    ],
  });
  command.action(async (baseline: string, candidate: string | undefined, flags: CompareFlags) => {
    const { compareByLabels, compareRecords } = await import('../../usecases/compare/compare-records.ts');
    const request = { ...flags, baseline, candidate };
    if (flags.labelDifferences !== undefined || flags.labels !== undefined) {
      const { result, exitCode } = await compareByLabels(request);
      print(result, flags, labelsText);
      process.exitCode = exitCode;
      return;
    }
    const { result, exitCode } = await compareRecords(request, terminalPorts());
    print(result, flags, comparisonText);
    process.exitCode = exitCode;
  });
}

const documentsShown = 20;
const linesShown = 20;
const slicesShown = 10;

type Comparison = CompareResult['headline'][number];

const verdictWords: Readonly<Record<Comparison['verdict'], string>> = {
  improved: '▲ better',
  regressed: '▼ worse',
  equivalent: '= same',
  inconclusive: '◇ inconclusive',
};

export function comparisonText(result: CompareResult, look: TerminalLook = plainLook): string {
  const { baseline, candidate, outcome } = result;
  const { width } = look;
  const parts = [
    [
      `${oneLine(`${result.title}   ${baseline.name} → ${candidate.name}`)}   ${result.documents} documents`,
      ...verdictLines(outcome, look),
      ...nextStepLines(outcome, look),
    ].join('\n'),
    ...result.restrictions.map((line) => `Restriction: ${oneLine(line)}`),
    ...listChanges(result.changes, result.changeCounts).map((list) => changes(list, result, width)),
    comparisons('', result.headline, result, width),
    comparisons('field', result.fields, result, width),
    comparisons('class', result.classes, result, width),
    width < wideFrom ? Object.values(verdictWords).join('   ') : '',
    slices(result, width),
    speed(result, width),
    notComparable(result),
    result.labelNoise ? oneLine(labelNoiseLine(result.labelNoise)) : '',
    listed('Config', result.configDifference),
    listed('Reasons', result.reasons),
    result.report === null ? '' : `Report: ${result.report}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * Formats one list of changed documents. Shows the errors and the most important changed value of each document.
 * Shortens long values with an ellipsis.
 */
function changes(
  { title, count, documents }: ListedChanges,
  { baseline, candidate }: CompareResult,
  width: number,
): string {
  if (count === 0) return '';
  const shown = documents.slice(0, documentsShown);
  const isWide = width >= wideFrom;
  const rows = shown.map(({ itemId, values: [first, ...others], ...change }) => {
    const errors = `${documentStateLabels[change.state][0]} ${errorsText(change)}`;
    const place = first === undefined ? '' : placeText(first.path, first.extraRow);
    const cells = [
      { text: itemId, least: 11 },
      { text: isWide ? errors : errors.replace(/ errors?/, ''), least: 15 },
      { text: `${place}${others.length > 0 ? ` +${others.length}` : ''}`, least: 11 },
      { text: first ? `expected ${first.expected}` : '', least: 18 },
    ];
    if (isWide) cells.push({ text: first ? `${baseline.name} ${first.baseline}` : '', least: 14 });
    return [...cells, { text: first ? `${candidate.name} ${first.candidate}` : '', least: 14 }];
  });
  const more = count - shown.length;
  return [
    `${title} (${count})`,
    ...cellColumns(rows, width),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

function comparisons(
  word: string,
  entries: readonly Comparison[],
  result: CompareResult,
  width: number,
): string {
  if (entries.length === 0) return '';
  return textTable(
    [
      word,
      result.baseline.name,
      result.candidate.name,
      ...changeHead(width),
      ...(result.labelNoise ? ['label ceiling'] : []),
    ],
    entries.map((entry) => [
      nameOf(entry),
      ...comparisonCells(entry, width),
      ...(result.labelNoise ? [ceilingCell([entry.candidate])] : []),
    ]),
    { left: 1, width },
  );
}

const names: Readonly<Record<string, string>> = {
  document_exact: 'fully right documents',
  packet_exact: 'fully right packets',
  f1: 'fields right (F1)',
  accuracy: 'accuracy',
  document_f1: 'split documents right (F1)',
};

function nameOf({ metric, scope }: Comparison): string {
  return scope === 'overall' ? (names[metric] ?? metric) : scope.slice(scope.indexOf(':') + 1);
}

function changeHead(width: number): string[] {
  return ['change [interval]', width < wideFrom ? 'p' : 'adjusted p', ''];
}

/**
 * Returns the figures of a comparison as table cells. For a narrow terminal, the cell of the verdict has only its sign.
 */
function comparisonCells(
  { baseline, candidate, difference, adjustedP, verdict }: Comparison,
  width: number,
): string[] {
  const word = verdictWords[verdict];
  const shown = width < wideFrom ? word.slice(0, 1) : word;
  return [
    rate(baseline),
    rate(candidate),
    inPoints(difference),
    pValue(adjustedP).replace('at most', '≤'),
    shown,
  ];
}

function rate(measurement: Measurement): string {
  return `${percent(measurement.value)}${isWithinLabelNoise(measurement) ? noiseMark : ''}`;
}

function slices({ slices, baseline, candidate }: CompareResult, width: number): string {
  if (slices.length === 0) return '';
  const byEvidence = slices.toSorted((a, b) => (a.comparison.p ?? 1) - (b.comparison.p ?? 1));
  const rows = byEvidence
    .slice(0, slicesShown)
    .map(({ tag, value, documents, comparison }) => [
      `${tag}=${value}`,
      String(documents),
      ...comparisonCells(comparison, width),
    ]);
  const head = ['slice', 'documents', baseline.name, candidate.name, ...changeHead(width)];
  const more = slices.length - rows.length;
  return textTable(head, rows, { left: 1, width }) + (more > 0 ? `\nand ${more} more slices` : '');
}

function speed({ speed, baseline, candidate }: CompareResult, width: number): string {
  if (speed.length === 0) return '';
  const rows = speed.map((row) => [
    row.label,
    amount(row.baseline),
    amount(row.candidate),
    amount(row.difference, true),
  ]);
  return textTable(['speed and cost', baseline.name, candidate.name, 'change [interval]'], rows, {
    left: 1,
    width,
  });
}

function notComparable({ notComparable }: CompareResult): string {
  return listed(
    'Not comparable and not in the figures above',
    notComparable.map(({ field, change, to, reason }) =>
      change === 'renamed' ? `${field} → ${to}: renamed (${reason})` : `${field}: ${change} (${reason})`,
    ),
  );
}

function listed(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(0, linesShown).map((line) => `  ${oneLine(line)}`);
  const more = lines.length - shown.length;
  return [`${title}:`, ...shown, ...(more > 0 ? [`  and ${more} more lines`] : [])].join('\n');
}

function inPoints({ value, interval }: Measurement): string {
  if (value === null) return emptyMark;
  const bounds = interval === undefined ? '' : ` [${points(interval.low)} to ${points(interval.high)}]`;
  return `${points(value)}${bounds}`;
}

function amount({ value, unit, interval }: Measurement, isChange = false): string {
  if (value === null) return emptyMark;
  const number = (figure: number) => {
    const text = Math.abs(figure).toFixed(unit === 'ms' ? 0 : 2);
    const sign = figure < 0 ? '−' : isChange && figure > 0 ? '+' : '';
    return `${sign}${text}`;
  };
  const bounds = interval === undefined ? '' : ` [${number(interval.low)} to ${number(interval.high)}]`;
  return `${number(value)}${unit === 'ms' ? ' ms' : ''}${bounds}`;
}
