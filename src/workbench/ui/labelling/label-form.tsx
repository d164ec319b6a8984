import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { placeText } from '../../../base/place-text.ts';
import type { LabellingValue } from '../../../model/review/labelling-state.ts';
import { LinesField } from '../forms/lines-field.tsx';
import { type FormActions, FormButtons, TextForm } from '../forms/text-form.tsx';
import type { Typed } from './use-labelling.ts';

type FormValue = Pick<LabellingValue, 'path' | 'columns' | 'options' | 'expected' | 'proposed' | 'decision'>;

/**
 * Form in which the reviewer types the label of a value, or the cells of a table. `Enter` sets the label, `Escape`
 * cancels.
 */
export function LabelForm({ value, ...actions }: FormActions<Typed> & { value: FormValue }) {
  const start = value.decision?.label ?? value.proposed;
  return value.columns === null ? (
    <TextForm
      key={value.path}
      {...actions}
      name="Label"
      hint={`${value.expected}; empty for no value`}
      initial={typeof start === 'string' ? start : ''}
      hasLines
      options={value.options}
    />
  ) : (
    <TableForm {...actions} columns={value.columns} start={Array.isArray(start) ? start : []} />
  );
}

/** The headings of a table of labels. `children` has further headings. */
export function ColumnHeads(props: { columns: readonly string[]; children?: ComponentChildren }) {
  return (
    <thead>
      <tr>
        {props.columns.map((column) => (
          <th key={column} scope="col">
            {columnName(column)}
          </th>
        ))}
        {props.children}
      </tr>
    </thead>
  );
}

/** Returns the shown name of a column. The column of a list of plain values has an empty path. */
function columnName(column: string): string {
  return column === '' ? 'value' : placeText(column);
}

function TableForm(
  props: FormActions<Typed> & { columns: readonly string[]; start: Exclude<Typed, string> },
) {
  const { columns, start, isSending, onPut, onCancel } = props;
  const empty = () => columns.map(() => '');
  const [rows, setRows] = useState<readonly (readonly string[])[]>(start.length === 0 ? [empty()] : start);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const width = (at: number) =>
    Math.max(
      6,
      Math.min(32, ...rows.flatMap((cells) => (cells[at] ?? '').split('\n').map((line) => line.length))),
    );
  const set = (row: number, at: number, text: string) =>
    setRows(rows.map((cells, number) => (number === row ? cells.with(at, text) : cells)));
  return (
    <form
      ref={form}
      class="labelling-table"
      onSubmit={(event) => {
        event.preventDefault();
        onPut(rows.filter((cells) => cells.some((text) => text.trim() !== '')));
      }}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <table>
        <ColumnHeads columns={columns}>
          <th scope="col">
            <span class="visually-hidden">Delete</span>
          </th>
        </ColumnHeads>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {columns.map((column, at) => (
                <td key={column}>
                  <LinesField
                    width={width(at)}
                    label={`${columnName(column)}, row ${row + 1}`}
                    text={cells[at] ?? ''}
                    isSending={isSending}
                    onText={(text) => set(row, at, text)}
                  />
                </td>
              ))}
              <td>
                <button
                  type="button"
                  class="save"
                  aria-label={`Delete row ${row + 1}`}
                  onClick={() => setRows(rows.toSpliced(row, 1))}
                >
                  ×
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="gold-actions">
        <button type="button" class="save" onClick={() => setRows([...rows, empty()])}>
          Add a row
        </button>
        <FormButtons onCancel={onCancel} />
      </p>
    </form>
  );
}
