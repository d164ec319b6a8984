import type { ReportModel } from '../../model/report/report-model.ts';
import type { CitationRow } from '../../model/report/sections/citation-section.ts';
import type { CitationCounts } from '../../model/score/citation-counts.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { type Column, column, type Table } from './define-table.ts';

interface CitationVersionRow extends CitationRow {
  readonly number: number;
  readonly versionName: string;
  readonly isCandidate: boolean;
}

function* citationRows({ citations, versions }: ReportModel): Generator<CitationVersionRow> {
  for (const row of citations?.rows ?? [])
    for (const [number, { name, role }] of versions.entries())
      yield { ...row, number, versionName: name, isCandidate: role === 'candidate' };
}

function counted(
  name: string,
  doc: string,
  of: (counts: CitationCounts) => number,
): Column<CitationVersionRow> {
  return column(name, 'integer', doc, ({ counts, number }) => {
    const found = counts[number];
    return found ? of(found) : null;
  });
}

/** Returns three columns: a rate, and the lower and upper end of its interval. */
function rate(
  name: string,
  doc: string,
  of: (row: CitationVersionRow) => Measurement | null | undefined,
): Column<CitationVersionRow>[] {
  return [
    column(name, 'number', doc, (row) => of(row)?.value),
    column(`${name}_low`, 'number', `lower bound of ${name}`, (row) => of(row)?.interval?.low),
    column(`${name}_high`, 'number', `upper bound of ${name}`, (row) => of(row)?.interval?.high),
  ];
}

export const citationsTable: Table<ReportModel, CitationVersionRow> = {
  name: 'citations',
  doc: 'a field and version, with its citations; the first rows are for all values. Counts are those of the first repeat. Needs `--citations`',
  columns: [
    column('field', 'text', 'leaf field, or `(all)`', ({ field }) => (field === '' ? '(all)' : field)),
    column('version', 'text', 'name of the version', ({ versionName }) => versionName),
    counted('supported', 'number of values whose cited box contains the value', ({ supported }) => supported),
    counted(
      'unsupported',
      'number of values whose cited box does not contain the value',
      (counts) => counts.unsupported,
    ),
    counted('uncited', 'number of values without a cited box', ({ uncited }) => uncited),
    counted(
      'unchecked',
      'number of values whose citation could not be checked',
      ({ unchecked }) => unchecked,
    ),
    counted('ocr', 'number of values whose cited words come from character recognition', ({ ocr }) => ocr),
    ...rate(
      'citation_support',
      'supported values / checked values',
      ({ support, number }) => support[number],
    ),
    ...rate(
      'citation_coverage',
      'values with a cited box / all values',
      ({ coverage, number }) => coverage[number],
    ),
    ...rate(
      'citation_page',
      'values whose cited boxes are all on pages with a box of the gold / values with a cited box and a box in the gold',
      ({ page, number }) => page[number],
    ),
    ...rate(
      'citation_overlap',
      'mean overlap of the cited box with the box in the gold',
      ({ overlap, number }) => overlap[number],
    ),
    ...rate('difference', '`citation_support` of the candidate minus the baseline', (row) =>
      row.isCandidate ? row.comparison?.difference : null,
    ),
    column('verdict', 'text', 'verdict of the difference', ({ isCandidate, comparison }) =>
      isCandidate ? comparison?.verdict : null,
    ),
    column('p', 'number', 'p-value of the difference', ({ isCandidate, comparison }) =>
      isCandidate ? comparison?.p : null,
    ),
    column('adjusted_p', 'number', 'adjusted p-value', ({ isCandidate, comparison }) =>
      isCandidate ? comparison?.adjustedP : null,
    ),
  ],
  rows: (model) => (model.citations ? citationRows(model) : undefined),
};
