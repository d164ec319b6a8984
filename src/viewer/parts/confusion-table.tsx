import { useState } from 'preact/hooks';
import { orderTypes, typeErrors } from '../../model/report/order-types.ts';
import type { ClassSection } from '../../model/report/report-sections.ts';
import { formatInUnit, formatNumber } from '../blocks/format-measurement.ts';
import { formatAddress } from '../state/address.ts';
import { Scroller } from './data-table.tsx';
import { PathText } from './leaf-value.tsx';

/** If there are more types than this, the table at first omits types without errors. */
const manyTypes = 12;

/**
 * Confusion matrix with correct types as rows and predicted types as columns. Right answers and errors have different
 * colours, which are stronger for larger shares of the row. Cells with errors also have a border. Types that are often
 * confused with each other are neighbours.
 */
export function ConfusionTable(props: {
  section: ClassSection;
  view: number;
  share: boolean;
  versions: number;
}) {
  const { section, view, share, versions } = props;
  const { expectedLabels, predictedLabels, matrices } = section;
  const [showsAll, setShowsAll] = useState(false);
  const notComparable = new Set(section.perClass.flatMap((row) => (row.notComparable ? [row.label] : [])));
  const types = expectedLabels.length;
  const errors = typeErrors(matrices, types);
  const order = orderTypes(matrices, types);
  const isFolded = !showsAll && types > manyTypes;
  const rows = isFolded ? order.filter((type) => (errors[type] ?? 0) > 0) : order;
  const columns = [...rows, ...predictedLabels.map((_, at) => at).filter((column) => column >= types)];
  return (
    <>
      <Scroller label="Confusion matrix">
        <table class="matrix">
          <caption class="visually-hidden">Confusion matrix, correct type by answer</caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="quiet">correct type ↓ answer →</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  <PathText path={predictedLabels[column] ?? ''} />
                </th>
              ))}
              <th scope="col" class="number">
                {section.unit}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">
                  {expectedLabels[row]}
                  {notComparable.has(expectedLabels[row] ?? '') && (
                    <span class="quiet below">not compared</span>
                  )}
                </th>
                {columns.map((column) => (
                  <MatrixCell
                    key={column}
                    counts={matrices.map((matrix) => matrix[row]?.[column] ?? 0)}
                    sums={matrices.map((matrix) => sumOf(matrix[row] ?? []))}
                    pair={[expectedLabels[row] ?? '', predictedLabels[column] ?? '']}
                    view={view < versions ? view : null}
                    share={share}
                  />
                ))}
                <td class="number quiet">{formatNumber(sumOf(matrices.at(-1)?.[row] ?? []))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {types > manyTypes && (
        <button type="button" class="save" onClick={() => setShowsAll(!showsAll)}>
          {isFolded
            ? `Show ${formatNumber(types - rows.length)} types without errors too`
            : 'Hide types without errors'}
        </button>
      )}
    </>
  );
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Returns the filter that finds the documents of a cell, for the last version or for the baseline. */
export function cellFilter(pair: readonly [expected: string, got: string], isBaseline: boolean): string {
  // Filters cannot escape quotation marks, so remove the quotation marks from the names of types.
  return `${isBaseline ? 'cell-was' : 'cell'}:"${pair.join('>').replaceAll('"', '')}"`;
}

interface CellProps {
  /** Count in this cell for each version. `sums` has the sum of the row for each version. */
  readonly counts: readonly number[];
  readonly sums: readonly number[];
  readonly pair: readonly [expected: string, got: string];
  /** Index of the version to show. `null` shows the difference between the two versions. */
  readonly view: number | null;
  readonly share: boolean;
}

function MatrixCell({ counts, sums, pair, view, share }: CellProps) {
  const shares = counts.map((count, version) => (sums[version] ? count / sums[version] : 0));
  const [expected, got] = pair;
  const isDifference = view === null;
  const shown = view ?? counts.length - 1;
  const shownValue = (values: readonly number[]) =>
    (values[shown] ?? 0) - (isDifference ? (values[0] ?? 0) : 0);
  const count = shownValue(counts);
  if (count === 0) return <td class="cell" />;
  const part = shownValue(shares);
  const isGood = (expected === got) === (!isDifference || count > 0);
  const look = `${isGood ? 'good' : 'bad'} shade-${Math.max(1, Math.ceil(Math.abs(part) * 5))}`;
  const sign = isDifference ? (isGood ? '▲ ' : '▼ ') : '';
  const number = share
    ? formatInUnit(part, isDifference ? 'points' : 'share')
    : `${isDifference && count > 0 ? '+' : ''}${formatNumber(count)}`;
  const q = cellFilter(pair, view === 0 && counts.length > 1);
  const text = `${sign}${number}`;
  return (
    <td class={`cell ${look}`}>
      {counts[shown] ? (
        <a
          href={formatAddress('documents', '', { q })}
          aria-label={`${number}: expected ${expected}, got ${got}`}
        >
          {text}
        </a>
      ) : (
        text
      )}
    </td>
  );
}
