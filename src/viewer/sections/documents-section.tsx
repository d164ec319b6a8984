import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DocumentIndex } from '../../model/report/document-index.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { SectionHeading, SortHeading } from '../parts/data-table.tsx';
import { DocumentTableRow } from '../parts/document-table-row.tsx';
import { replaceQuery } from '../state/address.ts';
import { filterDocuments, sortDocuments } from '../state/document-filter.ts';
import { defineSection, type ViewProps } from './define-section.ts';

const rowHeight = 34;
const margin = 12;

/** All documents. The page holds only the rows in view, so that 100,000 documents scroll as fast as 100. */
export const section = defineSection({
  name: 'documents',
  label: 'Documents',
  order: 50,
  firstRepeat: true,
  block: 'index',
  View: DocumentsView,
});

function DocumentsView({ head, address, data: index }: ViewProps<DocumentIndex>) {
  const { q = '', sort = '' } = address.query;
  const items = useMemo(() => sortDocuments(index, filterDocuments(index, q), sort), [index, q, sort]);
  return (
    <>
      <SectionHeading title="Documents">{listedText(head, items.length, index.ids.length)}</SectionHeading>
      <FilterBox value={q} onChange={(value) => replaceQuery(address, { q: value })} />
      <VirtualTable
        head={head}
        index={index}
        items={items}
        query={q}
        sort={sort}
        onSort={(next) => replaceQuery(address, { sort: next })}
      />
    </>
  );
}

/** Returns how many documents match the filter, and how many documents this file lists and shows. */
function listedText({ documents }: HeadBlock, filtered: number, listed: number): string {
  const text = `${formatNumber(filtered)} of ${formatNumber(listed)} documents.`;
  const { planned, shown, rule } = documents;
  if (listed < planned)
    return `${text} This file lists ${formatNumber(listed)} of ${formatNumber(planned)}: ${rule}. csv/documents.csv lists all.`;
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
  readonly index: DocumentIndex;
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
            <SortHeading name="confidence" look="number" {...heading}>
              Confidence
            </SortHeading>
            <SortHeading name="latency" look="number" {...heading}>
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
      {items.length === 0 && <p class="quiet">No document matches the filter.</p>}
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
