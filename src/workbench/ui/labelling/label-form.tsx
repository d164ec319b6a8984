import { useEffect, useRef, useState } from 'preact/hooks';
import { placeText } from '../../../base/place-text.ts';
import type { LabellingValue } from '../../../model/review/labelling-state.ts';
import type { Typed } from './use-labelling.ts';

interface FormProps<Value> {
  readonly onPut: (value: Value) => void;
  readonly onCancel: () => void;
}

/** Types the label of a value, or the cells of a table. `Enter` sets it, `Escape` cancels. */
export function LabelForm({ value, ...actions }: FormProps<Typed> & { value: LabellingValue }) {
  const start = value.decision?.label ?? value.proposed;
  return value.columns === null ? (
    <TextForm {...actions} value={value} start={typeof start === 'string' ? start : ''} />
  ) : (
    <TableForm {...actions} columns={value.columns} start={Array.isArray(start) ? start : []} />
  );
}

function TextForm({
  value,
  start,
  onPut,
  onCancel,
}: FormProps<Typed> & { value: LabellingValue; start: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [value.path]);
  return (
    <form
      class="gold-actions"
      onSubmit={(event) => {
        event.preventDefault();
        onPut(field.current?.value ?? '');
      }}
    >
      <label>
        Label <span class="quiet">({value.expected}; empty for no value)</span>{' '}
        <input
          ref={field}
          key={value.path}
          defaultValue={start}
          list={value.options === null ? undefined : 'label-options'}
          onKeyDown={({ key }) => key === 'Escape' && onCancel()}
        />
      </label>
      {value.options !== null && (
        <datalist id="label-options">
          {value.options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      <FormButtons onCancel={onCancel} />
    </form>
  );
}

function TableForm(props: FormProps<Typed> & { columns: readonly string[]; start: Exclude<Typed, string> }) {
  const { columns, start, onPut, onCancel } = props;
  const empty = () => columns.map(() => '');
  const [rows, setRows] = useState<readonly (readonly string[])[]>(start.length === 0 ? [empty()] : start);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
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
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column === '' ? 'value' : placeText(column)}
              </th>
            ))}
            <th scope="col">
              <span class="visually-hidden">Delete</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {columns.map((column, at) => (
                <td key={column}>
                  <input
                    aria-label={`${column === '' ? 'value' : placeText(column)}, row ${row + 1}`}
                    value={cells[at] ?? ''}
                    onInput={({ currentTarget }) => set(row, at, currentTarget.value)}
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

/** Types why a value is unclear. */
export function NoteForm({ onPut, onCancel }: FormProps<string>) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="gold-actions"
      onSubmit={(event) => {
        event.preventDefault();
        onPut(field.current?.value ?? '');
      }}
    >
      <label>
        Why is the value unclear?{' '}
        <input
          ref={field}
          required
          maxLength={1000}
          onKeyDown={({ key }) => key === 'Escape' && onCancel()}
        />
      </label>
      <FormButtons onCancel={onCancel} />
    </form>
  );
}

function FormButtons({ onCancel }: { onCancel: () => void }) {
  return (
    <>
      <button type="submit" class="save">
        Set <kbd>Enter</kbd>
      </button>
      <button type="button" class="save" onClick={onCancel}>
        Cancel <kbd>Esc</kbd>
      </button>
    </>
  );
}
