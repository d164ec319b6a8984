import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { LinesField } from './lines-field.tsx';

export interface FormActions<Value> {
  readonly onPut: (value: Value) => void;
  readonly onCancel: () => void;
  /** True while the value is being sent. The user cannot change the value during this time. */
  readonly isSending?: boolean;
}

/**
 * A field for one text. `Enter` sets the text, `Escape` cancels. With `hasLines`, the text can have several lines, unless
 * there is a list of texts to choose from.
 */
export function TextForm(
  props: FormActions<string> & {
    name: string;
    /** Shown after the name, for example the expected kind of text. */
    hint?: string;
    initial?: string;
    /** Texts to choose from, if the field has a list of values. */
    options?: readonly string[] | null;
    hasLines?: boolean;
    required?: boolean;
    maxLength?: number;
  },
) {
  const {
    name,
    hint,
    initial = '',
    options,
    hasLines,
    required,
    maxLength,
    isSending,
    onPut,
    onCancel,
  } = props;
  const id = useId();
  const line = useRef<HTMLInputElement>(null);
  const lines = useRef<HTMLTextAreaElement>(null);
  const field = () => line.current ?? lines.current;
  // A layout effect sets the focus before the next key is handled, so that no typed character is lost.
  useLayoutEffect(() => {
    field()?.focus();
    field()?.select();
  }, []);
  const hasOptions = options != null && options.length > 0;
  return (
    <form
      class="gold-actions"
      onSubmit={(event) => {
        event.preventDefault();
        onPut(field()?.value ?? '');
      }}
    >
      <label htmlFor={id}>
        {name} {hint !== undefined && <span class="quiet">({hint})</span>}{' '}
        {hasLines && !hasOptions ? (
          <LinesField id={id} field={lines} text={initial} isSending={isSending} onCancel={onCancel} />
        ) : (
          <input
            id={id}
            ref={line}
            defaultValue={initial}
            required={required}
            maxLength={maxLength}
            readOnly={isSending}
            list={hasOptions ? 'text-options' : undefined}
            onKeyDown={({ key }) => key === 'Escape' && onCancel()}
          />
        )}
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
