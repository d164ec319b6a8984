import type { SliceRow } from '../../model/report/report-model.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import { fewDocuments } from '../../model/score/measurement.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { Charts } from '../parts/charts.tsx';
import { ForAnalysts, Select } from '../parts/controls.tsx';
import {
  type Column,
  changeColumns,
  DataTable,
  numberColumn,
  SectionHeading,
  verdictColumn,
  versionsColumn,
} from '../parts/data-table.tsx';
import { BeforeNow, Dumbbell, RangedChange, ShareScale } from '../parts/marks.tsx';
import { formatAddress, replaceQuery } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';
import { filterTerm } from '../state/document-filter.ts';

/**
 * The change of each group of documents, with the largest change first. With one version, the group with the lowest
 * figure comes first.
 */
export const view = defineView('groups', ({ head, names, address, data }) => {
  const comparing = names.length > 1;
  const changeOf = (row: SliceRow) =>
    data.changes.find(({ tag, value }) => tag === row.tag && value === row.value)?.comparison;
  const tags = [...new Set(data.rows.map(({ tag }) => tag))];
  const chosen = tags.find((tag) => tag === address.query.tag);
  const rows = sortRows(
    data.rows.filter(({ tag }) => chosen === undefined || tag === chosen),
    changeOf,
  );
  const measure = headlines[head.kind];
  const isSmall = (row: SliceRow) => row.documents < fewDocuments;
  const notCompared = () => undefined;
  return (
    <>
      <SectionHeading title="Groups of documents">
        Documents with the same property, such as the same language. Select a group to see its documents.{' '}
        {rows.some(isSmall) &&
          `Groups of fewer than ${fewDocuments} documents are pale: too few to draw conclusions.`}
      </SectionHeading>
      <Charts section="groups" />
      {tags.length > 1 && (
        <form class="filters" onSubmit={(event) => event.preventDefault()}>
          <Select
            label="Property"
            value={chosen ?? ''}
            options={tags.map((tag) => [tag, tag])}
            onChange={(tag) => replaceQuery(address, { tag })}
          />
        </form>
      )}
      <DataTable<SliceRow>
        label="Groups of documents"
        look="groups"
        rows={rows}
        rowLook={(row) => (isSmall(row) ? 'small-n' : undefined)}
        columns={[
          { heading: 'Group', cell: (row) => <GroupLink row={row} /> },
          numberColumn('Documents', (row) => formatNumber(row.documents), { from: 'medium' }),
          {
            heading: <ShareScale />,
            label: measure,
            cell: (row) => <Dumbbell values={row.headline} dimmed={isSmall(row)} />,
          },
          numberColumn(
            comparing ? `${measure}, before → now` : measure,
            (row) => <BeforeNow values={row.headline} />,
            { label: comparing ? 'Before → now' : measure },
          ),
          ...(comparing
            ? [
                numberColumn<SliceRow>(
                  'Change (range)',
                  (row) => {
                    const difference = changeOf(row)?.difference;
                    return difference && <RangedChange difference={difference} />;
                  },
                  { from: 'medium' },
                ),
                verdictColumn<SliceRow>(
                  changeOf,
                  notCompared,
                  { from: 'medium', term: 'verdict' },
                  (row) => row.documents,
                ),
              ]
            : []),
        ]}
      />
      <ForAnalysts>
        <DataTable<SliceRow>
          label="Figures per group"
          rows={rows}
          rowLook={(row) => (isSmall(row) ? 'small-n' : undefined)}
          columns={analystColumns(measure, data.changes.length > 0, changeOf)}
        />
      </ForAnalysts>
    </>
  );
});

/** What the main figure counts, for each kind of processor. */
const headlines = {
  EXTRACT: 'Right',
  CLASSIFY: 'Right type',
  SPLITTER: 'Documents cut out correctly',
} as const;

type ChangeOf = (row: SliceRow) => PairedComparison | undefined;

function sortRows(rows: readonly SliceRow[], changeOf: ChangeOf): SliceRow[] {
  const key = (row: SliceRow) => {
    const change = changeOf(row)?.difference.value;
    return change == null ? (row.headline.at(-1)?.value ?? 2) : -Math.abs(change);
  };
  return rows.toSorted((a, b) => key(a) - key(b));
}

function analystColumns(measure: string, compares: boolean, changeOf: ChangeOf): Column<SliceRow>[] {
  return [
    { heading: 'Group', cell: (row) => `${row.tag}: ${row.value}` },
    versionsColumn(`${measure}, %`, (row) => row.headline),
    versionsColumn('Fully right, %', (row) => row.exact),
    ...(compares ? changeColumns(changeOf) : []),
  ];
}

function GroupLink({ row }: { row: SliceRow }) {
  const q = filterTerm('tag', `${row.tag}=${row.value}`);
  return (
    <>
      <span class="quiet">{row.tag}:</span> <a href={formatAddress('documents', '', { q })}>{row.value}</a>
    </>
  );
}
