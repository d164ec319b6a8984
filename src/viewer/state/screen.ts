import { options } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Width of the content of A4 paper in pixels. The content of Letter paper is a little wider. */
export const paperWidth = 688;

const narrow = 640;

const print = matchMedia('print');
let isPrinting = print.matches;
const followers = new Set<() => void>();

function setPrinting(value: boolean): void {
  if (value === isPrinting) return;
  isPrinting = value;
  for (const follow of [...followers]) follow();
}

// After `beforeprint`, Chromium divides the content into pages. Later changes can then lose the last page.
addEventListener('beforeprint', () => setPrinting(true));
addEventListener('afterprint', () => setPrinting(print.matches));
print.addEventListener('change', () => setPrinting(print.matches));

/** Returns whether the screen is so narrow that tables are shown as cards. */
export function isNarrow(): boolean {
  return matchesWidth(narrow);
}

/** Does the same as `isNarrow`, and renders the component again when the result changes. */
export function useNarrow(): boolean {
  return useMaxWidth(narrow);
}

/** Returns whether the page is being printed, and renders the component again when the result changes. */
export function usePrinting(): boolean {
  return useCurrent(() => isPrinting, print);
}

/**
 * Returns whether the window has at most this width in pixels, and renders the component again when the result changes.
 * Uses the width of the paper while the page is printed, because Chromium reports it too late.
 */
export function useMaxWidth(width: number): boolean {
  return useCurrent(() => matchesWidth(width), matchMedia(atMost(width)));
}

/** Returns whether a media query matches, and renders the component again when the result changes. */
export function useMedia(text: string): boolean {
  return useCurrent(() => matchMedia(text).matches, matchMedia(text));
}

function atMost(width: number): string {
  return `(max-width: ${width}px)`;
}

function matchesWidth(width: number): boolean {
  return isPrinting ? paperWidth <= width : matchMedia(atMost(width)).matches;
}

function useCurrent(read: () => boolean, query: MediaQueryList): boolean {
  const [matches, setMatches] = useState(read);
  useLayoutEffect(() => {
    // The browser prints immediately after this event, so render the page without the usual delay.
    const follow = () => {
      const later = options.debounceRendering;
      options.debounceRendering = (draw) => draw();
      setMatches(read());
      if (later) options.debounceRendering = later;
      else delete options.debounceRendering;
    };
    query.addEventListener('change', follow);
    followers.add(follow);
    return () => {
      query.removeEventListener('change', follow);
      followers.delete(follow);
    };
  }, [query.media]);
  return matches;
}
