import { formatValue } from '../../model/json/json-value.ts';
import type { CitedLeaf } from '../../model/report/report-model.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { type ArrayLine, type ArrayTable, cellKey, isRight } from '../state/document-rows.ts';
import { Scroller } from './data-table.tsx';
import { LeafValue, shortened } from './leaf-value.tsx';

interface ArrayTableProps {
  readonly table: ArrayTable;
  readonly versions: readonly string[];
  /** Key of the value that is outlined on the page of the document. */
  readonly active: string | null;
  readonly onHover: (key: string | null) => void;
  /** Returns the result of checking the citation of a value. Returns `undefined` if there is no result. */
  readonly citedOf: (version: number, leaf: LeafOutcome) => CitedLeaf | undefined;
}

/** An array as a table: each expected row, and below it the matching row of each version. Missing rows are hatched. */
export function ArrayTableView(props: ArrayTableProps) {
  const { table, versions } = props;
  return (
    <section class="array">
      <h2>{table.path}</h2>
      <Scroller label={table.path}>
        <table class="aligned">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">
                <span class="visually-hidden">Version</span>
              </th>
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          {table.rows.map((row, number) => (
            <tbody key={number}>
              <ExpectedRow {...props} row={row} />
              {versions.map((name, version) => (
                <VersionRow key={name} {...props} row={row} version={version} />
              ))}
            </tbody>
          ))}
        </table>
      </Scroller>
    </section>
  );
}

function ExpectedRow({ row, table, versions }: ArrayTableProps & { row: ArrayLine }) {
  const isSpurious = row.expectedRow === null;
  return (
    <tr class={isSpurious ? 'expected ghost' : 'expected'}>
      <th scope="rowgroup" rowSpan={versions.length + 1} class="number">
        {row.expectedRow === null ? '+' : row.expectedRow + 1}
      </th>
      <td class="who">expected</td>
      {isSpurious && <td colSpan={table.columns.length}>no such row</td>}
      {!isSpurious &&
        table.columns.map((column, number) => (
          <td key={column} data-label={column}>
            {expectedText(row.cells.map((cells) => cells[number]))}
          </td>
        ))}
    </tr>
  );
}

/** Returns the expected value of a leaf as text. `leaves` has the leaf of each version. */
export function expectedText(leaves: readonly (LeafOutcome | undefined)[]): string {
  return shortened(formatValue(leaves.find((leaf) => leaf?.expected !== undefined)?.expected));
}

function VersionRow(props: ArrayTableProps & { row: ArrayLine; version: number }) {
  const { table, versions, active, onHover, row, version, citedOf } = props;
  const cells = row.cells[version] ?? [];
  const who = <td class="who">{versions[version]}</td>;
  if (!row.found[version]) {
    const isSpurious = row.expectedRow === null;
    return (
      <tr class={isSpurious ? 'version quiet' : 'version ghost missing-row'}>
        {who}
        <td colSpan={table.columns.length}>{isSpurious ? 'not in this version' : '∅ row missing'}</td>
      </tr>
    );
  }
  return (
    <tr class={`version${cells.every((cell) => !cell || isRight([cell])) ? ' all-right' : ''}`}>
      {who}
      {cells.map((leaf, number) => {
        const key = leaf ? cellKey(row, number) : null;
        return (
          <td
            key={number}
            data-label={table.columns[number]}
            class={`${leaf?.outcome ?? ''}${key !== null && key === active ? ' tied' : ''}`}
            onMouseEnter={() => onHover(key)}
            onMouseLeave={() => onHover(null)}
          >
            <LeafValue leaf={leaf} cited={leaf && citedOf(version, leaf)} />
          </td>
        );
      })}
    </tr>
  );
}
