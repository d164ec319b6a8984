import type { Ref } from 'preact';

/** Number of lines that a field shows without a scroll bar. */
const maxLines = 8;

/**
 * Field for a text that can have several lines. `Enter` submits the form of the field, `Shift+Enter` starts a new line,
 * and `Escape` calls `onCancel`. With `onText`, the field always shows `text`. Without `onText`, `text` is only the
 * initial content.
 */
export function LinesField(props: {
  id?: string;
  field?: Ref<HTMLTextAreaElement>;
  text: string;
  /** Width in characters. */
  width?: number;
  label?: string;
  /** True while the text is being sent. The user cannot change the text during this time. */
  isSending?: boolean | undefined;
  onText?: (text: string) => void;
  onCancel?: () => void;
}) {
  const { id, field, text, width, label, isSending, onText, onCancel } = props;
  return (
    <textarea
      id={id}
      ref={field}
      class="lines-field"
      rows={linesOf(text)}
      cols={width}
      aria-label={label}
      readOnly={isSending}
      {...(onText ? { value: text } : { defaultValue: text })}
      onInput={({ currentTarget }) => {
        currentTarget.rows = linesOf(currentTarget.value);
        onText?.(currentTarget.value);
      }}
      onKeyDown={(event) => {
        const { key, shiftKey, ctrlKey, metaKey, altKey, isComposing, currentTarget } = event;
        if (key === 'Escape') return onCancel?.();
        if (isSending || key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey || isComposing) return;
        event.preventDefault();
        currentTarget.form?.requestSubmit();
      }}
    />
  );
}

function linesOf(text: string): number {
  return Math.min(maxLines, text.split('\n').length);
}
