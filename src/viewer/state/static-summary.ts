let saved: Element | null = null;

/** Keeps page one, which the file has as HTML, before the application replaces it. */
export function keepSummary(root: Element): void {
  saved = root.querySelector('.summary');
}

/** Returns a copy of page one as HTML elements; `null` if the file has none. */
export function copySummary(): Element | null {
  const copy = (saved?.cloneNode(true) as Element | undefined) ?? null;
  // Without the viewer, the addresses have no target, so the file has them as data.
  for (const link of copy?.querySelectorAll('a[data-href]') ?? [])
    link.setAttribute('href', link.getAttribute('data-href') ?? '');
  return copy;
}

/** Returns the facts below the title of page one, such as `54 documents · 22 Nov 2026`; an empty text if there are none. */
export function readFacts(): string {
  return saved?.querySelector('.facts')?.textContent ?? '';
}
