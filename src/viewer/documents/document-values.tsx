import { useState } from 'preact/hooks';
import { placeText } from '../../base/place-text.ts';
import type { CitedLeaf } from '../../model/report/report-model.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import type { Detail } from '../blocks/unpack-detail.ts';
import { ArrayTableView, expectedText } from '../parts/array-table-view.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { LeafValue, PathText } from '../parts/leaf-value.tsx';
import { type Box, pageOf } from '../state/document-places.ts';
import {
  type ArrayLine,
  type ArrayTable,
  isRight,
  type LeafLine,
  predictedPathOf,
  type ValueGroup,
  valueGroups,
} from '../state/document-rows.ts';
import { useKeys } from '../state/keys.ts';
import type { StoredImage } from '../state/report-source.ts';
import { Crop } from './crop.tsx';

export interface DocumentValuesProps {
  readonly names: readonly string[];
  readonly detail: Detail;
  readonly groups: ReadonlyMap<ValueGroup, readonly LeafLine[]>;
  readonly tables: readonly ArrayTable[];
  readonly pages: readonly StoredImage[];
  readonly boxes: readonly Box[];
  /**
   * Page of the document that is in the middle of the view. The values on this page are marked. `null` if the document
   * has one page.
   */
  readonly page: number | null;
  /** Key of the value that is outlined on the page of the document. */
  readonly active: string | null;
  readonly onHover: (key: string | null) => void;
  readonly onSelect: (key: string) => void;
}

/** The values of a document and what each version read. New errors come first, then the other groups, then tables. */
export function DocumentValues(props: DocumentValuesProps) {
  const { names, detail, groups, tables, active, onHover } = props;
  const [showsRight, setShowsRight] = useState(false);
  useKeys({ f: () => setShowsRight(!showsRight) });
  return (
    <>
      {detail.versions.map((version, number) =>
        version.failure === undefined ? null : (
          <p key={number} class="failure">
            {version.failure === 'cancelled' ? (
              `${names[number]}: cancelled`
            ) : (
              <>
                <span class="worse">✗ {names[number]} failed:</span> {version.failure}
              </>
            )}
          </p>
        ),
      )}
      {valueGroups.map((group) => {
        const values = groups.get(group) ?? [];
        if (values.length === 0) return null;
        return (
          <details key={group} class="value-group" open={showsRight || isError(group)}>
            <summary>
              {groupTitle(group, names.length)} {formatNumber(values.length)}
            </summary>
            <ValueTable {...props} group={group} values={values} />
          </details>
        );
      })}
      <p class="fold-right">
        <button
          type="button"
          class="save"
          aria-pressed={showsRight}
          onClick={() => setShowsRight(!showsRight)}
        >
          Show the values that are right <kbd>f</kbd>
        </button>
      </p>
      {tables.map((table) => (
        <ArrayTableView
          key={table.path}
          table={showsRight ? table : { ...table, rows: table.rows.filter(hasRowError) }}
          versions={names}
          active={active}
          onHover={onHover}
          citedOf={(version, leaf) => citedOf(detail, version, leaf)}
        />
      ))}
    </>
  );
}

function hasRowError({ cells, found }: ArrayLine): boolean {
  return found.includes(false) || cells.some((leaves) => leaves.some((leaf) => leaf && !isRight([leaf])));
}

export function isError(group: ValueGroup): boolean {
  return group === 'newErrors' || group === 'stillWrong';
}

/** Returns the title of a group of values. With one version, titles do not mention a change. */
function groupTitle(group: ValueGroup, versions: number): string {
  const both = versions > 1 ? ' in both' : '';
  return {
    newErrors: 'New errors',
    stillWrong: versions > 1 ? 'Still wrong' : 'Wrong',
    fixed: 'Wrong before, now right',
    right: `Right${both}`,
    empty: `Empty${both}`,
    notScored: 'Not scored',
  }[group];
}

/** At most this many values of a group have a picture, so that a document with hundreds of errors opens quickly. */
const crops = 12;

function ValueTable(props: DocumentValuesProps & { group: ValueGroup; values: readonly LeafLine[] }) {
  const { names, detail, active, onHover, group, values, pages, boxes } = props;
  const withPlace = new Set(
    boxes.flatMap((box) => (pages.some((image) => image.page === box.page) ? box.key : [])),
  );
  const cropped = new Set(isError(group) ? values.slice(0, crops) : []);
  return (
    <DataTable<LeafLine>
      label={groupTitle(group, names.length)}
      look="leaves"
      rows={values}
      rowLook={({ key, leaves }) => `${isRight(leaves) ? 'right' : 'wrong'}${active === key ? ' tied' : ''}`}
      onHover={(line) => onHover(line?.key ?? null)}
      openBelow={(line) =>
        cropped.has(line) && withPlace.has(line.key) && <Crop pages={pages} line={line} boxes={boxes} />
      }
      columns={[
        { heading: 'Field', cell: (line) => <TieButton {...props} line={line} /> },
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
      ]}
    />
  );
}

/**
 * The name of a value. A click on the name selects the value, outlines the box of the value and shows the page with
 * this box.
 */
function TieButton({ line, boxes, page, onSelect }: DocumentValuesProps & { line: LeafLine }) {
  // In a packet, the path already starts with page numbers, so the button shows no page number.
  const own = page === null || line.path.startsWith('page') ? null : pageOf(line, boxes);
  return (
    <button
      type="button"
      class="tie"
      title={line.path}
      data-line={line.key}
      onFocus={() => onSelect(line.key)}
      onClick={() => onSelect(line.key)}
    >
      <PathText path={placeText(line.path, line.isExtraRow)} />
      {own !== null && <span class={own === page ? 'page-number here' : 'page-number'}> page {own}</span>}
    </button>
  );
}

/**
 * Returns the confidence at a path. Ignores inherited members, which a path such as `constructor` would otherwise find.
 */
function confidenceOf(detail: Detail, version: number, leaf: LeafOutcome): number | null {
  const confidences = detail.versions[version]?.confidences ?? {};
  const path = predictedPathOf(leaf);
  return Object.hasOwn(confidences, path) ? (confidences[path] ?? null) : null;
}

/** Returns the result of checking the citation of a value. Returns `undefined` if there is no result. */
function citedOf(detail: Detail, version: number, leaf: LeafOutcome): CitedLeaf | undefined {
  const cited = detail.versions[version]?.cited ?? {};
  const path = predictedPathOf(leaf);
  return Object.hasOwn(cited, path) ? cited[path] : undefined;
}
