import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DocumentIndex } from '../../model/report/document-index.ts';
import { formatDuration, formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import type { Detail } from '../blocks/unpack-detail.ts';
import { LoadingIndicator } from '../parts/data-table.tsx';
import { RunAgain } from '../parts/rerun-command.tsx';
import { ChangeLabel, ErrorsLabel, OutcomeCounts } from '../parts/status-labels.tsx';
import { type Address, formatAddress, goTo, replaceQuery } from '../state/address.ts';
import { type DocumentContent, type PageProps, useBlock, useContent, useWhole } from '../state/blocks.ts';
import { changeAt, listDocuments } from '../state/document-filter.ts';
import { boxesOf, pageOf } from '../state/document-places.ts';
import { arrangeLeaves, groupValues, type LeafLine, valueGroups } from '../state/document-rows.ts';
import { useKeys } from '../state/keys.ts';
import { useMaxWidth } from '../state/screen.ts';
import { markText } from '../state/text-marks.ts';
import { DocumentList } from './document-list.tsx';
import { DocumentValues, isError } from './document-values.tsx';
import { imageAbsenceText } from './image-absence.tsx';
import { PacketOf } from './packet-strip.tsx';
import { PagePane } from './page-pane.tsx';

/** Returns content to show above the values of a document. The content depends on the selected value. */
export type DocumentPanel = (props: SelectedValue) => ComponentChildren;

export interface SelectedValue {
  readonly names: readonly string[];
  readonly id: string;
  readonly detail: Detail;
  /**
   * The selected value. If none is selected, the first value with an error, or in blind mode the first value.
   * `undefined` if there is no such value.
   */
  readonly line: LeafLine | undefined;
  /** All values of the document, including those in tables. */
  readonly values: readonly LeafLine[];
  readonly onSelect: (key: string) => void;
  /** Selects the next value with an error, or in blind mode the next value. */
  readonly selectNext: () => void;
}

interface EditorProps {
  readonly documentPanel?: DocumentPanel | undefined;
  /** Hides everything that shows what the versions read: their values, outcomes, errors and boxes. */
  readonly isBlind?: boolean | undefined;
}

/** One document: its pages on the left, and its expected and predicted values on the right. */
export function DocumentView({
  head,
  names,
  address,
  documentPanel,
  isBlind = false,
}: PageProps & EditorProps) {
  const index = useBlock('index');
  const item = useMemo(
    () => index?.ids.findIndex((id) => id.toWellFormed() === address.argument) ?? -1,
    [index, address.argument],
  );
  const { q = '', sort = '' } = address.query;
  const items = useMemo(() => (index ? listDocuments(index, q, sort) : []), [index, q, sort]);
  const isWide = !useMaxWidth(1279);
  if (!index) return <LoadingIndicator />;
  if (item < 0)
    return (
      <>
        <h1>Unknown document</h1>
        <p>This report has no document “{address.argument}”.</p>
        <p>
          <a href={formatAddress('documents')}>All documents</a>
        </p>
      </>
    );
  const open = { head, names, index, item, items, address, query: { q, sort }, documentPanel, isBlind };
  return (
    <div class={isWide && !isBlind ? 'with-list' : undefined}>
      {isWide && !isBlind && (
        <aside class="beside" aria-label="List of documents">
          <DocumentList
            names={names}
            index={index}
            items={items}
            query={q}
            sort={sort}
            current={item}
            tags={[]}
            onSort={(next) => replaceQuery(address, { sort: next })}
            onClear={() => replaceQuery(address, { q: '' })}
          />
        </aside>
      )}
      <OpenDocument key={item} {...open} />
    </div>
  );
}

interface OpenProps extends EditorProps {
  readonly head: HeadBlock;
  readonly names: readonly string[];
  readonly index: DocumentIndex;
  readonly item: number;
  /** Numbers of the documents that match the filter, in the order of the list. */
  readonly items: readonly number[];
  readonly address: Address;
  readonly query: { readonly q: string; readonly sort: string };
}

function OpenDocument(props: OpenProps) {
  const { head, names, index, item, isBlind } = props;
  const position = index.positions?.[item] ?? item;
  const shown = useWhole(position);
  const detail = shown.state === 'shown' ? shown.detail : undefined;
  const images = 'images' in shown ? shown.images : 0;
  const id = index.ids[item] ?? '';
  const content = useContent(position, images);
  const { pages } = content;
  const [asked, setAsked] = useState<PagesProps['asked']>(null);
  return (
    <article class="document">
      <DocumentHeading {...props} />
      {!isBlind && <DocumentFacts {...props} />}
      {head.sections.includes('packets') && !isBlind && (
        <PacketOf itemId={id} names={names} pages={pages} onPage={(page) => setAsked({ page })} />
      )}
      {shown.state === 'not-shown' ? (
        <NotShown head={head} id={id} />
      ) : (
        <PagesAndValues {...props} detail={detail} images={images} content={content} asked={asked}>
          {shown.state === 'decoding' && <LoadingIndicator />}
          {shown.state === 'omitted' && (
            <p class="quiet">
              The values of this document did not fit into this file. csv/leaves.csv has them if the report
              was written with the format “csv”.
            </p>
          )}
        </PagesAndValues>
      )}
    </article>
  );
}

interface PagesProps extends OpenProps {
  readonly detail: Detail | undefined;
  /** Number of page images. A negative number states why there are no images (`imageAbsence`). */
  readonly images: number;
  readonly content: DocumentContent;
  /** Page of the document to show. To show the same page again, set a new object. */
  readonly asked: { readonly page: number } | null;
  /** Shown in place of the values while they are decoded, or if the file does not contain them. */
  readonly children: ComponentChildren;
}

/** The pages next to the values. The selected value, or the value under the pointer, is outlined on its page. */
function PagesAndValues(props: PagesProps) {
  const { head, names, index, item, address, detail, images, content, documentPanel, isBlind } = props;
  const { pages } = content;
  const id = index.ids[item] ?? '';
  const { values, tables } = useMemo(() => arrangeLeaves(detail?.versions ?? []), [detail]);
  const groups = useMemo(() => groupValues(values), [values]);
  const boxes = useMemo(() => (detail && !isBlind ? boxesOf(values, detail) : []), [values, detail, isBlind]);
  const plainText = detail?.text ?? content.text;
  const text = useMemo(
    () => (plainText === undefined ? undefined : markText(plainText, isBlind ? [] : values)),
    [plainText, values, isBlind],
  );
  const [hovered, setHovered] = useState<string | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const { value: wanted } = address.query;
  useEffect(() => {
    const found = values.find(({ path }) => path === wanted);
    if (found) setSelected(found.key);
  }, [values, wanted]);
  const [page, setPage] = useState(1);
  const column = useRef<HTMLDivElement>(null);
  const active = hovered ?? selected;
  const line = values.find(({ key }) => key === active);

  /** Focuses the name of a value. This selects the value. */
  const focus = (key: string) => {
    const all = column.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [];
    const button = [...all].find(({ dataset }) => dataset.line === key);
    button?.closest('details')?.setAttribute('open', '');
    button?.focus();
  };
  // In blind mode, step through all values of the gold. If the steps omitted right values, the reviewer would see which
  // values the versions read wrong.
  const errors = isBlind
    ? values.filter(({ isExtraRow }) => isExtraRow !== true)
    : valueGroups.filter(isError).flatMap((group) => groups.get(group) ?? []);
  const step = (by: number, from = selected) => {
    const at = errors.findIndex(({ key }) => key === from);
    const next = errors[at < 0 ? 0 : Math.max(0, Math.min(errors.length - 1, at + by))];
    if (next) focus(next.key);
  };
  useKeys({ n: () => step(1), p: () => step(-1), Escape: () => setSelected(null) });
  const edited = (isBlind ? errors : values).find(({ key }) => key === selected) ?? errors[0];
  const used = new Set(text ? text.map(({ mark }) => mark?.kind) : boxes.map(({ kind }) => kind));
  const kinds = {
    now: names.at(-1) ?? '',
    ...(names.length > 1 && { before: names.slice(0, -1).join(', ') }),
    ...(used.has('expected') && { expected: 'expected' }),
  };
  const shared = { pages, boxes, active, onHover: setHovered };
  return (
    <div class="document-columns">
      <PagePane
        {...shared}
        asked={props.asked}
        text={text}
        absence={
          images <= 0 ? (
            imageAbsenceText(images, head.omitted)
          ) : content.isRead ? (
            'No image: the file of the document was not found, or cannot be opened.'
          ) : (
            <LoadingIndicator />
          )
        }
        note={
          detail?.hasUnreadScans && !isBlind ? (
            <>
              Scanned pages were not searched for expected values.{' '}
              <code>goldset report RECORD --read-scans</code> searches these pages.
            </>
          ) : null
        }
        kinds={isBlind ? {} : kinds}
        activePage={line ? pageOf(line, boxes) : null}
        onSelect={focus}
        onPage={setPage}
      />
      <div class="values" ref={column}>
        {props.children}
        {detail &&
          documentPanel?.({
            names,
            id,
            detail,
            line: edited,
            values,
            onSelect: setSelected,
            selectNext: () => step(1, edited?.key ?? null),
          })}
        {detail && !isBlind && (
          <DocumentValues
            {...shared}
            names={names}
            detail={detail}
            groups={groups}
            tables={tables}
            page={pages.length > 1 ? page : null}
            onSelect={setSelected}
          />
        )}
        <RunAgain head={head} id={id} />
        {detail?.expected !== undefined && !isBlind && <RawJson names={names} detail={detail} />}
      </div>
    </div>
  );
}

function DocumentFacts({ names, index, item }: OpenProps) {
  return (
    <p class="document-facts">
      {index.versions.map((version, number) => {
        const latency = version.latency[item] ?? -1;
        return (
          <span key={number}>
            <b>{names[number]}</b> <OutcomeCounts version={version} item={item} />
            {latency >= 0 && <span class="quiet"> {formatDuration(latency)}</span>}
          </span>
        );
      })}
      {index.tags.map((tag) => {
        const value = tag.values[(tag.of[item] ?? 0) - 1];
        return value === undefined ? null : (
          <span key={tag.name} class="quiet">
            {tag.name}: {value}
          </span>
        );
      })}
    </p>
  );
}

/** Explains why this file does not have the values of a listed document, and where the reader can find them. */
function NotShown({ head, id }: { head: HeadBlock; id: string }) {
  const { planned, shown, rule } = head.documents;
  return (
    <section class="values">
      <p>
        This file shows the values of {formatNumber(shown)} of {formatNumber(planned)} documents
        {rule !== null && `: ${rule}`}. This document is not one of them.
      </p>
      <p class="quiet">
        A report written with the format “csv” has one row per document in csv/documents.csv and one row per
        value in csv/leaves.csv (or leaves.parquet). There, the id of the item is <code>{id}</code>.
      </p>
      <RunAgain head={head} id={id} />
    </section>
  );
}

function DocumentHeading({ index, item, items, query, isBlind }: OpenProps) {
  const position = items.indexOf(item);
  const link = (other: number | undefined) =>
    other === undefined ? null : formatAddress('document', index.ids[other], query);
  // If the shown document does not match the filter, "next" is the first document that matches.
  const next = link(position < 0 ? items[0] : items[position + 1]);
  const previous = link(position <= 0 ? undefined : items[position - 1]);
  useKeys({
    j: () => next !== null && goTo(next),
    k: () => previous !== null && goTo(previous),
    u: () => goTo(formatAddress('documents', '', query)),
  });
  const change = changeAt(index, item);
  return (
    <header class="document-heading">
      <nav aria-label="Neighbours" class="crumbs">
        <a href={formatAddress('documents', '', query)}>Documents</a>
        {query.q !== '' && <span class="quiet">filter: {query.q}</span>}
        <Neighbour address={previous} name="Previous document" sign="‹" />
        <span class="quiet">
          {position < 0
            ? 'does not match the filter'
            : `${formatNumber(position + 1)} of ${formatNumber(items.length)}`}
        </span>
        <Neighbour address={next} name="Next document" sign="›" />
      </nav>
      <h1>{index.ids[item] ?? ''}</h1>
      {change && !isBlind && (
        <p class="document-change">
          {change.state === 'noResult' ? (
            <ChangeLabel letter={index.change[item]} />
          ) : (
            <ErrorsLabel change={change} />
          )}
        </p>
      )}
      {index.names[item] && <p class="quiet name">{index.names[item]}</p>}
    </header>
  );
}

function Neighbour({ address, name, sign }: { address: string | null; name: string; sign: string }) {
  if (address === null) return <span class="quiet neighbour">{sign}</span>;
  return (
    <a href={address} class="neighbour" aria-label={name}>
      {sign}
    </a>
  );
}

function RawJson({ names, detail }: { names: readonly string[]; detail: Detail }) {
  const [open, setOpen] = useState(false);
  const outputs = detail.versions.map(({ runId, output = null }, number): [string, unknown] => [
    `Output of ${names[number]}${runId ? ` (run ${runId})` : ''}`,
    output,
  ]);
  const parts: [string, unknown][] = [['Expected', detail.expected], ...outputs];
  return (
    <details class="raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Raw JSON</summary>
      {open &&
        parts.map(([title, value]) => (
          <section key={title}>
            <h2>{title}</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
            <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
          </section>
        ))}
      {open && <p class="quiet">Citations are omitted here and drawn on the page.</p>}
    </details>
  );
}
