import type { ClassSection } from '../../model/report/report-sections.ts';
import { formatInUnit, formatNumber } from '../blocks/format-measurement.ts';
import { formatAddress } from '../state/address.ts';
import { Scroller } from './data-table.tsx';
import { PathText } from './leaf-value.tsx';

/** The confusion matrix: expected classes as rows, predicted classes as columns, shaded by the share within the row. */
export function ConfusionTable(props: {
  section: ClassSection;
  view: number;
  share: boolean;
  versions: number;
}) {
  const { section, view, share, versions } = props;
  const difference = view >= versions;
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
                  diagonal={expected === got}
                  view={difference ? null : view}
                  share={share}
                  expected={expected}
                  got={got}
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
  readonly counts: readonly number[];
  readonly sums: readonly number[];
  readonly diagonal: boolean;
  /** Null shows the difference of the two versions. */
  readonly view: number | null;
  readonly share: boolean;
  readonly expected: string;
  readonly got: string;
}

function MatrixCell({ counts, sums, diagonal, view, share, expected, got }: CellProps) {
  const shareOf = (version: number) => (sums[version] ? (counts[version] ?? 0) / sums[version] : 0);
  const shown = view ?? counts.length - 1;
  const change = view === null ? (counts.at(-1) ?? 0) - (counts[0] ?? 0) : 0;
  const shade = view === null ? Math.abs(shareOf(shown) - shareOf(0)) : shareOf(shown);
  const good = view === null ? diagonal === change > 0 : diagonal;
  const level = shade === 0 ? 0 : Math.max(1, Math.ceil(shade * 5));
  const value = view === null ? change : (counts[shown] ?? 0);
  const text = cellText(
    view === null,
    share,
    value,
    view === null ? shareOf(shown) - shareOf(0) : shareOf(shown),
  );
  // The filter language cannot escape quotation marks, so they are removed from labels.
  const pair = `${expected}>${got}`.replaceAll('"', '');
  const query = `${view === 0 && counts.length > 1 ? 'cell-was' : 'cell'}:"${pair}"`;
  return (
    <td class={`cell ${value === 0 ? 'empty' : good ? 'good' : 'bad'} shade-${value === 0 ? 0 : level}`}>
      {(counts[shown] ?? 0) === 0 ? (
        text
      ) : (
        <a
          href={formatAddress('documents', '', { q: query })}
          aria-label={`${text}: expected ${expected}, got ${got}`}
        >
          {text}
        </a>
      )}
    </td>
  );
}

function cellText(difference: boolean, share: boolean, count: number, part: number): string {
  if (share) return difference ? formatInUnit(part, 'points') : formatInUnit(part, 'share');
  return `${difference && count > 0 ? '+' : ''}${formatNumber(count)}`;
}
