import { formatValue } from '../../model/json/format-value.ts';
import type { LabelIssue } from '../../model/report/label-issue.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { PathText } from '../parts/path-text.tsx';
import { formatAddress } from '../state/address.ts';
import { useBlock } from '../state/blocks.ts';

const mostShown = 500;

/** Labels that are likely wrong, with the reasons; nothing is changed by itself. */
export function SuspectsView() {
  const block = useBlock('suspects');
  if (!block) return <Waiting />;
  const { suspects, found, likely } = block;
  const shown = Math.min(suspects.length, mostShown);
  return (
    <>
      <SectionHeading title="LabelIssue gold">
        {formatNumber(likely)} of {formatNumber(block.labels)} labels are more likely wrong than right
        {found > likely && `; ${formatNumber(found - likely)} more, below 0, are doubtful`}.
        {found > 0 &&
          ' Look at the document, decide in the review list (suspects.csv), and apply it with goldset dataset apply-review.'}
      </SectionHeading>
      {block.notes.length > 0 && (
        <details>
          <summary>What was looked at</summary>
          <ul class="quiet">
            {block.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
      {shown > 0 && <SuspectTable suspects={suspects.slice(0, shown)} />}
      {found > shown && (
        <p class="quiet">
          {formatNumber(shown)} of {formatNumber(found)} shown. suspects.csv has the first{' '}
          {formatNumber(suspects.length)}
          {found > suspects.length && ', goldset label-issues --review has all'}.
        </p>
      )}
    </>
  );
}

function SuspectTable({ suspects }: { suspects: readonly LabelIssue[] }) {
  return (
    <Scroller label="LabelIssue gold">
      <table class="suspects">
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">Where</th>
            <th scope="col">Label</th>
            <th scope="col">Read instead</th>
            <th scope="col">Why</th>
            <th scope="col" class="number">
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {suspects.map((suspect) => (
            <tr key={`${suspect.itemId} ${suspect.path}`}>
              <th scope="row">
                <a href={formatAddress('document', suspect.itemId)}>{suspect.itemId}</a>
              </th>
              <td class="path">
                <PathText path={suspect.path} />
              </td>
              <td class="value">{formatValue(suspect.label)}</td>
              <td class="value">{formatValue(suspect.proposed)}</td>
              <td>{suspect.reasons.map(({ text }) => text).join('; ')}</td>
              <td class="number">{formatNumber(suspect.score, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
