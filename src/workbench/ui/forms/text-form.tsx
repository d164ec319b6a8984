import { useLayoutEffect, useRef } from 'preact/hooks';

export interface FormActions<Value> {
  readonly onPut: (value: Value) => void;
  readonly onCancel: () => void;
}

/** A field for one text. `Enter` sets the text, `Escape` cancels. */
export function TextForm(
  props: FormActions<string> & {
    name: string;
    /** Shown after the name, for example the expected kind of text. */
    hint?: string;
    initial?: string;
    /** Texts to choose from, if the field has a list of values. */
    options?: readonly string[] | null;
    required?: boolean;
    maxLength?: number;
  },
) {
  const { name, hint, initial = '', options, required, maxLength, onPut, onCancel } = props;
  const field = useRef<HTMLInputElement>(null);
  // A layout effect runs before the next key, so that no typed character is lost.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const hasOptions = options != null && options.length > 0;
  return (
    <form
      class="gold-actions"
      onSubmit={(event) => {
        event.preventDefault();
        onPut(field.current?.value ?? '');
      }}
    >
      <label>
        {name} {hint !== undefined && <span class="quiet">({hint})</span>}{' '}
        <input
          ref={field}
          defaultValue={initial}
          required={required}
          maxLength={maxLength}
          list={hasOptions ? 'text-options' : undefined}
          onKeyDown={({ key }) => key === 'Escape' && onCancel()}
        />
      </label>
      {hasOptions && (
        <datalist id="text-options">
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      <FormButtons onCancel={onCancel} />
    </form>
  );
}

export function FormButtons({ onCancel }: { onCancel: () => void }) {
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
