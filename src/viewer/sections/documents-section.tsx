import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DocumentIndex } from '../../model/report/document-index.ts';
import { formatDuration, formatNumber, nothing } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { DocumentLink, SectionHeading, SortHeading } from '../parts/data-table.tsx';
import { ChangeLabel, OutcomeCounts } from '../parts/status-labels.tsx';
import { replaceQuery } from '../state/address.ts';
import type { ViewProps } from '../state/blocks.ts';
import { filterDocuments, sortDocuments } from '../state/document-filter.ts';

const rowHeight = 34;
const margin = 12;

/** All documents. The page holds only the rows in view, so that 100,000 documents scroll as fast as 100. */
export function DocumentsView({ head, names, address, data: index }: ViewProps<'index'>) {
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
  readonly names: readonly string[];
  readonly index: DocumentIndex;
  readonly items: readonly number[];
  readonly query: string;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

function VirtualTable(props: TableProps) {
  const { names, index, items, query, sort, onSort } = props;
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
  const headings = [
    { name: 'id', label: 'Document' },
    ...(names.length > 1 ? [{ name: 'change', label: 'Change' }] : []),
    ...names.map((label, number) => ({ name: `wrong${number}`, label })),
    { name: 'confidence', label: 'Confidence', look: 'number' },
    { name: 'latency', label: 'Latency', look: 'number' },
  ];
  const columns = headings.length + index.tags.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class="virtual" ref={frame} tabIndex={0} aria-label="Documents">
      <table class="documents" aria-rowcount={items.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {headings.map(({ name, label, look }) => (
              <SortHeading key={name} name={name} look={look} sort={sort} onSort={onSort}>
                {label}
              </SortHeading>
            ))}
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
            <DocumentRow key={item} {...props} item={item} position={first + offset + 2} />
          ))}
          <Spacer rows={items.length - last} columns={columns} />
        </tbody>
      </table>
      {items.length === 0 && <p class="quiet">No document matches the filter.</p>}
    </section>
  );
}

interface RowProps extends TableProps {
  readonly item: number;
  readonly position: number;
}

function DocumentRow({ names, index, item, position, query, sort }: RowProps) {
  const last = index.versions.at(-1);
  const confidence = last?.confidence[item] ?? -1;
  const latency = last?.latency[item] ?? -1;
  return (
    <tr aria-rowindex={position}>
      <th scope="row">
        <DocumentLink id={index.ids[item] ?? ''} q={query} sort={sort} />
        {index.names[item] && <span class="quiet name">{index.names[item]}</span>}
      </th>
      {names.length > 1 && (
        <td>
          <ChangeLabel letter={index.change[item]} />
        </td>
      )}
      {index.versions.map((version, number) => (
        <td key={number} class="outcomes">
          <OutcomeCounts version={version} item={item} />
        </td>
      ))}
      <td class="number">{confidence < 0 ? nothing : formatNumber(confidence / 1000, 2)}</td>
      <td class="number">{latency < 0 ? nothing : formatDuration(latency)}</td>
      {index.tags.map((tag) => (
        <td key={tag.name}>{tag.values[(tag.of[item] ?? 0) - 1] ?? ''}</td>
      ))}
    </tr>
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
