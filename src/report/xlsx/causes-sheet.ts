import type { ReportModel } from '../../model/report/report-model.ts';
import {
  type CauseFigures,
  type CauseRow,
  causeFieldsText,
  causeGroupText,
  causesTitle,
} from '../../model/score/cause-section.ts';
import type { RowColumn } from './document-row.ts';
import { sectionLink } from './page-link.ts';
import type { SheetCell } from './sheet-cell.ts';
import type { Sheet } from './write-workbook.ts';

/**
 * Returns the sheet with the causes of wrong values, in the same order as on the report page. Returns `null` if no
 * value is wrong.
 */
export function causesSheet({ causes: section, versions }: ReportModel): Sheet | null {
  if (section == null || section.causes.length === 0) return null;
  const now = versions.at(-1)?.name ?? '';
  const columns = causeColumns(versions.map(({ name }) => name));
  const text = `One row per cause of wrong, missing and extra values. The first cause keeps the most documents of ${now} from being fully right. A value has one cause.`;
  return {
    name: causesTitle,
    text,
    columns,
    above: [{ cells: [{ value: text, style: 'note' }] }],
    table: true,
    rows: section.causes.map((row) => ({ cells: columns.map(({ of }) => of(row)) })),
    count: section.causes.length,
  };
}

function causeColumns(versions: readonly string[]): RowColumn<CauseRow>[] {
  const last = (row: CauseRow) => row.versions.at(-1);
  const perVersion = (head: string, doc: string, of: (figures: CauseFigures) => SheetCell) =>
    versions.map((version, i) => ({
      head: `${head}, ${version}`,
      width: 12,
      style: 'integer' as const,
      doc,
      of: (row: CauseRow) => {
        const figures = row.versions[i];
        return figures === undefined ? null : of(figures);
      },
    }));
  return [
    {
      head: 'Cause',
      width: 46,
      style: 'link',
      doc: 'The cause in plain words. A click opens the causes in the report page.',
      of: ({ label }) => ({ value: label, style: 'link', link: sectionLink('causes') }),
    },
    {
      head: 'Fully right if fixed',
      width: 12,
      style: 'integer',
      doc: 'Number of documents whose errors all have this cause.',
      of: (row) => last(row)?.gain.documents ?? null,
    },
    {
      head: 'Share of all documents',
      width: 12,
      style: 'percent',
      doc: 'These documents as a share of all documents with a score.',
      of: (row) => last(row)?.gain.share ?? null,
    },
    ...perVersion('Wrong values', 'Number of values with this cause.', ({ values }) => values),
    ...perVersion(
      'Documents',
      'Number of documents with at least one such value.',
      ({ documents }) => documents,
    ),
    {
      head: 'Fields with such values',
      width: 48,
      style: 'text',
      doc: 'Fields that have such values, each with the number of these values. The field with most values is first.',
      of: (row) => causeFieldsText(last(row)?.fields ?? []),
    },
    {
      head: 'More frequent in',
      width: 48,
      style: 'text',
      doc: 'Group of documents in which the cause is significantly more frequent than elsewhere.',
      of: (row) => {
        const group = last(row)?.group ?? null;
        return group === null ? null : causeGroupText(group);
      },
    },
    {
      head: 'When a value counts',
      width: 60,
      style: 'text',
      doc: 'Rule that decides whether a wrong value has this cause.',
      // Remove the backticks that mark code, because a sheet does not show code in another font.
      of: ({ doc }) => doc.replaceAll('`', ''),
    },
  ];
}
