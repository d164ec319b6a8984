let saved: Element | null = null;

/** Saves the HTML of the first page, because the application replaces it. */
export function keepSummary(root: Element): void {
  saved = root.querySelector('.summary');
}

/** Returns a copy of the first page as HTML elements. Returns `null` if the file does not contain it. */
export function copySummary(): Element | null {
  const copy = (saved?.cloneNode(true) as Element | undefined) ?? null;
  // The addresses of links are in `data-href` at first, because links work only after the viewer has started.
  for (const link of copy?.querySelectorAll('a[data-href]') ?? [])
    link.setAttribute('href', link.getAttribute('data-href') ?? '');
  return copy;
}

/**
 * Returns the text below the title of the first page, such as `54 documents · 22 Nov 2026`. Returns an empty text if
 * there is none.
 */
export function readFacts(): string {
  return saved?.querySelector('.facts')?.textContent ?? '';
}
