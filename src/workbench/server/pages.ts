import type { DocumentContent } from '../../model/results/document-content.ts';
import type { DocumentPages } from '../../usecases/view/open-report.ts';

/**
 * Returns the HTML of a page. Scripts and styles are separate files of this server, as the content security policy
 * requires.
 */
function page(body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/workbench.css">
<title>goldset</title>
</head>
<body>
${body}
<script type="module" src="/assets/workbench.js"></script>
</body>
</html>
`;
}

/**
 * A page without content. Its script shows what belongs to the address, such as the list of records. The script also
 * exchanges the token in the address for a cookie.
 */
export const startPage = page('<div id="app"><main class="shell"></main></div>');

/**
 * Returns the page of a record. The summary of the record can be read before the script starts, as in a report file.
 */
export function recordPage({
  summary,
  head,
  isReadOnly,
}: {
  readonly summary: string;
  readonly head: string;
  readonly isReadOnly: boolean;
}): string {
  return page(
    `<div id="app"${isReadOnly ? ' data-read-only' : ''}><main class="shell">${summary}</main></div>
<script type="application/json" id="block-head">${head}</script>`,
  );
}

/** Thrown if a requested part of a record does not exist. */
export class NoSuchPage extends Error {
  constructor() {
    super('There is no such page.');
  }
}

/**
 * Returns what the browser needs to show a document: the sizes of its images, or its text. A file that cannot be opened
 * has neither images nor text.
 */
export function pageList(pages: DocumentPages): DocumentContent {
  if (pages === null || typeof pages === 'string') return { pages: [], text: pages };
  return { pages: pages.map(({ page, width, height }) => ({ page, width, height })), text: null };
}

type DrawnPage = Exclude<DocumentPages, string | null>[number];

/** Returns the image of a page by its number. Throws NoSuchPage if the document has no such page. */
export function pageOf(pages: DocumentPages, number: string): DrawnPage {
  const image =
    pages === null || typeof pages === 'string'
      ? undefined
      : pages.find(({ page }) => String(page) === number);
  if (image === undefined) throw new NoSuchPage();
  return image;
}
