import type { ClassSection } from '../../model/report/report-sections.ts';
import { formatInUnit, formatNumber } from '../blocks/format-measurement.ts';
import { formatAddress } from '../state/address.ts';
import { Scroller } from './data-table.tsx';
import { PathText } from './leaf-value.tsx';

/** Confusion matrix: expected classes as rows, predicted classes as columns, shaded by the share within the row. */
export function ConfusionTable(props: {
  section: ClassSection;
  view: number;
  share: boolean;
  versions: number;
}) {
  const { section, view, share, versions } = props;
  const notComparable = new Set(section.perClass.flatMap((row) => (row.notComparable ? [row.label] : [])));
  return (
    <Scroller label="Confusion matrix">
      <table class="matrix">
        <caption class="visually-hidden">Confusion matrix, expected by predicted</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="quiet">expected ↓ predicted →</span>
            </th>
            {section.predictedLabels.map((label) => (
              <th key={label} scope="col">
                <PathText path={label} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {section.expectedLabels.map((expected, row) => (
            <tr key={expected}>
              <th scope="row">
                {expected}
                {notComparable.has(expected) && <span class="quiet below">not compared</span>}
              </th>
              {section.predictedLabels.map((got, column) => (
                <MatrixCell
                  key={got}
                  counts={section.matrices.map((matrix) => matrix[row]?.[column] ?? 0)}
                  sums={section.matrices.map((matrix) => sumOf(matrix[row] ?? []))}
                  pair={[expected, got]}
                  view={view < versions ? view : null}
                  share={share}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

interface CellProps {
  /** Count in this cell per version. `sums` has the sum of the row per version. */
  readonly counts: readonly number[];
  readonly sums: readonly number[];
  readonly pair: readonly [expected: string, got: string];
  /** Number of the version to show; `null` shows the difference between both versions. */
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
  const part = shownValue(shares);
  const isGood = (expected === got) === (!isDifference || count > 0);
  const look =
    count === 0 ? 'empty shade-0' : `${isGood ? 'good' : 'bad'} shade-${Math.ceil(Math.abs(part) * 5)}`;
  const sign = isDifference && count > 0 ? '+' : '';
  const unit = isDifference ? 'points' : 'share';
  const text = share ? formatInUnit(part, unit) : `${sign}${formatNumber(count)}`;
  // Filters cannot escape quotation marks, so remove them from class names.
  const q = `${view === 0 && counts.length > 1 ? 'cell-was' : 'cell'}:"${pair.join('>').replaceAll('"', '')}"`;
  return (
    <td class={`cell ${look}`}>
      {counts[shown] ? (
        <a
          href={formatAddress('documents', '', { q })}
          aria-label={`${text}: expected ${expected}, got ${got}`}
        >
          {text}
        </a>
      ) : (
        text
      )}
    </td>
  );
}
