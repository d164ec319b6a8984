import { closeDocument, openDocument, textPagesOf } from './open-document.ts';

/** Maximum number of PDF pages that the check loads, from the first page. */
const maxCheckedPages = 1000;

/**
 * Checks whether a document can be opened, without drawing its pages or recognising text. Throws the errors of
 * `openDocument`, also for a PDF whose page tree is damaged.
 */
export async function checkDocument(bytes: Uint8Array, name: string): Promise<void> {
  const document = await openDocument(bytes, name);
  try {
    if (document.kind === 'text') await textPagesOf(document);
    if (document.kind !== 'pdf') return;
    const { pdfPage } = await import('./pdf-file.ts');
    const last = Math.min(document.pageCount, maxCheckedPages);
    for (let number = 1; number <= last; number++) (await pdfPage(document, number)).cleanup();
  } finally {
    await closeDocument(document);
  }
}
