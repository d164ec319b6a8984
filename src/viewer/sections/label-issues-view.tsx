import { formatValue } from '../../model/json/json-value.ts';
import type { LabelIssue } from '../../model/report/label-issue.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { PathText } from '../parts/path-text.tsx';
import { formatAddress } from '../state/address.ts';
import { useBlock } from '../state/blocks.ts';

const mostShown = 500;

/** Labels that are likely wrong, with the reasons; nothing is changed by itself. */
export function LabelIssuesView() {
  const block = useBlock('label-issues');
  if (!block) return <Waiting />;
  const { issues, found, likely } = block;
  const shown = Math.min(issues.length, mostShown);
  return (
    <>
      <SectionHeading title="Label issues">
        {formatNumber(likely)} of {formatNumber(block.labels)} labels are more likely wrong than right
        {found > likely && `; ${formatNumber(found - likely)} more, below 0, are doubtful`}.
        {found > 0 &&
          ' Look at the document, decide in the review list (label-issues.csv), and apply it with goldset dataset apply-review.'}
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
      {shown > 0 && <LabelIssueTable issues={issues.slice(0, shown)} />}
      {found > shown && (
        <p class="quiet">
          {formatNumber(shown)} of {formatNumber(found)} shown. label-issues.csv has the first{' '}
          {formatNumber(issues.length)}
          {found > issues.length && ', goldset label-issues --review has all'}.
        </p>
      )}
    </>
  );
}

function LabelIssueTable({ issues }: { issues: readonly LabelIssue[] }) {
  return (
    <Scroller label="Label issues">
      <table class="label-issues">
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
          {issues.map((issue) => (
            <tr key={`${issue.itemId} ${issue.path}`}>
              <th scope="row">
                <a href={formatAddress('document', issue.itemId)}>{issue.itemId}</a>
              </th>
              <td class="path">
                <PathText path={issue.path} />
              </td>
              <td class="value">{formatValue(issue.label)}</td>
              <td class="value">{formatValue(issue.proposed)}</td>
              <td>{issue.reasons.map(({ text }) => text).join('; ')}</td>
              <td class="number">{formatNumber(issue.score, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
