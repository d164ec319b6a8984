import type { HeadBlock } from '../blocks/report-blocks.ts';
import { Scroller } from './data-table.tsx';
import { PathText } from './path-text.tsx';

/** What a comparison left out: items that are not the same on both sides, fields or classes that one side does not have. */
export function NotComparable({ head }: { head: HeadBlock }) {
  const { notComparable = [], restrictions = [] } = head;
  if (notComparable.length + restrictions.length === 0) return null;
  return (
    <section class="not-comparable">
      <h2>Not compared</h2>
      {restrictions.map((line) => (
        <p key={line}>Compared: {line}</p>
      ))}
      {notComparable.length > 0 && (
        <Scroller label="Not comparable">
          <table class="compact">
            <thead>
              <tr>
                <th scope="col">{head.kind === 'EXTRACT' ? 'Field' : 'Class'}</th>
                <th scope="col">Change</th>
                <th scope="col">Known by</th>
              </tr>
            </thead>
            <tbody>
              {notComparable.map(({ field, change, to, reason }) => (
                <tr key={`${field} ${change}`}>
                  <th scope="row">
                    <PathText path={field} />
                  </th>
                  <td>{to === null ? change : `${change} to ${to}`}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}
