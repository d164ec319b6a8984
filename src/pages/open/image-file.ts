import type { Image } from '@napi-rs/canvas';
import { GoldsetError } from '../../base/goldset-error.ts';
import { missingPixels } from '../image/image-end.ts';
import { readImageHeader } from '../image/image-header.ts';
import { tiffAsPdf } from '../image/tiff-as-pdf.ts';
import { expandedLimit, tooExpanded } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';
import type { FileType } from './file-type.ts';
import { openPdf, type PdfFile } from './pdf-file.ts';

export interface ImageFile {
  readonly kind: 'image';
  readonly name: string;
  readonly type: FileType;
  readonly pageCount: 1;
  readonly image: Image;
  /** Size of the page in points. */
  readonly width: number;
  readonly height: number;
}

/** Decodes an image after checking the size in its header. Converts a TIFF, which can have several pages, to a PDF. */
export async function openImage(
  bytes: Uint8Array,
  name: string,
  type: FileType,
): Promise<ImageFile | PdfFile> {
  const label = type.toUpperCase();
  if (type === 'tiff') return { ...(await openPdf(tiffAsPdf(bytes, name), name)), type };
  const header = readImageHeader(bytes, type);
  const corrupt = (reason: string, cause?: unknown) =>
    new GoldsetError('DOCUMENT_CORRUPT', { file: name, type: label, reason }, { cause });
  if (!header) throw corrupt('its header is damaged');
  if (header.width === 0 || header.height === 0) {
    throw new GoldsetError('DOCUMENT_EMPTY', {
      file: name,
      reason: `the image is ${header.width} x ${header.height} pixels`,
    });
  }
  if (header.width * header.height > pageLimits.imagePixels) {
    throw new GoldsetError('DOCUMENT_TOO_LARGE', {
      file: name,
      what: 'the image',
      found: `${header.width} x ${header.height} pixels`,
      limit: `${pageLimits.imagePixels} pixels`,
      how: 'at a lower resolution',
    });
  }
  const pixelBytes = header.width * header.height * 4;
  const limit = expandedLimit(bytes.length, pageLimits.imageExpansion);
  if (pixelBytes > limit) throw tooExpanded(name, 'the image', bytes.length, limit);
  const missing = missingPixels(bytes, type);
  if (missing !== undefined) throw corrupt(missing);
  const { loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(bytes).catch((cause: unknown) => {
    throw corrupt('its pixels cannot be decoded', cause);
  });
  if (image.width === 0 || image.height === 0) throw corrupt('its pixels cannot be decoded');
  const scale = pointsPerPixel(image.width, image.height, header.dotsPerInch);
  return {
    kind: 'image',
    name,
    type,
    pageCount: 1,
    image,
    width: image.width * scale,
    height: image.height * scale,
  };
}

/**
 * Returns the points per pixel of an image. Uses the resolution that the file states if it is from 100 to 1200 dots per
 * inch, because scanners state such values. Otherwise, assumes an A4 page, or a till receipt if the image is long.
 */
function pointsPerPixel(width: number, height: number, dotsPerInch: number | undefined): number {
  if (dotsPerInch !== undefined && dotsPerInch >= 100 && dotsPerInch <= 1200) return 72 / dotsPerInch;
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  if (long / short > 1.7) return 300 / short;
  return 842 / long;
}
