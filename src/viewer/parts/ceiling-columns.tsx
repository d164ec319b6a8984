import {
  isWithinLabelNoise,
  labelCeilingText,
  type Measurement,
  withinLabelNoise,
} from '../../model/score/measurement.ts';
import { formatInUnit, nothing } from '../blocks/format-measurement.ts';
import { type Column, numberColumn } from './data-table.tsx';

/**
 * Returns a list with one column, which shows the label ceiling of each row. The list is empty if no row has a label
 * ceiling. The label ceiling is the value that a version without errors is expected to reach. It is below 100 %,
 * because some labels of the gold are wrong. The tooltip states how many documents were labelled twice. `≈` marks a row
 * if wrong labels alone can explain all errors of the last version.
 */
export function ceilingColumns<Row>(
  rows: readonly Row[],
  of: (row: Row) => readonly (Measurement | null)[],
): Column<Row>[] {
  const ceilingOf = (row: Row) => of(row).find((value) => value?.labelCeiling)?.labelCeiling;
  if (!rows.some((row) => ceilingOf(row))) return [];
  return [
    numberColumn<Row>(
      'Faultless reader, %',
      (row) => {
        const ceiling = ceilingOf(row);
        if (ceiling === undefined) return nothing;
        const last = of(row).at(-1);
        const share = (value: number) => formatInUnit(value, 'share');
        return (
          <>
            {share(ceiling.value)}
            <span class="quiet">
              {' '}
              [{share(ceiling.low)}–{share(ceiling.high)}]
            </span>
            {last && isWithinLabelNoise(last) && <abbr title={withinLabelNoise}> ≈</abbr>}
          </>
        );
      },
      {
        from: 'medium',
        title: (row) => {
          const ceiling = ceilingOf(row);
          return ceiling && labelCeilingText(ceiling);
        },
      },
    ),
  ];
}
