import type { CitationRow } from '../../model/report/sections/citation-section.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import {
  type Column,
  changeColumns,
  DataTable,
  numberColumn,
  SectionHeading,
  versionsColumn,
} from '../parts/data-table.tsx';
import { defineView } from '../state/blocks.ts';

type Count = 'supported' | 'unsupported' | 'uncited' | 'unchecked' | 'ocr';

const counts: readonly (readonly [label: string, member: Count])[] = [
  ['Supported', 'supported'],
  ['Not supported', 'unsupported'],
  ['No citation', 'uncited'],
  ['Not checked', 'unchecked'],
  ['Read by OCR', 'ocr'],
];

type RateColumn = readonly [heading: string, of: (row: CitationRow) => readonly Measurement[]];

const ofWords: readonly RateColumn[] = [
  ['Supported, %', (row) => row.support],
  ['With a citation, %', (row) => row.coverage],
];
const ofBoxes: readonly RateColumn[] = [
  ['Right page, %', (row) => row.page],
  ['Overlap, %', (row) => row.overlap],
];

/** States whether the cited boxes contain the values, for all values and by field. */
export const view = defineView('citations', ({ names, data }) => {
  const { rows, hasGoldBoxes } = data;
  const rates = hasGoldBoxes ? [...ofWords, ...ofBoxes] : ofWords;
  const [all] = rows;
  return (
    <>
      <SectionHeading title="Citations">
        A predicted value is supported if the words inside its cited box contain it. Values without a cited
        box are counted separately. Words that come from character recognition (OCR) may be wrong.
        {hasGoldBoxes &&
          ' The columns “Right page” and “Overlap” compare the cited box with the box in the gold, for values that have both.'}
        {names.length > 1 && ` Each cell has ${names[0]} above and ${names[1]} below.`}
      </SectionHeading>
      <DataTable<CitationRow>
        label="Citations per field"
        rows={rows}
        columns={[
          { heading: 'Field', cell: ({ field }) => (field === '' ? <b>all values</b> : field) },
          ...rates.map(([heading, of]) => versionsColumn<CitationRow>(heading, of)),
          ...(all?.comparison
            ? changeColumns<CitationRow>((row) => row.comparison ?? undefined).map((column) =>
                column.heading === 'Adjusted p' ? { ...column, from: 'wide' as const } : column,
              )
            : []),
        ]}
      />
      <h2>Number of values</h2>
      <DataTable<CitationRow>
        label="Number of values per field"
        rows={rows}
        columns={[
          { heading: 'Field', cell: ({ field }) => (field === '' ? <b>all values</b> : field) },
          ...counts.map(
            ([label, member]): Column<CitationRow> =>
              numberColumn(label, (row) =>
                row.counts.map((found) => (found === null ? '—' : formatNumber(found[member]))).join(' → '),
              ),
          ),
        ]}
      />
    </>
  );
});
