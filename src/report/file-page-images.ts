import { readFile } from 'node:fs/promises';
import { closeDocument, type OpenDocument, openDocument } from '../pages/open-document.ts';
import { renderPage } from '../pages/render-page.ts';
import type { PageImageSource } from './page-images.ts';

const imageWidth = 1000;
const imageQuality = 72;

/** Page images and texts from the documents' own files. */
export const filePageImages: PageImageSource = {
  async *pages(item) {
    const document = await open(item.document?.path ?? null, item.name);
    if (document === null) return;
    try {
      if (document.kind === 'text') return;
      for (let page = 1; page <= document.pageCount; page++) {
        const image = await renderPage(document, page, {
          maxWidth: imageWidth,
          format: 'jpeg',
          quality: imageQuality,
        });
        yield { page, mediaType: 'image/jpeg', bytes: image.bytes, width: image.width, height: image.height };
      }
    } finally {
      await closeDocument(document);
    }
  },
  async text(item) {
    const document = await open(item.document?.path ?? null, item.name);
    if (document === null) return null;
    await closeDocument(document);
    return document.kind === 'text' ? document.text : null;
  },
};

async function open(path: string | null, name: string): Promise<OpenDocument | null> {
  return path === null ? null : openDocument(await readFile(path), name);
}
