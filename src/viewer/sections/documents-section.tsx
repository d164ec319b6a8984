import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock, IndexBlock } from '../blocks/report-blocks.ts';
import { SectionHeading, SortHeading, Waiting } from '../parts/data-table.tsx';
import { DocumentTableRow } from '../parts/tables/document-table-row.tsx';
import { type Address, replaceQuery } from '../state/address.ts';
import { useBlock } from '../state/blocks.ts';
import { filterDocuments } from '../state/document-filter.ts';
import { sortDocuments } from '../state/sort-documents.ts';

const rowHeight = 34;
const margin = 12;

/** All documents; only the rows in view are in the page, so that 100,000 scroll like 100. */
export function DocumentsSection({ head, address }: { head: HeadBlock; address: Address }) {
  const index = useBlock('index');
  const { q = '', sort = '' } = address.query;
  const items = useMemo(
    () => (index ? sortDocuments(index, filterDocuments(index, q), sort) : []),
    [index, q, sort],
  );
  return (
    <>
      <SectionHeading title="Documents">
        {index ? listedText(head, items.length, index.ids.length) : 'Reading…'}
      </SectionHeading>
      <FilterBox value={q} onChange={(value) => replaceQuery(address, { q: value })} />
      {index ? (
        <VirtualTable
          head={head}
          index={index}
          items={items}
          query={q}
          sort={sort}
          onSort={(next) => replaceQuery(address, { sort: next })}
        />
      ) : (
        <Waiting />
      )}
    </>
  );
}

/** How many documents the filter leaves, and how many of the record this file lists and shows. */
function listedText({ documents }: HeadBlock, filtered: number, listed: number): string {
  const text = `${formatNumber(filtered)} of ${formatNumber(listed)} documents.`;
  const { planned, shown, rule } = documents;
  if (listed < planned)
    return `${text} This file lists ${formatNumber(listed)} of ${formatNumber(planned)}: ${rule}. csv/documents.csv has all.`;
  return shown < planned
    ? `${text} The values of ${formatNumber(shown)} can be opened: ${rule}.`
    : text.slice(0, -1);
}

const hints = ['new-errors', 'fixed', 'wrong', 'failed'];

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
  readonly head: HeadBlock;
  readonly index: IndexBlock;
  readonly items: readonly number[];
  readonly query: string;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

function VirtualTable({ head, index, items, query, sort, onSort }: TableProps) {
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
  const heading = { sort, onSort };
  const comparing = head.versions.length > 1;
  const columns = 3 + head.versions.length * 2 + index.tags.length + (comparing ? 1 : 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class="virtual" ref={frame} tabIndex={0} aria-label="Documents">
      <table class="documents" aria-rowcount={items.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <SortHeading name="id" {...heading}>
              Document
            </SortHeading>
            {comparing && (
              <SortHeading name="change" {...heading}>
                Change
              </SortHeading>
            )}
            {head.versions.map((version, number) => (
              <SortHeading key={version.name} name={`wrong${number}`} {...heading}>
                {version.name}
              </SortHeading>
            ))}
            <SortHeading name="confidence" numeric {...heading}>
              Confidence
            </SortHeading>
            <SortHeading name="latency" numeric {...heading}>
              Latency
            </SortHeading>
            {index.tags.map((tag) => (
              <th key={tag.name} scope="col">
                {tag.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={first} columns={columns} />
          {items.slice(first, last).map((item, offset) => (
            <DocumentTableRow
              key={item}
              index={index}
              item={item}
              position={first + offset + 2}
              query={query}
              sort={sort}
              comparing={comparing}
            />
          ))}
          <Spacer rows={items.length - last} columns={columns} />
        </tbody>
      </table>
      {items.length === 0 && <p class="quiet">No document fits the filter.</p>}
    </section>
  );
}

function Spacer({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr class="spacer">
      <td colSpan={columns} style={{ height: `${rows * rowHeight}px` }} />
    </tr>
  );
}
