import type { PairedComparison } from '../../../model/score/comparison.ts';
import { formatInterval } from '../../blocks/format-measurement.ts';
import { VerdictLabel } from '../status-labels.tsx';
import { bare } from '../value-pair.tsx';

/** A difference in points with its interval, the adjusted p, and the verdict: three cells. */
export function ChangeCells(props: {
  comparison: PairedComparison | undefined;
  notComparable?: string | undefined;
}) {
  const { comparison, notComparable } = props;
  if (comparison === undefined) {
    return (
      <>
        <td />
        <td />
        <td class="quiet" title={notComparable}>
          {notComparable && 'not comparable'}
        </td>
      </>
    );
  }
  const { difference, adjustedP, verdict } = comparison;
  const interval = formatInterval(difference);
  return (
    <>
      <td class="number">
        {bare(difference)}
        {interval !== '' && <span class="quiet"> [{interval}]</span>}
      </td>
      <td class="number">{adjustedP === null ? '' : adjustedP < 0.001 ? '< 0.001' : adjustedP.toFixed(3)}</td>
      <td>
        <VerdictLabel verdict={verdict} />
      </td>
    </>
  );
}

/** The headings above `ChangeCells`. */
export function ChangeHeads() {
  return (
    <>
      <th scope="col" class="number">
        Change, points
      </th>
      <th scope="col" class="number">
        Adjusted p
      </th>
      <th scope="col">Verdict</th>
    </>
  );
}
