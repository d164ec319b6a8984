import { options } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

const narrow = '(max-width: 640px)';

/** Returns whether tables are shown as cards, as on a phone. */
export function isNarrow(): boolean {
  return matchMedia(narrow).matches;
}

/** Returns whether tables are shown as cards, and follows changes of the window. */
export function useNarrow(): boolean {
  return useMedia(narrow);
}

/** Returns whether the page is printed now. */
export function usePrinting(): boolean {
  return useMedia('print');
}

/** Returns whether a media query matches, and follows its changes. */
export function useMedia(text: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(text).matches);
  useLayoutEffect(() => {
    const query = matchMedia(text);
    // The browser prints right after the change, so the page must change at once.
    const follow = () => {
      const later = options.debounceRendering;
      options.debounceRendering = (draw) => draw();
      setMatches(query.matches);
      if (later) options.debounceRendering = later;
      else delete options.debounceRendering;
    };
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [text]);
  return matches;
}
