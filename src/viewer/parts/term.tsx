import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type ReaderTermName, readerTerms } from '../../model/report/reader-terms.ts';
import { formatAddress } from '../state/address.ts';

/**
 * A word with an explanation that opens on hover, focus or tap, and closes with Escape. With `mark`, the button is a
 * question mark, for headings that are already buttons.
 */
export function Term(props: { name: ReaderTermName; mark?: boolean; children?: ComponentChildren }) {
  const { label, text, example } = readerTerms[props.name];
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    const element = note.current;
    if (!open || !element) return;
    // As a popover, the explanation is above all other content, so a scrolling table cannot cut it off.
    element.showPopover?.();
    place(element, button.current);
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    const hide = () => setOpen(false);
    addEventListener('keydown', close);
    addEventListener('scroll', hide, { passive: true, capture: true });
    return () => {
      removeEventListener('keydown', close);
      removeEventListener('scroll', hide, { capture: true });
      element.hidePopover?.();
    };
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside opens the same explanation by keyboard
    <span
      class="term-frame"
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <button
        type="button"
        ref={button}
        class={props.mark ? 'term term-mark' : 'term'}
        aria-expanded={open}
        aria-controls={id}
        aria-label={props.mark ? `What does “${label}” mean?` : undefined}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
      >
        {props.mark ? '?' : (props.children ?? label)}
      </button>
      <span class="term-note" popover="manual" ref={note} id={id} role="note">
        {open && (
          <>
            <b>{label}</b> {text} <i>{example}</i> <a href={formatAddress('method')}>Method</a>
          </>
        )}
      </span>
    </span>
  );
}

/**
 * Moves the explanation below the button. If there is too little space below but enough above, moves the explanation
 * above the button.
 */
function place(note: HTMLElement, button: HTMLElement | null): void {
  if (!button) return;
  const at = button.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = note;
  const below = at.bottom + offsetHeight + 4 <= innerHeight || at.top < offsetHeight;
  note.style.left = `${Math.max(8, Math.min(at.left, innerWidth - offsetWidth - 8))}px`;
  note.style.top = `${below ? at.bottom : at.top - offsetHeight}px`;
}
