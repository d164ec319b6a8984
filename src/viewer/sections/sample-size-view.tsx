import type { PlannedQuestion } from '../../model/report/sample-size-section.ts';
import { formatInUnit, formatNumber, nothing } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { useBlock } from '../state/blocks.ts';

/** How many documents a difference takes, for the whole and for each field. */
export function SampleSizeView({ head }: { head: HeadBlock }) {
  const block = useBlock('sample-size');
  if (!block) return <Waiting />;
  const { effects, power, confidence, basis, rows } = block;
  const fields = rows.length - 1;
  const isEnough = rows.some(({ observedOn, needed }) =>
    needed.some(({ documents }) => documents !== null && documents <= observedOn),
  );
  return (
    <>
      <SectionHeading title="Documents needed">
        To find a difference between two versions with a chance of {formatInUnit(power, 'share')} % at{' '}
        {formatInUnit(confidence, 'share')} % confidence (exact McNemar test).{' '}
        {basis === 'observed'
          ? 'The versions are taken to differ in as many documents as they do here; “to be safe” takes the upper end of what so few documents allow.'
          : 'Taken for versions that err independently; versions of one processor differ less. “To be safe” takes the interval of the rate.'}
        {fields > 1 && ` Fields are tested together, each with 1/${fields} of the error.`}
      </SectionHeading>
      {head.settles && (
        <p>
          To settle what the verdict leaves open: about {formatNumber(head.settles.documents)} documents like
          these, {formatNumber(head.settles.more)} more than now.
        </p>
      )}
      <Scroller label="Documents needed">
        <table>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                Question
              </th>
              <th scope="col" rowSpan={2} class="number">
                Docs
              </th>
              <th scope="col" rowSpan={2} class="number">
                Right, %
              </th>
              <th scope="col" rowSpan={2} class="number">
                Differ, %
              </th>
              {effects.map((effect) => (
                <th key={effect} scope="colgroup" colSpan={2} class="number side-start">
                  {formatNumber(effect * 100, Number.isInteger(Math.round(effect * 1e6) / 1e4) ? 0 : 1)}{' '}
                  points
                </th>
              ))}
            </tr>
            <tr>
              {effects.map((effect) => (
                <EffectHeads key={effect} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <SampleSizeRow key={row.scope} row={row} />
            ))}
          </tbody>
        </table>
      </Scroller>
      <p class="quiet">
        {isEnough && '✓ the documents of this report are enough. '}Other sizes: goldset sample-size.
      </p>
    </>
  );
}

function EffectHeads() {
  return (
    <>
      <th scope="col" class="number side-start">
        Documents
      </th>
      <th scope="col" class="number">
        To be safe
      </th>
    </>
  );
}

function SampleSizeRow({ row }: { row: PlannedQuestion }) {
  const count = (documents: number | null) =>
    documents === null ? nothing : `${documents <= row.observedOn ? '✓ ' : ''}${formatNumber(documents)}`;
  return (
    <tr>
      <th scope="row">{row.label}</th>
      <td class="number">{formatNumber(row.observedOn)}</td>
      <td class="number">{formatInUnit(row.rate, 'share')}</td>
      <td class="number">{formatInUnit(row.discordant, 'share')}</td>
      {row.needed.map(({ documents, cautious }, number) => [
        <td key={`${number} documents`} class="number side-start">
          {count(documents)}
        </td>,
        <td key={`${number} cautious`} class="number">
          {count(cautious)}
        </td>,
      ])}
    </tr>
  );
}
