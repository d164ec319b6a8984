import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { placeText } from '../../base/place-text.ts';
import { formatValue } from '../../model/json/json-value.ts';
import type { DocumentIndex } from '../../model/report/document-index.ts';
import type { CitedLeaf } from '../../model/report/report-model.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { formatDuration, formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { ArrayTableView, type CellTie, expectedText } from '../parts/array-table-view.tsx';
import { Crop, placeOf } from '../parts/crop.tsx';
import { DataTable, LoadingIndicator } from '../parts/data-table.tsx';
import { LeafValue, PathText } from '../parts/leaf-value.tsx';
import { PacketOf } from '../parts/packet-strip.tsx';
import { type Box, PagePane } from '../parts/page-pane.tsx';
import { RunAgain } from '../parts/rerun-command.tsx';
import { ChangeLabel, OutcomeCounts } from '../parts/status-labels.tsx';
import { formatAddress, goTo } from '../state/address.ts';
import { type Detail, type PageProps, useBlock, useDocumentText, useShown } from '../state/blocks.ts';
import { filterDocuments, sortDocuments } from '../state/document-filter.ts';
import {
  type ArrayLine,
  arrangeLeaves,
  groupValues,
  isRight,
  type LeafLine,
  predictedPathOf,
  type ValueGroup,
  valueGroups,
} from '../state/document-rows.ts';

/** One document: its pages on the left, expected and predicted values on the right. */
export function DocumentView({ head, names, address }: PageProps) {
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
  const open = { head, names, index, item, items, query: { q, sort } };
  return <OpenDocument key={item} {...open} />;
}

interface OpenProps {
  readonly head: HeadBlock;
  readonly names: readonly string[];
  readonly index: DocumentIndex;
  readonly item: number;
  /** Numbers of the documents that match the filter, in the order of the list. */
  readonly items: readonly number[];
  readonly query: { readonly q: string; readonly sort: string };
}

function OpenDocument(props: OpenProps) {
  const { head, names, index, item } = props;
  const position = index.positions?.[item] ?? item;
  const shown = useShown(position);
  const detail = shown.state === 'shown' ? shown.detail : undefined;
  const images = 'images' in shown ? shown.images : 0;
  const [active, setActive] = useState<string | null>(null);
  const fileText = useDocumentText(position);
  const [large, setLarge] = useState(false);
  const [chosen, setCited] = useState<number | null>(null);
  const cited = chosen ?? lastCited(detail, names.length - 1);
  const id = index.ids[item] ?? '';
  return (
    <article class="document">
      <DocumentHeading {...props} />
      <DocumentFacts {...props} />
      {head.sections.includes('packets') && <PacketOf itemId={id} names={names} />}
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
            activePage={active !== null && detail ? (placeOf(detail, active)?.page ?? null) : null}
            onTie={setActive}
            omitted={head.omitted}
          />
          <div class="values">
            {shown.state === 'decoding' && <LoadingIndicator />}
            {shown.state === 'omitted' && (
              <p class="quiet">
                The values of this document did not fit into this file. csv/leaves.csv has them if the report
                was written with the format csv.
              </p>
            )}
            {detail && (
              <Values
                names={names}
                detail={detail}
                position={position}
                images={images}
                active={active}
                onTie={setActive}
                cited={cited}
                onCited={setCited}
              />
            )}
            <RunAgain head={head} id={id} />
            {detail?.expected !== undefined && <RawJson names={names} detail={detail} />}
          </div>
        </div>
      )}
    </article>
  );
}

function DocumentFacts({ names, index, item }: OpenProps) {
  return (
    <p class="document-facts">
      {names.length > 1 && <ChangeLabel letter={index.change[item]} />}
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

function DocumentHeading({ index, item, items, query }: OpenProps) {
  const position = items.indexOf(item);
  const link = (other: number | undefined) =>
    other === undefined ? null : formatAddress('document', index.ids[other], query);
  // If the document does not match the filter, `next` is the first document that does.
  const next = link(position < 0 ? items[0] : items[position + 1]);
  const previous = link(position <= 0 ? undefined : items[position - 1]);
  // A layout effect runs before the page is painted, so that the keys work as soon as the heading is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && /^(input|select|textarea)$/i.test(event.target.tagName);
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'j' && next !== null) goTo(next);
      if (event.key === 'k' && previous !== null) goTo(previous);
      if (event.key === 'u') goTo(formatAddress('documents', '', query));
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [next, previous, query]);
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

/** Returns for each version whether it has citations. A failed version has none. */
function haveCitations(detail: Detail | undefined): boolean[] {
  return detail?.versions.map(({ citations }) => Object.keys(citations ?? {}).length > 0) ?? [];
}

/** Returns the last version with citations, or `last` if there is none. */
function lastCited(detail: Detail | undefined, last: number): number {
  const found = haveCitations(detail).lastIndexOf(true);
  return found < 0 ? last : found;
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

interface ValuesProps extends CellTie {
  readonly names: readonly string[];
  readonly detail: Detail;
  /** Number of the version whose boxes the pages show. */
  readonly cited: number;
  readonly onCited: (version: number) => void;
  readonly position: number;
  readonly images: number;
}

function Values(props: ValuesProps) {
  const { names, detail, active, onTie, cited, onCited } = props;
  const { lines, tables } = useMemo(() => arrangeLeaves(detail.versions), [detail]);
  const groups = useMemo(() => groupValues(lines, tables), [lines, tables]);
  const [showsAllRows, setShowsAllRows] = useState(false);
  return (
    <>
      {detail.versions.map((version, number) =>
        version.failure === undefined ? null : (
          <p key={number} class="failure">
            <span class="worse">✗ {names[number]} failed:</span> {version.failure}
          </p>
        ),
      )}
      {haveCitations(detail).includes(true) && names.length > 1 && (
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
      {valueGroups.map((group) => {
        const values = groups.get(group) ?? [];
        if (values.length === 0) return null;
        const isFirst = group === 'newErrors' || group === 'stillWrong';
        return (
          <details key={group} class={`value-group group-${group}`} open={isFirst}>
            <summary>
              {groupTitles(names.length)[group]} {formatNumber(values.length)}
            </summary>
            <ValueTable {...props} group={group} values={values} />
          </details>
        );
      })}
      {tables.length > 0 && (
        <label class="all-rows">
          <input type="checkbox" checked={showsAllRows} onChange={() => setShowsAllRows(!showsAllRows)} />{' '}
          show also rows without an error
        </label>
      )}
      {tables.map((table) => (
        <ArrayTableView
          key={table.path}
          table={showsAllRows ? table : { ...table, rows: table.rows.filter(hasRowError) }}
          versions={names}
          active={active}
          onTie={onTie}
          citedOf={(version, leaf) => citedOf(detail, version, leaf)}
        />
      ))}
    </>
  );
}

function hasRowError({ cells, found }: ArrayLine): boolean {
  return found.includes(false) || cells.some((leaves) => leaves.some((leaf) => leaf && !isRight([leaf])));
}

/** Titles of the groups of values. A report on one version has no change. */
function groupTitles(versions: number): Record<ValueGroup, string> {
  const both = versions > 1 ? ' in both' : '';
  return {
    newErrors: 'New errors',
    stillWrong: versions > 1 ? 'Still wrong' : 'Wrong',
    fixed: 'Right now, wrong before',
    right: `Right${both}`,
    empty: `Empty${both}`,
    notScored: 'Not scored',
  };
}

/** Number of values of a group with a crop, so that a document with hundreds of errors opens quickly. */
const crops = 12;

function ValueTable(props: ValuesProps & { group: ValueGroup; values: readonly LeafLine[] }) {
  const { names, detail, active, onTie, cited, group, values, position, images } = props;
  const hasCrops = images > 0 && (group === 'newErrors' || group === 'stillWrong');
  return (
    <DataTable<LeafLine>
      label={groupTitles(names.length)[group]}
      look="leaves"
      rows={values}
      rowLook={(line) =>
        `${isRight(line.leaves) ? 'right' : 'wrong'}${active === pathOf(line, cited) ? ' tied' : ''}`
      }
      onHover={(line) => onTie(line && pathOf(line, cited))}
      columns={[
        {
          heading: 'Field',
          cell: (line) => <TieButton line={line} tie={(on) => onTie(on ? pathOf(line, cited) : null)} />,
        },
        {
          heading: 'Expected',
          term: 'correctAnswer',
          look: 'value',
          cell: ({ leaves }) => expectedText(leaves),
        },
        ...names.map((heading, version) => ({
          heading,
          look: 'value',
          lookIn: ({ leaves }: LeafLine) => leaves[version]?.outcome,
          cell: ({ leaves }: LeafLine) => {
            const leaf = leaves[version];
            const confidence = leaf && confidenceOf(detail, version, leaf);
            return (
              <LeafValue leaf={leaf} confidence={confidence} cited={leaf && citedOf(detail, version, leaf)} />
            );
          },
        })),
        ...(hasCrops
          ? [
              {
                heading: 'On the page',
                look: 'crop-cell',
                cell: ({ path }: LeafLine, number: number) =>
                  number < crops && <Crop position={position} images={images} detail={detail} path={path} />,
              },
            ]
          : []),
      ]}
    />
  );
}

/**
 * Returns the path of a leaf in the output of a version. If this version lacks the leaf, returns its path in
 * another version.
 */
function pathOf({ path, leaves }: LeafLine, version: number): string {
  const shown = leaves[version] ?? leaves.find((leaf) => leaf !== undefined);
  return shown ? predictedPathOf(shown) : path;
}

function TieButton({ line, tie }: { line: LeafLine; tie: (on: boolean) => void }) {
  return (
    <button
      type="button"
      class="tie"
      title={line.path}
      onFocus={() => tie(true)}
      onBlur={() => tie(false)}
      onClick={() => tie(true)}
    >
      <PathText path={placeText(line.path, line.isExtraRow)} />
    </button>
  );
}

/** Returns the confidence at a path. A path such as `constructor` must not find an inherited member. */
function confidenceOf(detail: Detail, version: number, leaf: LeafOutcome): number | null {
  const confidences = detail.versions[version]?.confidences ?? {};
  const path = predictedPathOf(leaf);
  return Object.hasOwn(confidences, path) ? (confidences[path] ?? null) : null;
}

/** Returns the result for the citation of a value; `undefined` if the citations were not read. */
function citedOf(detail: Detail, version: number, leaf: LeafOutcome): CitedLeaf | undefined {
  const cited = detail.versions[version]?.cited ?? {};
  const path = predictedPathOf(leaf);
  return Object.hasOwn(cited, path) ? cited[path] : undefined;
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
            <h3>{title}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
            <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
          </section>
        ))}
      {open && <p class="quiet">Citations are omitted here and drawn on the page.</p>}
    </details>
  );
}
