import { useEffect, useState } from 'preact/hooks';

const narrow = '(max-width: 640px)';

/** Returns whether tables are shown as cards, as on a phone. */
export function isNarrow(): boolean {
  return matchMedia(narrow).matches;
}

/** Returns whether tables are shown as cards, and follows changes of the window. */
export function useNarrow(): boolean {
  const [matches, setMatches] = useState(isNarrow);
  useEffect(() => {
    const query = matchMedia(narrow);
    const follow = () => setMatches(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return matches;
}
