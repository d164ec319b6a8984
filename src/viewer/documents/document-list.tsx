import { useEffect } from 'preact/hooks';
import { type DocumentIndex, stateOfLetter } from '../../model/report/document-index.ts';
import { documentStateLabels } from '../../model/report/document-state.ts';
import { formatDuration, formatNumber, nothing } from '../blocks/format-measurement.ts';
import { type Column, DocumentLink, numberColumn, Table } from '../parts/data-table.tsx';
import { ChangeLabel, OutcomeCounts } from '../parts/status-labels.tsx';
import { useExport } from '../state/export-tables.ts';
import { useNarrow, usePrinting } from '../state/screen.ts';
import { useVisibleRows } from '../state/visible-rows.ts';

/** Height of a row of the table, in pixels. */
const lineHeight = 34;
/** Height of the card that replaces a row on a narrow screen, in pixels. */
const cardHeight = 100;
const printedRows = 2000;

interface DocumentListProps {
  readonly names: readonly string[];
  readonly index: DocumentIndex;
  readonly items: readonly number[];
  readonly query: string;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly onClear: () => void;
  /**
   * Names of the tags that the reader chose as columns. `null` if the reader has not chosen any; the first tags then
   * have columns.
   */
  readonly tags: readonly string[] | null;
  /** The open document. If set, the list is shown next to this document, with only the first columns of the list. */
  readonly current?: number;
}

/**
 * A table of documents. The page contains only the visible rows, so that a list of 100,000 documents scrolls as fast as
 * a list of 100.
 */
export function DocumentList(props: DocumentListProps) {
  const { names, index, items, query, sort, onSort, current } = props;
  const rowHeight = useNarrow() ? cardHeight : lineHeight;
  const visible = useVisibleRows(items.length, rowHeight);
  const { frame } = visible;
  useEffect(() => {
    const element = frame.current;
    const at = current === undefined ? 0 : items.indexOf(current) * rowHeight;
    const isVisible =
      element && at >= element.scrollTop && at + 2 * rowHeight <= element.scrollTop + element.clientHeight;
    if (element && !(current !== undefined && isVisible)) element.scrollTop = at - element.clientHeight / 3;
  }, [query, sort, current]);
  const printing = usePrinting();
  useExport(current === undefined ? () => exportRows(props) : null);
  const first = printing ? 0 : visible.first;
  const last = printing ? Math.min(items.length, printedRows) : visible.last;
  const latest = index.versions.at(-1);
  const comparing = names.length > 1;
  const columns: Column<number>[] = [
    {
      heading: 'Document',
      look: 'document-name',
      sortBy: 'id',
      cell: (item) => (
        <span title={index.ids[item]}>
          <DocumentLink id={index.ids[item] ?? ''} q={query} sort={sort} />
          {index.names[item] && <span class="quiet name">{index.names[item]}</span>}
        </span>
      ),
    },
    ...(comparing && current === undefined
      ? [
          {
            heading: 'State',
            look: 'state',
            sortBy: 'change',
            cell: (item: number) => <ChangeLabel letter={index.change[item]} />,
          },
        ]
      : []),
    {
      heading: comparing && current === undefined ? 'Errors, before → now' : 'Errors',
      label: 'Errors',
      look: 'errors',
      sortBy: `wrong${names.length - 1}`,
      cell: (item) => (
        <>
          {current !== undefined && <ChangeLabel letter={index.change[item]} short />}
          <ErrorCounts versions={index.versions} item={item} />
        </>
      ),
    },
  ];
  const others: Column<number>[] = [
    {
      heading: 'Wrong fields',
      from: 'medium',
      cell: (item) => wrongFields(index, item),
      title: (item) => wrongFields(index, item, Number.POSITIVE_INFINITY),
    },
    {
      ...knownColumn('Confidence', latest?.confidence, (thousandths) => formatNumber(thousandths / 1000, 2)),
      sortBy: 'confidence',
      from: 'medium',
    },
    { ...knownColumn('Time', latest?.latency, formatDuration), sortBy: 'latency', from: 'wide' },
    ...(latest !== undefined && latest.credits.length > 0
      ? [
          {
            ...knownColumn('Cost', latest.credits, (thousandths) => formatNumber(thousandths / 1000, 2)),
            term: 'credits' as const,
            sortBy: 'credits',
            from: 'wide' as const,
          },
        ]
      : []),
    ...index.tags
      .filter(({ name }) => shownTags(index, props.tags).includes(name))
      .map(({ name, values, of }) => ({
        heading: name,
        look: 'tag',
        from: 'wide' as const,
        title: (item: number) => values[(of[item] ?? 0) - 1],
        cell: (item: number) => values[(of[item] ?? 0) - 1],
      })),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class="virtual" ref={frame} tabIndex={0} aria-label="Documents">
      <Table
        look={current === undefined ? 'documents all-documents' : 'documents'}
        columns={current === undefined ? [...columns, ...others] : columns}
        rows={items.slice(first, last)}
        window={{ first, total: printing ? last : items.length, rowHeight }}
        isChosen={(item) => item === current}
        sort={sort}
        onSort={onSort}
      />
      {items.length === 0 && (
        <p class="quiet">
          No document matches.{' '}
          <button type="button" class="save" onClick={props.onClear}>
            Clear the filter
          </button>
        </p>
      )}
    </section>
  );
}

/** Returns all documents of the list as rows of texts, with a row of headings first. */
function exportRows({ names, index, items }: DocumentListProps): string[][] {
  const { ids, change, versions, tags } = index;
  const errors = names.map((name) => `errors of ${name}`);
  const headings = ['document', 'state', ...errors, 'wrong fields', ...tags.map(({ name }) => name)];
  return [
    headings,
    ...items.map((item) => {
      const state = stateOfLetter(change[item]);
      return [
        ids[item] ?? '',
        state === null ? '' : documentStateLabels[state][1],
        ...versions.map((version) =>
          version.state[item] === 's' ? String(errorsIn(version, item)) : 'no result',
        ),
        (versions.at(-1)?.wrong[item] ?? []).map((field) => index.fields[field]).join(' '),
        ...tags.map(({ values, of }) => values[(of[item] ?? 0) - 1] ?? ''),
      ];
    }),
  ];
}

/** If the reader has not chosen any tags, this many tags have a column. */
const tagColumns = 2;

/**
 * Returns the tags that have a column: the chosen tags that the report has. If the reader has not chosen any, returns
 * the first tags.
 */
export function shownTags({ tags }: DocumentIndex, chosen: readonly string[] | null): string[] {
  const names = tags.map(({ name }) => name);
  return chosen === null ? names.slice(0, tagColumns) : names.filter((name) => chosen.includes(name));
}

const namedFields = 3;

function wrongFields({ versions, fields }: DocumentIndex, item: number, most = namedFields): string {
  const wrong = versions.at(-1)?.wrong[item] ?? [];
  const named = wrong.slice(0, most).map((field) => fields[field] ?? '');
  const more = wrong.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${formatNumber(more)} more` : '');
}

/** The numbers of errors in each version: `15 → 10`. For a version without a result, shows its state instead. */
function ErrorCounts({ versions, item }: { versions: DocumentIndex['versions']; item: number }) {
  return (
    <span>
      {versions.map((version, number) => (
        <span key={number}>
          {number > 0 && ' → '}
          {version.state[item] === 's' ? (
            formatNumber(errorsIn(version, item))
          ) : (
            <OutcomeCounts version={version} item={item} />
          )}
        </span>
      ))}
    </span>
  );
}

function errorsIn({ incorrect, missing, spurious }: DocumentIndex['versions'][number], item: number): number {
  return (incorrect[item] ?? 0) + (missing[item] ?? 0) + (spurious[item] ?? 0);
}

/**
 * Returns a column with one number per document, taken from the last version. If the number is unknown, it is negative
 * in the data, and the cell shows a dash.
 */
function knownColumn(
  heading: string,
  numbers: readonly number[] = [],
  format: (value: number) => string,
): Column<number> {
  const cell = (item: number) => {
    const value = numbers[item] ?? -1;
    return value < 0 ? nothing : format(value);
  };
  return numberColumn(heading, cell);
}
