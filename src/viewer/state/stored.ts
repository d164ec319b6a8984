/** Returns a setting of the reader; `null` without one. Some browsers permit no storage for pages opened from disk. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`goldset-${name}`);
  } catch {
    return null;
  }
}

/** Keeps a setting of the reader for the next report. If the browser does not permit it, nothing is kept. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`goldset-${name}`, value);
  } catch {
    // The setting then lasts until the page is closed.
  }
}
