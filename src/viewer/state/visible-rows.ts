import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** This many rows above and below the visible rows are drawn too. */
const margin = 12;

export interface VisibleRows {
  /** The element that scrolls. */
  readonly frame: RefObject<HTMLDivElement | null>;
  /** First drawn row, and the row after the last drawn one. */
  readonly first: number;
  readonly last: number;
}

/**
 * Returns which of `count` rows are visible in a scrolling element, and updates the result while the reader scrolls. A
 * row is `rowHeight` pixels high.
 */
export function useVisibleRows(count: number, rowHeight: number): VisibleRows {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const follow = () => setView({ top: element.scrollTop, height: element.clientHeight });
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    // The height of the element changes with its number of rows, so observe it.
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', follow);
      observer.disconnect();
    };
  }, []);
  // After a filter has removed rows, `view.top` is outdated until the next frame, so limit it here.
  const top = Math.min(view.top, Math.max(0, count * rowHeight - view.height));
  return {
    frame,
    first: Math.max(0, Math.floor(top / rowHeight) - margin),
    last: Math.min(count, Math.ceil((top + view.height) / rowHeight) + margin),
  };
}
