import type { Suspect } from '../../../../model/suspect.ts';
import { formatValue } from '../../../format-measurement.ts';
import { formatAddress } from '../address.ts';
import { useBlock } from '../blocks.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';

const mostShown = 500;

/** Labels that are likely wrong, with the reasons; nothing is changed by itself. */
export function SuspectsView() {
  const block = useBlock('suspects');
  if (!block) return <Waiting />;
  return (
    <>
      <SectionHeading title="Suspect gold">
        {block.suspects.length === 0
          ? `None of ${block.labels} labels looks wrong.`
          : `${block.suspects.length} of ${block.labels} labels look wrong, the most suspicious first. Look at the document, decide in the review list (suspects.csv), and apply it with goldset dataset apply-review.`}
      </SectionHeading>
      {block.notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
      {block.suspects.length > 0 && <SuspectTable suspects={block.suspects} />}
      {block.suspects.length > mostShown && (
        <p class="quiet">And {block.suspects.length - mostShown} more in suspects.csv.</p>
      )}
    </>
  );
}

function SuspectTable({ suspects }: { suspects: readonly Suspect[] }) {
  return (
    <Scroller label="Suspect gold">
      <table>
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
          {suspects.slice(0, mostShown).map((suspect) => (
            <tr key={`${suspect.itemId} ${suspect.path}`}>
              <th scope="row">
                <a href={formatAddress('document', suspect.itemId)}>{suspect.itemId}</a>
              </th>
              <td>{suspect.path}</td>
              <td>{formatValue(suspect.label)}</td>
              <td>{formatValue(suspect.proposed)}</td>
              <td>{suspect.reasons.map(({ text }) => text).join('; ')}</td>
              <td class="number">{suspect.score.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
