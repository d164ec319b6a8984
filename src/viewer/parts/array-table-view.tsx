import { formatValue } from '../../model/json/json-value.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import type { ArrayLine, ArrayTable } from '../state/document-rows.ts';
import { Scroller } from './data-table.tsx';
import { LeafValue, shortened } from './leaf-value.tsx';

export interface CellTie {
  readonly active: string | null;
  readonly tie: (path: string | null) => void;
  readonly pathIn: (leaf: LeafOutcome) => string;
}

/** An array row by row: the expected row, and below it the row of each version. Missing rows are greyed out. */
export function ArrayTableView(props: { table: ArrayTable; versions: readonly string[]; ties: CellTie }) {
  const { table, versions, ties } = props;
  return (
    <section class="array">
      <h3>{table.path}</h3>
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
              <ExpectedRow row={row} columns={table.columns} versions={versions.length} number={number} />
              {versions.map((name, version) => (
                <VersionRow
                  key={name}
                  row={row}
                  name={name}
                  version={version}
                  columns={table.columns.length}
                  ties={ties}
                />
              ))}
            </tbody>
          ))}
        </table>
      </Scroller>
    </section>
  );
}

function ExpectedRow(props: {
  row: ArrayLine;
  columns: readonly string[];
  versions: number;
  number: number;
}) {
  const { row, columns } = props;
  const heading = (
    <th scope="rowgroup" rowSpan={props.versions + 1} class="number">
      {row.expectedRow === null ? '+' : row.expectedRow + 1}
    </th>
  );
  if (row.expectedRow === null) {
    return (
      <tr class="expected ghost">
        {heading}
        <td class="who">expected</td>
        <td colSpan={columns.length}>no such row</td>
      </tr>
    );
  }
  return (
    <tr class="expected">
      {heading}
      <td class="who">expected</td>
      {columns.map((column, number) => {
        const leaf = row.cells.map((cells) => cells[number]).find((cell) => cell?.expected !== undefined);
        return <td key={column}>{shortened(formatValue(leaf?.expected))}</td>;
      })}
    </tr>
  );
}

function VersionRow(props: {
  row: ArrayLine;
  name: string;
  version: number;
  columns: number;
  ties: CellTie;
}) {
  const { row, name, version, ties } = props;
  const cells = row.cells[version] ?? [];
  if (!row.found[version]) {
    const text = row.expectedRow === null ? 'not in this version' : '∅ row missing';
    return (
      <tr class={row.expectedRow === null ? 'version quiet' : 'version ghost missing-row'}>
        <td class="who">{name}</td>
        <td colSpan={props.columns}>{text}</td>
      </tr>
    );
  }
  const allRight = cells.every(
    (cell) => cell === undefined || cell.outcome === 'correct' || cell.outcome === 'absent',
  );
  return (
    <tr class={`version${allRight ? ' all-right' : ''}`}>
      <td class="who">{name}</td>
      {cells.map((leaf, number) => {
        const path = leaf ? ties.pathIn(leaf) : null;
        return (
          <td
            key={number}
            class={`${leaf?.outcome ?? ''}${path !== null && path === ties.active ? ' tied' : ''}`}
            onMouseEnter={() => ties.tie(path)}
            onMouseLeave={() => ties.tie(null)}
          >
            <LeafValue leaf={leaf} />
          </td>
        );
      })}
    </tr>
  );
}
