import type { FieldRow } from '../../../model/report/report-model.ts';
import { formatInterval, formatMeasurement, formatNumber } from '../../blocks/format-measurement.ts';
import { formatAddress } from '../../state/address.ts';
import { filterTerm } from '../../state/document-filter.ts';
import { DifferenceDot, Whiskers } from '../interval-marks.tsx';
import { OutcomeBar } from '../outcome-bar.tsx';
import { PathText } from '../path-text.tsx';
import { VerdictLabel } from '../status-labels.tsx';
import { bare, NumberCell } from '../value-pair.tsx';

/** One field; pressing its name opens its most frequent errors. */
export function FieldTableRow(props: {
  row: FieldRow;
  flat: boolean;
  range: readonly [number, number];
  reach: number;
  comparing: boolean;
  open: boolean;
  onToggle: () => void;
}) {
  const { row, flat, range, comparing, open } = props;
  const indent = flat ? 0 : Math.min(row.depth, 8);
  return (
    <>
      <tr class={row.isLeaf ? 'leaf' : 'node'}>
        <th scope="row" class={`indent-${indent}`}>
          <button type="button" class="opener" aria-expanded={open} onClick={props.onToggle}>
            <span aria-hidden="true" class="opener-sign">
              {open ? '▾' : '▸'}
            </span>
            <PathText path={flat ? row.field : row.label} />
          </button>
          <span class="type">{row.type}</span>
        </th>
        <td class="number">{formatNumber(row.support)}</td>
        <td>
          <OutcomeBar counts={row.counts} />
        </td>
        <NumberCell values={row.precision} />
        <NumberCell values={row.recall} />
        <NumberCell values={row.f1} />
        <td>
          <Whiskers values={row.f1} low={range[0]} high={range[1]} />
        </td>
        {comparing && <ComparisonCells row={row} reach={props.reach} />}
      </tr>
      {open && (
        <tr class="opened">
          <td colSpan={comparing ? 10 : 7}>
            <FieldErrors row={row} />
          </td>
        </tr>
      )}
    </>
  );
}

function ComparisonCells({ row, reach }: { row: FieldRow; reach: number }) {
  const { comparison } = row;
  if (!comparison) {
    return (
      <>
        <td />
        <td />
        <td class="quiet" title={row.notComparable}>
          {row.isLeaf || row.notComparable ? 'not comparable' : ''}
        </td>
      </>
    );
  }
  return (
    <>
      <td class="number" title={formatInterval(comparison.difference)}>
        {bare(comparison.difference)}
      </td>
      <td>
        <DifferenceDot difference={comparison.difference} verdict={comparison.verdict} reach={reach} />
      </td>
      <td>
        <VerdictLabel verdict={comparison.verdict} />
      </td>
    </>
  );
}

function FieldErrors({ row }: { row: FieldRow }) {
  const { comparison } = row;
  const address = formatAddress('documents', '', { q: filterTerm('field', row.field) });
  return (
    <div class="field-errors">
      {row.confusions.length > 0 ? (
        <table class="compact">
          <caption>Most frequent errors of the last version</caption>
          <thead>
            <tr>
              <th scope="col">Expected</th>
              <th scope="col">Got</th>
              <th scope="col" class="number">
                Times
              </th>
              <th scope="col">Documents</th>
            </tr>
          </thead>
          <tbody>
            {row.confusions.map((pair, number) => (
              <tr key={number}>
                <td class="value">{pair.expected}</td>
                <td class="value">{pair.predicted}</td>
                <td class="number">{formatNumber(pair.times)}</td>
                <td class="links">
                  {pair.items.map((item) => (
                    <a
                      key={item}
                      href={formatAddress('document', item, { q: filterTerm('field', row.field) })}
                    >
                      {item}
                    </a>
                  ))}
                  {pair.documents > pair.items.length && (
                    <span class="quiet">and {formatNumber(pair.documents - pair.items.length)} more</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p class="quiet">{row.isLeaf ? 'No errors in the last version.' : 'Sums of the fields below it.'}</p>
      )}
      <ul class="field-facts">
        {comparison && (
          <li>
            Difference {formatMeasurement(comparison.difference)} ({formatInterval(comparison.difference)})
            {comparison.adjustedP !== null && `, p ${formatNumber(comparison.adjustedP, 3)} after correction`}
          </li>
        )}
        {comparison?.detectable != null && (
          <li>
            Differences below {formatNumber(comparison.detectable * 100, 1)} points could not have been shown.
          </li>
        )}
        <li>
          <a href={address}>Documents with an error here</a>
        </li>
      </ul>
    </div>
  );
}
