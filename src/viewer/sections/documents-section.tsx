import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DocumentIndex } from '../../model/report/document-index.ts';
import { formatDuration, formatNumber, nothing } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { type Column, DocumentLink, numberColumn, SectionHeading, Table } from '../parts/data-table.tsx';
import { ChangeLabel, OutcomeCounts } from '../parts/status-labels.tsx';
import { replaceQuery } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';
import { filterDocuments, sortDocuments } from '../state/document-filter.ts';
import { useNarrow, usePrinting } from '../state/screen.ts';

/** Height of a row of the table, and of a card on a narrow screen. */
const lineHeight = 34;
const cardHeight = 84;
const margin = 12;
/** Largest number of printed rows. */
const printedRows = 2000;

/** All documents. The page has only the visible rows, so that 100,000 documents scroll as fast as 100. */
export const view = defineView('documents', ({ head, names, address, data: index }) => {
  const { q = '', sort = '' } = address.query;
  const items = useMemo(() => sortDocuments(index, filterDocuments(index, q), sort), [index, q, sort]);
  return (
    <>
      <p class="visually-hidden" role="status">
        {formatNumber(items.length)} documents
      </p>
      <SectionHeading title="Documents">{listedText(head, items.length, index.ids.length)}</SectionHeading>
      <FilterBox value={q} onChange={(value) => replaceQuery(address, { q: value })} />
      <VirtualTable
        names={names}
        index={index}
        items={items}
        query={q}
        sort={sort}
        onSort={(next) => replaceQuery(address, { sort: next })}
        onClear={() => replaceQuery(address, { q: '' })}
      />
    </>
  );
});

/** Describes how many documents match the filter, and which documents this file omits. */
function listedText({ documents }: HeadBlock, filtered: number, listed: number): string {
  const text = `${formatNumber(filtered)} of ${formatNumber(listed)} documents.`;
  const { planned, shown, rule } = documents;
  if (listed < planned)
    return `${text} This file lists ${formatNumber(listed)} of ${formatNumber(planned)}: ${rule}. csv/documents.csv lists all.`;
  return shown < planned
    ? `${text} The values of ${formatNumber(shown)} can be opened: ${rule}.`
    : text.slice(0, -1);
}

const hints = ['newly-wrong', 'new-errors', 'fewer-errors', 'wrong', 'failed'];

function FilterBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <search class="filters">
      <label class="wide">
        Filter{' '}
        <input
          id="filter"
          type="search"
          value={value}
          placeholder="new-errors field:total tag:scan state:failed"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      <span class="hints">
        {hints.map((hint) => (
          <button
            key={hint}
            type="button"
            aria-pressed={value.split(' ').includes(hint)}
            onClick={() => onChange(toggleWord(value, hint))}
          >
            {hint}
          </button>
        ))}
      </span>
    </search>
  );
}

function toggleWord(text: string, word: string): string {
  const words = text.split(' ').filter((part) => part !== '');
  return (words.includes(word) ? words.filter((part) => part !== word) : [...words, word]).join(' ');
}

interface TableProps {
  readonly names: readonly string[];
  readonly index: DocumentIndex;
  readonly items: readonly number[];
  readonly query: string;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly onClear: () => void;
}

function VirtualTable(props: TableProps) {
  const { names, index, items, query, sort, onSort } = props;
  const rowHeight = useNarrow() ? cardHeight : lineHeight;
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const follow = () => setView({ top: element.scrollTop, height: element.clientHeight });
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    addEventListener('resize', follow);
    return () => {
      element.removeEventListener('scroll', follow);
      removeEventListener('resize', follow);
    };
  }, []);
  useEffect(() => {
    frame.current?.scrollTo(0, 0);
  }, [query, sort]);
  const printing = usePrinting();
  const first = printing ? 0 : Math.max(0, Math.floor(view.top / rowHeight) - margin);
  const last = printing
    ? Math.min(items.length, printedRows)
    : Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + margin);
  const latest = index.versions.at(-1);
  const comparing = names.length > 1;
  const columns: Column<number>[] = [
    {
      heading: 'Document',
      sortBy: 'id',
      cell: (item) => (
        <>
          <DocumentLink id={index.ids[item] ?? ''} q={query} sort={sort} />
          {index.names[item] && <span class="quiet name">{index.names[item]}</span>}
        </>
      ),
    },
    ...(comparing
      ? [
          {
            heading: 'State',
            sortBy: 'change',
            cell: (item: number) => <ChangeLabel letter={index.change[item]} />,
          },
        ]
      : []),
    {
      heading: comparing ? 'Errors, before → now' : 'Errors',
      label: 'Errors',
      sortBy: `wrong${names.length - 1}`,
      cell: (item) => <ErrorCounts versions={index.versions} item={item} />,
    },
    {
      heading: 'Wrong fields',
      from: 'medium',
      cell: (item) => wrongFields(index, item),
    },
    {
      ...knownColumn('Confidence', latest?.confidence, (thousandths) => formatNumber(thousandths / 1000, 2)),
      sortBy: 'confidence',
      from: 'medium',
    },
    { ...knownColumn('Time', latest?.latency, formatDuration), sortBy: 'latency', from: 'wide' },
    ...index.tags.slice(0, tagColumns).map(({ name, values, of }) => ({
      heading: name,
      from: 'wide' as const,
      cell: (item: number) => values[(of[item] ?? 0) - 1],
    })),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class="virtual" ref={frame} tabIndex={0} aria-label="Documents">
      <Table
        look="documents"
        columns={columns}
        rows={items.slice(first, last)}
        window={{ first, total: printing ? last : items.length, rowHeight }}
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

/** Number of tags with a column. The filter and the page of a document have all tags. */
const tagColumns = 2;
const namedFields = 3;

function wrongFields({ versions, fields }: DocumentIndex, item: number): string {
  const wrong = versions.at(-1)?.wrong[item] ?? [];
  const named = wrong.slice(0, namedFields).map((field) => fields[field] ?? '');
  const more = wrong.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${formatNumber(more)} more` : '');
}

/** Errors of each version: `15 → 10`. A version without a result shows its state instead. */
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

/** Returns a column of numbers of the last version. A negative number means unknown and becomes a dash. */
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
