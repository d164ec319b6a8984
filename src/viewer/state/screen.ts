import { options } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

const narrow = '(max-width: 640px)';

/** Returns whether the screen is so narrow that tables are shown as cards. */
export function isNarrow(): boolean {
  return matchMedia(narrow).matches;
}

/** Does the same as `isNarrow`, and renders the component again when the result changes. */
export function useNarrow(): boolean {
  return useMedia(narrow);
}

export function usePrinting(): boolean {
  return useMedia('print');
}

/** Returns whether a media query matches, and renders the component again when the result changes. */
export function useMedia(text: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(text).matches);
  useLayoutEffect(() => {
    const query = matchMedia(text);
    // The browser prints immediately after this event, so render the page without the usual delay.
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
