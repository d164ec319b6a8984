import { placeText } from '../../base/place-text.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import type { NewErrorValue } from '../blocks/report-blocks.ts';
import { CropById } from '../parts/crop.tsx';
import { DataTable, DocumentLink, SectionHeading } from '../parts/data-table.tsx';
import { PathText } from '../parts/leaf-value.tsx';
import { formatAddress } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';

const q = 'new-errors';
const valuesPerField = 12;

/** Values that were right in the baseline and are wrong in the candidate, by field, the most frequent field first. */
export const view = defineView('newErrors', ({ names, data: { documents, values } }) => {
  const groups = [...Map.groupBy(values, ({ path }) => fieldOf(path))].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const most = groups[0]?.[1].length ?? 0;
  if (documents === 0)
    return (
      <SectionHeading title="New errors">
        No document has a new error: every value that {names[0]} read right, {names[1]} reads right too.
      </SectionHeading>
    );
  return (
    <>
      <SectionHeading title="New errors">
        {documentCount(documents)} {documents === 1 ? 'has' : 'have'} values that {names[0]} read right and{' '}
        {names[1]} reads wrong.{' '}
        <a href={formatAddress('documents', '', { q })}>Show these documents in the list</a>
      </SectionHeading>
      {groups.map(([field, changes]) => (
        <FieldGroup key={field} field={field} changes={changes} most={most} names={names} />
      ))}
    </>
  );
});

function documentCount(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'document' : 'documents'}`;
}

/** Returns `line_items.amount` for `line_items[2].amount`. */
function fieldOf(path: string): string {
  return path.replace(/\[\d+\]/g, '');
}

function FieldGroup(props: {
  field: string;
  changes: readonly NewErrorValue[];
  most: number;
  names: readonly string[];
}) {
  const { field, changes, most, names } = props;
  const documents = new Set(changes.map(({ itemId }) => itemId)).size;
  return (
    <section class="error-group">
      <h2>
        <PathText path={field} />{' '}
        <span class="count-bar" aria-hidden="true">
          <span style={{ width: `${(changes.length / most) * 100}%` }} />
        </span>{' '}
        <span class="quiet">
          {formatNumber(changes.length)} {changes.length === 1 ? 'value' : 'values'} in{' '}
          {documentCount(documents)}
        </span>
      </h2>
      <DataTable<NewErrorValue>
        label={`New errors in ${field}`}
        look="compact"
        rows={changes.slice(0, valuesPerField)}
        columns={[
          { heading: 'Document', cell: ({ itemId }) => <DocumentLink id={itemId} q={q} /> },
          {
            heading: 'Field',
            look: 'path',
            cell: ({ path, extraRow }) => <PathText path={placeText(path, extraRow)} />,
          },
          { heading: 'Expected', look: 'value', cell: ({ expected }) => expected },
          { heading: names[0], look: 'value', from: 'medium', cell: ({ baseline }) => baseline },
          { heading: names[1], look: 'value', cell: ({ candidate }) => candidate },
          {
            heading: 'On the page',
            from: 'medium',
            cell: ({ itemId, path, extraRow = false }) => (
              <CropById id={itemId} path={path} isExtraRow={extraRow} />
            ),
          },
        ]}
      />
      {changes.length > valuesPerField && (
        <p class="quiet">
          {formatNumber(changes.length - valuesPerField)} more values: open the documents, or see
          csv/changes.csv.
        </p>
      )}
    </section>
  );
}
