import { closeDocument, openDocument } from '../../pages/open/open-document.ts';
import { renderPage } from '../../pages/render/render-page.ts';
import type { JobResult } from './job.ts';

/** The picture of a page as PNG; null where the document has no such page. Raises the errors of `openDocument`. */
export async function drawPage(
  bytes: Uint8Array,
  name: string,
  { page, width }: { readonly page: number; readonly width: number },
): Promise<JobResult> {
  const document = await openDocument(bytes, name);
  try {
    if (page > document.pageCount)
      return { ok: true, kind: 'draw', image: null, pageCount: document.pageCount };
    const { bytes: image } = await renderPage(document, page, { maxWidth: width });
    return { ok: true, kind: 'draw', image, pageCount: document.pageCount };
  } finally {
    await closeDocument(document);
  }
}
