import { isWithinLabelNoise, type Measurement } from '../../model/score/measurement.ts';
import { type Cell, type Column, column } from './define-table.ts';

/** Returns the columns with the label ceiling of a figure. Their cells are empty if the ceiling is unknown. */
export function ceilingColumns<Row>(of: (row: Row) => Measurement | null | undefined): Column<Row>[] {
  const ceiling = (
    name: string,
    type: 'number' | 'integer',
    doc: string,
    cell: (figure: NonNullable<Measurement['labelCeiling']>) => Cell,
  ) =>
    column<Row>(name, type, doc, (row) => {
      const figure = of(row)?.labelCeiling;
      return figure === undefined ? null : cell(figure);
    });
  return [
    ceiling(
      'label_ceiling',
      'number',
      'value that a version without errors is expected to reach, because some labels are wrong',
      ({ value }) => value,
    ),
    ceiling('label_ceiling_low', 'number', 'lower bound of `label_ceiling`', ({ low }) => low),
    ceiling('label_ceiling_high', 'number', 'upper bound of `label_ceiling`', ({ high }) => high),
    ceiling(
      'label_agreement',
      'number',
      'share of values whose two labels are equal',
      ({ agreement }) => agreement.value,
    ),
    ceiling(
      'annotated_twice',
      'integer',
      'number of documents with two labels',
      ({ documents }) => documents,
    ),
    column<Row>('within_label_noise', 'boolean', 'whether the value is above `label_ceiling_low`', (row) => {
      const figure = of(row);
      return figure?.labelCeiling === undefined ? null : isWithinLabelNoise(figure);
    }),
  ];
}
