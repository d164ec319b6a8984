import { placeText } from '../../base/place-text.ts';
import { formatNumber, nothing } from '../blocks/format-measurement.ts';
import type { HeadBlock, NewErrorsBlock, NewErrorValue } from '../blocks/report-blocks.ts';
import { ConfidenceById, CropById } from '../documents/crop.tsx';
import { type Column, DataTable, DocumentLink, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { listedValue, PathText } from '../parts/leaf-value.tsx';
import { ErrorsLabel } from '../parts/status-labels.tsx';
import { formatAddress } from '../state/address.ts';
import { defineView, useBlock } from '../state/blocks.ts';

const q = 'new-errors';
const valuesPerGroup = 12;

/**
 * Values that were right in the baseline and are wrong in the candidate, by field. The field with the most such values
 * comes first.
 */
export const view = defineView('newErrors', ({ head, names, data }) => {
  const { documents, values, lost } = data;
  const groups = [...Map.groupBy(values, (value) => groupOf(value, head.kind))].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const hasImages = useBlock('places')?.images.some((count) => count > 0) ?? false;
  if (documents === 0)
    return (
      <>
        <SectionHeading title="New errors">
          No document has a new error: every value that {names[0]} read right, {names[1]} reads right too.
        </SectionHeading>
        {lost > 0 && <LostResults kind={head.kind} names={names} data={data} />}
      </>
    );
  const most = groups[0]?.[1].length ?? 0;
  const columns = columnsOf(head.kind, names, hasImages);
  return (
    <>
      <SectionHeading title="New errors">
        {introduction(head.kind, documents, names)}{' '}
        <a href={formatAddress('documents', '', { q })}>Show them in the list of documents</a>
      </SectionHeading>
      {groups.map(([title, changes]) => (
        <ErrorGroup
          key={title}
          kind={head.kind}
          title={title}
          changes={changes}
          most={most}
          columns={columns}
        />
      ))}
      {lost > 0 && <LostResults kind={head.kind} names={names} data={data} />}
    </>
  );
});

function countText(kind: HeadBlock['kind'], count: number): string {
  return `${formatNumber(count)} ${kind === 'SPLITTER' ? 'packet' : 'document'}${count === 1 ? '' : 's'}`;
}

function introduction(kind: HeadBlock['kind'], count: number, [before, now]: readonly string[]): string {
  const subject = countText(kind, count);
  if (kind === 'CLASSIFY') return `${before} gave ${subject} the right type, and ${now} a wrong one.`;
  const verb = count === 1 ? 'has' : 'have';
  return kind === 'SPLITTER'
    ? `${subject} ${verb} parts that ${before} cut out correctly and ${now} does not.`
    : `${subject} ${verb} values that ${before} read right and ${now} reads wrong.`;
}

/** Returns the heading under which a value is listed. Values in extra rows of the same table have the same heading. */
function groupOf({ path, extraRow }: NewErrorValue, kind: HeadBlock['kind']): string {
  if (kind === 'SPLITTER') return 'parts of packets';
  const field = path.replace(/\[\d+\]/g, '');
  return extraRow ? `${path.slice(0, path.indexOf('['))}, extra rows` : field;
}

function columnsOf(
  kind: HeadBlock['kind'],
  names: readonly string[],
  hasImages: boolean,
): Column<NewErrorValue>[] {
  return [
    { heading: 'Document', cell: ({ itemId }) => <DocumentLink id={itemId} q={q} /> },
    {
      heading: 'Errors',
      cell: ({ document }) => <ErrorsLabel change={document} />,
    },
    ...(kind === 'CLASSIFY'
      ? []
      : [
          {
            heading: kind === 'SPLITTER' ? 'Pages' : 'Field',
            look: 'path',
            cell: ({ path }: NewErrorValue) => <PathText path={placeText(path)} />,
          },
        ]),
    { heading: 'Expected', look: 'value', cell: ({ expected }) => valueText(expected) },
    {
      heading: names[0],
      look: 'value',
      from: 'medium',
      cell: ({ baseline }) => valueText(baseline),
    },
    { heading: names[1], look: 'value', cell: ({ candidate }) => valueText(candidate) },
    ...(hasImages && kind === 'EXTRACT'
      ? [
          {
            heading: 'On the page',
            look: 'place',
            from: 'medium' as const,
            cell: ({ itemId, path, extraRow }: NewErrorValue) => (
              <CropById id={itemId} path={path} isExtraRow={extraRow === true} />
            ),
          },
        ]
      : []),
    ...(kind === 'EXTRACT'
      ? [
          numberColumn<NewErrorValue>(
            'Confidence',
            ({ itemId, path }) => <ConfidenceById id={itemId} path={path} />,
            { from: 'wide' },
          ),
        ]
      : []),
  ];
}

/** Documents that lost their result. None of their values was right before, so they have no new error. */
function LostResults(props: { kind: HeadBlock['kind']; names: readonly string[]; data: NewErrorsBlock }) {
  const { kind, names, data } = props;
  const { lost, lostDocuments } = data;
  const listed = lostDocuments.slice(0, valuesPerGroup);
  return (
    <section class="error-group">
      <h2>Result lost</h2>
      <p>
        {countText(kind, lost)} {lost === 1 ? 'has' : 'have'} no right value in the result of {names[0]}, and
        no result of {names[1]}. Each is newly wrong, but does not count as a document with new errors.
      </p>
      <DataTable<NewErrorsBlock['lostDocuments'][number]>
        label="Documents that lost their result"
        look="compact new-errors"
        rows={listed}
        columns={[
          { heading: 'Document', cell: ({ itemId }) => <DocumentLink id={itemId} q="state:noResult" /> },
          {
            heading: 'Errors',
            cell: ({ document }) => `${formatNumber(document.errorsBefore)} → no result`,
          },
        ]}
      />
      {lost > listed.length && (
        <p>
          <a href={formatAddress('documents', '', { q: 'state:noResult' })}>
            Show all documents without a result
          </a>
        </p>
      )}
    </section>
  );
}

function valueText(value: string) {
  return value === nothing ? <span class="quiet">nothing</span> : listedValue(value);
}

function ErrorGroup(props: {
  kind: HeadBlock['kind'];
  title: string;
  changes: readonly NewErrorValue[];
  most: number;
  columns: readonly Column<NewErrorValue>[];
}) {
  const { kind, title, changes, most, columns } = props;
  const documents = new Set(changes.map(({ itemId }) => itemId)).size;
  return (
    <section class="error-group">
      <h2>
        <span>
          <PathText path={title} />
        </span>{' '}
        <span class="count-bar" aria-hidden="true">
          <span style={{ width: `${(changes.length / most) * 100}%` }} />
        </span>{' '}
        <span class="quiet">
          {formatNumber(changes.length)} in {countText(kind, documents)}
        </span>
      </h2>
      <DataTable<NewErrorValue>
        label={`New errors in ${title}`}
        look="compact new-errors"
        rows={changes.slice(0, valuesPerGroup)}
        columns={columns}
      />
      {changes.length > valuesPerGroup && (
        <p class="quiet">
          {formatNumber(changes.length - valuesPerGroup)} more values: open the documents, or see
          csv/changes.csv.
        </p>
      )}
    </section>
  );
}
