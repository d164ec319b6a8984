import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DocumentIndex } from '../../model/report/document-index.ts';
import { formatDuration, formatNumber, nothing } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { type Column, DocumentLink, numberColumn, SectionHeading, Table } from '../parts/data-table.tsx';
import { ChangeLabel, OutcomeCounts } from '../parts/status-labels.tsx';
import { replaceQuery } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';
import { filterDocuments, sortDocuments } from '../state/document-filter.ts';

const rowHeight = 34;
const margin = 12;

/** All documents. The page has only the visible rows, so that 100,000 documents scroll as fast as 100. */
export const view = defineView('documents', ({ head, names, address, data: index }) => {
  const { q = '', sort = '' } = address.query;
  const items = useMemo(() => sortDocuments(index, filterDocuments(index, q), sort), [index, q, sort]);
  return (
    <>
      <SectionHeading title="Documents">{listedText(head, items.length, index.ids.length)}</SectionHeading>
      <FilterBox value={q} onChange={(value) => replaceQuery(address, { q: value })} />
      <VirtualTable
        names={names}
        index={index}
        items={items}
        query={q}
        sort={sort}
        onSort={(next) => replaceQuery(address, { sort: next })}
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
}

function VirtualTable({ names, index, items, query, sort, onSort }: TableProps) {
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
  const first = Math.max(0, Math.floor(view.top / rowHeight) - margin);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + margin);
  const latest = index.versions.at(-1);
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
    { heading: 'State', sortBy: 'change', cell: (item) => <ChangeLabel letter={index.change[item]} /> },
    ...index.versions.map((version, number) => ({
      heading: names[number],
      sortBy: `wrong${number}`,
      cell: (item: number) => <OutcomeCounts version={version} item={item} />,
    })),
    knownColumn('Confidence', latest?.confidence, (thousandths) => formatNumber(thousandths / 1000, 2)),
    knownColumn('Latency', latest?.latency, formatDuration),
    ...index.tags.map(({ name, values, of }) => ({
      heading: name,
      cell: (item: number) => values[(of[item] ?? 0) - 1],
    })),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class="virtual" ref={frame} tabIndex={0} aria-label="Documents">
      <Table
        look="documents"
        columns={columns.filter(({ sortBy }) => sortBy !== 'change' || names.length > 1)}
        rows={items.slice(first, last)}
        window={{ first, total: items.length, rowHeight }}
        sort={sort}
        onSort={onSort}
      />
      {items.length === 0 && <p class="quiet">No document matches the filter.</p>}
    </section>
  );
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
  return numberColumn(heading, cell, { sortBy: heading.toLowerCase() });
}
