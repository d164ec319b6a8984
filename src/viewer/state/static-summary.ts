let saved: Element | null = null;

/** Keeps page one, which the file has as HTML, before the application replaces it. */
export function keepSummary(root: Element): void {
  saved = root.querySelector('.summary');
}

/** Returns a copy of page one as HTML elements; `null` if the file has none. */
export function copySummary(): Element | null {
  return (saved?.cloneNode(true) as Element | undefined) ?? null;
}
