import { useEffect, useState } from 'preact/hooks';
import { useMedia, usePrinting } from './screen.ts';
import { readStored, store } from './stored.ts';

/** Colours of the page: as in the operating system, always light, or always dark. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const changed = 'goldset-theme-change';

/** Shows the page in a theme. Stores the theme for the next report if the browser permits it. */
export function setTheme(theme: Theme): void {
  applyTheme(theme);
  store('theme', theme);
  dispatchEvent(new Event(changed));
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** Applies the stored theme before the first screen is drawn. */
export function startTheme(): void {
  const found = readStored('theme');
  applyTheme(themes.find((theme) => theme === found) ?? 'system');
}

export function useTheme(): Theme {
  const current = () => themes.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system';
  const [theme, follow] = useState(current);
  useEffect(() => {
    const update = () => follow(current());
    addEventListener(changed, update);
    return () => removeEventListener(changed, update);
  }, []);
  return theme;
}

/** Returns whether the page is dark now. Printed pages are always light. */
export function useDark(): boolean {
  const theme = useTheme();
  const dark = useMedia('(prefers-color-scheme: dark)');
  const printing = usePrinting();
  return !printing && (theme === 'system' ? dark : theme === 'dark');
}
