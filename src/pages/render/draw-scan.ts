import type { Canvas } from '@napi-rs/canvas';
import { corrupt, tooLarge } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';
import { collectMessages } from '../open/library-messages.ts';
import { type PdfFile, pdfPage } from '../open/pdf-file.ts';
import { imageShares } from './covered-by-images.ts';
import { damagedContent, omitsLargeImage } from './damaged-content.ts';
import type { PageText } from './page-words.ts';
import { drawPage } from './render-page.ts';

/** Images that together cover less than this share of a page are decoration, such as a logo. */
const maxDecorationShare = 0.05;

/**
 * Draws a PDF page whose words are in its images. Throws DOCUMENT_CORRUPT or DOCUMENT_TOO_LARGE if a part of the page
 * cannot be drawn, because the words in it would be missing. Does not throw if only decoration is damaged. `text` is
 * the text layer of the page.
 */
export async function drawScan(
  file: PdfFile,
  number: number,
  { scale, text }: { readonly scale: number; readonly text: PageText },
): Promise<Canvas> {
  const { result: canvas, messages: drawing } = await collectMessages(file.worker, () =>
    drawPage(file, number, { scale }),
  );
  // The library reports damaged content only when it first reads the page, so the messages can be in `text.messages`.
  const messages = [...text.messages, ...drawing];
  if (omitsLargeImage(messages)) {
    const limit = `${pageLimits.imagePixels} pixels`;
    throw tooLarge(
      file.name,
      `an image on page ${number}`,
      `more than ${limit}`,
      limit,
      'at a lower resolution',
    );
  }
  const damaged = damagedContent(messages);
  const [first] = damaged;
  if (first === undefined) return canvas;
  if (damaged.every(({ hasArea }) => hasArea) && (await hasOnlyDecoration(file, number))) return canvas;
  throw corrupt(file.name, file.type.toUpperCase(), `page ${number}: ${first.reason}`);
}

async function hasOnlyDecoration(file: PdfFile, number: number): Promise<boolean> {
  const page = await pdfPage(file, number);
  const { width, height } = page.getViewport({ scale: 1 });
  return (await imageShares(page, width * height)).total < maxDecorationShare;
}
