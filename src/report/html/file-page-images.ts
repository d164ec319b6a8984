import { readFileSync } from 'node:fs';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { OpenDocument } from '../../pages/open/open-document.ts';
import type { PageImage, PageImageSource } from './page-images.ts';

const imageWidth = 1000;
const imageQuality = 72;

/** Page images and texts from the files of the documents. The code that opens files is loaded with the first file. */
export const filePageImages: PageImageSource = {
  async open({ document, name }) {
    const file = document?.path ?? null;
    if (file === null) throw new GoldsetError('INVARIANT', { what: `${name} has no file` });
    const { openDocument } = await import('../../pages/open/open-document.ts');
    // A report opens hundreds of short files. An asynchronous read of such a file takes several times as long.
    const opened = await openDocument(readFileSync(file), name);
    return opened.kind === 'text'
      ? { kind: 'text', text: opened.text }
      : { kind: 'pages', pages: drawPages(opened) };
  },
};

async function* drawPages(document: Exclude<OpenDocument, { kind: 'text' }>): AsyncGenerator<PageImage> {
  const { renderPage } = await import('../../pages/render/render-page.ts');
  try {
    for (let page = 1; page <= document.pageCount; page++) {
      const image = await renderPage(document, page, {
        maxWidth: imageWidth,
        format: 'jpeg',
        quality: imageQuality,
      });
      yield { page, mediaType: 'image/jpeg', bytes: image.bytes, width: image.width, height: image.height };
    }
  } finally {
    const { closeDocument } = await import('../../pages/open/open-document.ts');
    await closeDocument(document);
  }
}
