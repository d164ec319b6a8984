/**
 * Returns a stored setting of the reader. Returns `null` if the setting is not stored, or if the browser does not
 * permit storage, as some browsers do for pages that are opened from disk.
 */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`goldset-${name}`);
  } catch {
    return null;
  }
}

/** Stores a setting of the reader for the next report. If the browser does not permit it, nothing is stored. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`goldset-${name}`, value);
  } catch {
    // Without storage, the setting lasts until the page is closed.
  }
}
