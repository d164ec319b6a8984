import { placeText } from '../../../base/place-text.ts';
import type { NotScored } from '../../../model/dataset/not-scored.ts';
import { formatValue, isJsonObject, type JsonValue } from '../../../model/json/json-value.ts';

/** The innermost table row of a path such as `line_items[2].amount`; `null` outside of tables. */
export function rowOfPath(path: string): { readonly table: string; readonly row: number } | null {
  const [, table = '', row = ''] = /^(.*)\[(\d+)\][^[]*$/s.exec(path) ?? [];
  return table === '' ? null : { table, row: Number(row) };
}

/** Returns the rows of a table after a change. */
export type RowChange = (rows: readonly JsonValue[]) => JsonValue[];

/** Changes of the row at index `at`. */
const rowChanges = {
  insertBelow:
    (at: number): RowChange =>
    (rows) =>
      rows.toSpliced(at + 1, 0, {}),
  remove:
    (at: number): RowChange =>
    (rows) =>
      rows.toSpliced(at, 1),
  moveUp:
    (at: number): RowChange =>
    (rows) => {
      const [above, row] = [rows[at - 1], rows[at]];
      return above === undefined || row === undefined ? [...rows] : rows.toSpliced(at - 1, 2, row, above);
    },
};

interface GoldRowsProps {
  readonly table: string;
  /** Current rows of the gold, with all edits. */
  readonly rows: readonly JsonValue[];
  /** Rows of the outputs, for the names of columns that no row of the gold has. */
  readonly others: readonly JsonValue[];
  readonly notScored: NotScored;
  readonly selected: string;
  readonly onSelect: (path: string) => void;
  readonly onChange: (change: RowChange) => void;
}

/** The rows of a table of the gold. The reviewer can select a cell, and insert, delete and move rows. */
export function GoldRows({ table, rows, others, notScored, selected, onSelect, onChange }: GoldRowsProps) {
  const columns = [
    ...new Set([...rows, ...others].flatMap((row) => (isJsonObject(row) ? Object.keys(row) : []))),
  ];
  return (
    <details class="gold-rows" open>
      <summary>Rows of the gold of {placeText(table)}</summary>
      <div class="gold-rows-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Change</th>
              {columns.map((name) => (
                <th scope="col" key={name}>
                  {placeText(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                <th scope="row">{at + 1}</th>
                <td class="gold-row-actions">
                  <RowButton
                    name={`Insert a row below row ${at + 1}`}
                    sign="+"
                    onPress={() => onChange(rowChanges.insertBelow(at))}
                  />
                  <RowButton
                    name={`Delete row ${at + 1}`}
                    sign="×"
                    onPress={() => onChange(rowChanges.remove(at))}
                  />
                  {at > 0 && (
                    <RowButton
                      name={`Move row ${at + 1} up`}
                      sign="↑"
                      onPress={() => onChange(rowChanges.moveUp(at))}
                    />
                  )}
                </td>
                {columns.map((name) => {
                  const path = `${table}[${at}].${name}`;
                  const value = isJsonObject(row) && Object.hasOwn(row, name) ? row[name] : null;
                  const text = Object.hasOwn(notScored, path) ? 'not scored' : formatValue(value ?? null);
                  return (
                    <td key={name}>
                      <button
                        type="button"
                        aria-label={`Row ${at + 1}, ${name}: ${text}`}
                        aria-pressed={path === selected}
                        onClick={() => onSelect(path)}
                      >
                        {text}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && (
        <button type="button" class="save" onClick={() => onChange(rowChanges.insertBelow(-1))}>
          Insert a row
        </button>
      )}
    </details>
  );
}

function RowButton({ name, sign, onPress }: { name: string; sign: string; onPress: () => void }) {
  return (
    <button type="button" class="save" aria-label={name} title={name} onClick={onPress}>
      {sign}
    </button>
  );
}
