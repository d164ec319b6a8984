import { closeDocument, openDocument } from '../../../pages/open/open-document.ts';
import { pageSize, renderPage } from '../../../pages/render/render-page.ts';
import type { RunContext } from '../engine.ts';
import type { ParsedPage } from '../parsed-document.ts';

/** Longer side of a page image, in pixels. Common models scale larger images down. */
const longerSide = 1568;

/** Draws pages as upright JPEG images. */
export async function pageImages(
  pages: readonly ParsedPage[],
  { name, bytes }: RunContext,
): Promise<readonly Uint8Array[]> {
  const document = await openDocument(await bytes(), name);
  try {
    const images: Uint8Array[] = [];
    for (const { number, rotation } of pages) {
      const { width, height } = await pageSize(document, number);
      const scale = longerSide / Math.max(width, height);
      const drawn = await renderPage(document, number, { scale, format: 'jpeg', quality: 80, rotation });
      images.push(drawn.bytes);
    }
    return images;
  } finally {
    await closeDocument(document);
  }
}
