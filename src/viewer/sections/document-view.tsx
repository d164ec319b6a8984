import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { formatValue } from '../../model/json/json-value.ts';
import type { DocumentIndex } from '../../model/report/document-index.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { formatDuration, formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { ArrayTableView, type CellTie } from '../parts/array-table-view.tsx';
import { LoadingIndicator, Scroller } from '../parts/data-table.tsx';
import { ChangeLabel, OutcomeCounts } from '../parts/document-table-row.tsx';
import { LeafValue, PathText, shortened } from '../parts/leaf-value.tsx';
import { PacketOf } from '../parts/packet-strip.tsx';
import { type Box, PagePane } from '../parts/page-pane.tsx';
import { RunAgain } from '../parts/rerun-command.tsx';
import { type Address, formatAddress, goTo } from '../state/address.ts';
import { type Detail, useBlock, useDocumentText, useShown } from '../state/blocks.ts';
import { filterDocuments, sortDocuments } from '../state/document-filter.ts';
import { arrangeLeaves, type LeafLine } from '../state/document-rows.ts';

/** One document: its pages on the left, expected and predicted values on the right. */
export function DocumentView({ head, address }: { head: HeadBlock; address: Address }) {
  const index = useBlock('index');
  const item = useMemo(
    () => index?.ids.findIndex((id) => id.toWellFormed() === address.argument) ?? -1,
    [index, address.argument],
  );
  const { q = '', sort = '' } = address.query;
  const items = useMemo(
    () => (index ? sortDocuments(index, filterDocuments(index, q), sort) : []),
    [index, q, sort],
  );
  if (!index) return <LoadingIndicator />;
  if (item < 0) return <p>This report has no document “{address.argument}”.</p>;
  return <OpenDocument key={item} head={head} index={index} item={item} items={items} query={{ q, sort }} />;
}

interface OpenProps {
  readonly head: HeadBlock;
  readonly index: DocumentIndex;
  readonly item: number;
  readonly items: readonly number[];
  readonly query: { readonly q: string; readonly sort: string };
}

function OpenDocument({ head, index, item, items, query }: OpenProps) {
  const position = index.positions?.[item] ?? item;
  const shown = useShown(position);
  const detail = shown.state === 'shown' ? shown.detail : undefined;
  const images = 'images' in shown ? shown.images : 0;
  const [active, setActive] = useState<string | null>(null);
  const fileText = useDocumentText(position);
  const [large, setLarge] = useState(false);
  const [chosen, setCited] = useState<number | null>(null);
  const cited = chosen ?? lastCited(detail, head.versions.length - 1);
  const id = index.ids[item] ?? '';
  return (
    <article class="document">
      <DocumentHeading index={index} item={item} items={items} query={query} />
      <p class="document-facts">
        {head.versions.length > 1 && <ChangeLabel letter={index.change[item] ?? 'n'} />}
        {head.versions.map((version, number) => (
          <span key={version.name}>
            <b>{version.name}</b>{' '}
            {index.versions[number] && <OutcomeCounts version={index.versions[number]} item={item} />}
            {(index.versions[number]?.latency[item] ?? -1) >= 0 && (
              <span class="quiet"> {formatDuration(index.versions[number]?.latency[item] ?? 0)}</span>
            )}
          </span>
        ))}
        {index.tags.map((tag) => {
          const value = tag.values[(tag.of[item] ?? 0) - 1];
          return value === undefined ? null : (
            <span key={tag.name} class="quiet">
              {tag.name}: {value}
            </span>
          );
        })}
      </p>
      {head.sections.includes('packets') && (
        <PacketOf itemId={id} names={head.versions.map((version) => version.name)} />
      )}
      {images > 0 && (
        <p class="page-size">
          <label>
            <input type="checkbox" checked={large} onChange={() => setLarge(!large)} /> large pages
          </label>
        </p>
      )}
      {shown.state === 'not-shown' ? (
        <NotShown head={head} id={id} />
      ) : (
        <div class={`document-columns${large ? ' large' : ''}`}>
          <PagePane
            position={position}
            images={images}
            text={detail?.text ?? fileText}
            boxes={detail ? boxesOf(detail, cited) : []}
            active={active}
            onTie={setActive}
            left={head.left}
          />
          <div class="values">
            {shown.state === 'decoding' && <LoadingIndicator />}
            {shown.state === 'left-out' && (
              <p class="quiet">
                The values of this document did not fit into this file. csv/leaves.csv has them if the report
                was written with the format csv.
              </p>
            )}
            {detail && (
              <Values
                head={head}
                detail={detail}
                active={active}
                onTie={setActive}
                cited={cited}
                onCited={setCited}
              />
            )}
            <RunAgain head={head} id={id} />
            {detail?.expected !== undefined && <RawJson head={head} detail={detail} />}
          </div>
        </div>
      )}
    </article>
  );
}

/** Explains why a listed document has no values in this file, and where to find them. */
function NotShown({ head, id }: { head: HeadBlock; id: string }) {
  const { planned, shown, rule } = head.documents;
  return (
    <section class="values">
      <p>
        This file shows the values of {formatNumber(shown)} of {formatNumber(planned)} documents
        {rule !== null && `: ${rule}`}. This document is not one of them.
      </p>
      <p class="quiet">
        A report written with the format csv has one row per document in csv/documents.csv and one row per
        value in csv/leaves.csv (or leaves.parquet); the item there is <code>{id}</code>.
      </p>
      <RunAgain head={head} id={id} />
    </section>
  );
}

function DocumentHeading({ index, item, items, query }: Omit<OpenProps, 'head'>) {
  const position = items.indexOf(item);
  const link = (other: number | undefined) =>
    other === undefined ? null : formatAddress('document', index.ids[other], query);
  // If the document does not match the filter, `next` is the first document that does.
  const next = link(position < 0 ? items[0] : items[position + 1]);
  const previous = link(position <= 0 ? undefined : items[position - 1]);
  // A layout effect: a key that is pressed as soon as the heading is visible must work.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && /^(input|select|textarea)$/i.test(event.target.tagName);
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'j' && next !== null) goTo(next);
      if (event.key === 'k' && previous !== null) goTo(previous);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [next, previous]);
  const id = index.ids[item] ?? '';
  return (
    <header class="document-heading">
      <p class="crumbs">
        <a href={formatAddress('documents', '', query)}>Documents</a>
        {query.q !== '' && <span class="quiet"> “{query.q}”</span>}
        <span class="quiet">
          {' '}
          · {position < 0 ? 'does not match the filter' : `${position + 1} of ${items.length}`}
        </span>
      </p>
      <h1>{id}</h1>
      {index.names[item] && <p class="quiet name">{index.names[item]}</p>}
      <nav aria-label="Neighbours" class="neighbours">
        {previous === null ? <span class="quiet">← previous</span> : <a href={previous}>← previous</a>}{' '}
        <kbd>k</kbd>
        {next === null ? <span class="quiet">next →</span> : <a href={next}>next →</a>} <kbd>j</kbd>
      </nav>
    </header>
  );
}

/** Returns the last version with citations, because a failed version has no boxes. */
function lastCited(detail: Detail | undefined, last: number): number {
  const found =
    detail?.versions.findLastIndex((version) => Object.keys(version.citations ?? {}).length > 0) ?? -1;
  return found < 0 ? last : found;
}

function predictedPathOf(leaf: LeafOutcome): string {
  return leaf.predictedPath ?? leaf.path;
}

function boxesOf(detail: Detail, version: number): Box[] {
  const scored = detail.versions[version];
  if (!scored) return [];
  const byPath = new Map(scored.leaves.map((leaf) => [predictedPathOf(leaf), leaf]));
  return Object.entries(scored.citations ?? {}).flatMap(([path, citations]) => {
    const leaf = byPath.get(path);
    const label = leaf ? `${leaf.field}: ${formatValue(leaf.predicted)}` : path;
    return citations.map((citation) => ({ path, label, look: leaf?.outcome ?? 'absent', citation }));
  });
}

interface ValuesProps {
  readonly head: HeadBlock;
  readonly detail: Detail;
  readonly active: string | null;
  readonly onTie: (path: string | null) => void;
  readonly cited: number;
  readonly onCited: (version: number) => void;
}

function Values({ head, detail, active, onTie, cited, onCited }: ValuesProps) {
  const { lines, tables } = useMemo(() => arrangeLeaves(detail.versions), [detail]);
  const ties: CellTie = { active, tie: onTie, pathIn: predictedPathOf };
  const names = head.versions.map((version) => version.name);
  const anyBoxes = detail.versions.some((version) => Object.keys(version.citations ?? {}).length > 0);
  return (
    <>
      {detail.versions.map((version, number) =>
        version.failure === undefined ? null : (
          <p key={number} class="failure">
            <span class="worse">✗ {names[number]} failed:</span> {version.failure}
          </p>
        ),
      )}
      {anyBoxes && names.length > 1 && (
        <fieldset class="cited">
          <legend class="visually-hidden">Boxes on the page</legend>
          Boxes of{' '}
          {names.map((name, number) => (
            <label key={name}>
              <input type="radio" name="cited" checked={cited === number} onChange={() => onCited(number)} />{' '}
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {lines.length > 0 && (
        <Scroller label="Values">
          <table class="leaves">
            <thead>
              <tr>
                {['Field', 'Expected', ...names].map((heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line, number) => (
                <LineRow key={number} line={line} detail={detail} cited={cited} ties={ties} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {tables.map((table) => (
        <ArrayTableView key={table.path} table={table} versions={names} ties={ties} />
      ))}
    </>
  );
}

function LineRow({
  line,
  detail,
  cited,
  ties,
}: {
  line: LeafLine;
  detail: Detail;
  cited: number;
  ties: CellTie;
}) {
  const shown = line.leaves[cited] ?? line.leaves.find((leaf) => leaf !== undefined);
  const path = shown ? ties.pathIn(shown) : line.path;
  const expected = line.leaves.find((leaf) => leaf?.expected !== undefined)?.expected;
  const right = line.leaves.every((leaf) => leaf?.outcome === 'correct' || leaf?.outcome === 'absent');
  return (
    <tr
      class={`${right ? 'right' : 'wrong'}${ties.active === path ? ' tied' : ''}`}
      onMouseEnter={() => ties.tie(path)}
      onMouseLeave={() => ties.tie(null)}
    >
      <th scope="row">
        <button
          type="button"
          class="tie"
          onFocus={() => ties.tie(path)}
          onBlur={() => ties.tie(null)}
          onClick={() => ties.tie(path)}
        >
          <PathText path={line.path} />
        </button>
      </th>
      <td class="value">{shortened(formatValue(expected))}</td>
      {line.leaves.map((leaf, number) => (
        <td key={number} class={`value ${leaf?.outcome ?? ''}`}>
          <LeafValue leaf={leaf} confidence={leaf && confidenceOf(detail, number, ties.pathIn(leaf))} />
        </td>
      ))}
    </tr>
  );
}

/** Returns the confidence at a path. A path may have the name of an inherited member such as `constructor`. */
function confidenceOf(detail: Detail, version: number, path: string): number | null {
  const confidences = detail.versions[version]?.confidences ?? {};
  return Object.hasOwn(confidences, path) ? (confidences[path] ?? null) : null;
}

function RawJson({ head, detail }: { head: HeadBlock; detail: Detail }) {
  const [open, setOpen] = useState(false);
  const parts: [string, unknown][] = [
    ['Expected', detail.expected],
    ...head.versions.map((version, number): [string, unknown] => [
      `Output of ${version.name}${detail.versions[number]?.runId ? ` (run ${detail.versions[number]?.runId})` : ''}`,
      detail.versions[number]?.output ?? null,
    ]),
  ];
  return (
    <details class="raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Raw JSON</summary>
      {open &&
        parts.map(([title, value]) => (
          <section key={title}>
            <h3>{title}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
            <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
          </section>
        ))}
      {open && <p class="quiet">Without citations, which are drawn on the page.</p>}
    </details>
  );
}
