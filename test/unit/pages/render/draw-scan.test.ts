import { describe, expect, it, vi } from 'vitest';
import { closeDocument, openDocument } from '../../../../src/pages/open/open-document.ts';
import { drawScan } from '../../../../src/pages/render/draw-scan.ts';
import { readPageWords } from '../../../../src/pages/render/page-words.ts';
import { damagedScans, imagePdf, noise, scans } from '../../../fixtures/pages/scans.ts';

/** Returns the number of dark pixels of the drawn first page. */
async function darkPixels(pdf: Uint8Array): Promise<number> {
  const document = await openDocument(pdf, 'inbox/scan.pdf');
  try {
    if (document.kind !== 'pdf') throw new Error('not a PDF');
    const text = await readPageWords(document, 1);
    const canvas = await drawScan(document, 1, { scale: 0.5, text });
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) < 128) dark++;
    return dark;
  } finally {
    await closeDocument(document);
  }
}

describe('drawScan', () => {
  it.each(Object.entries(scans))('draws %s', async (_, pdf) => {
    const dark = await darkPixels(pdf);
    expect(dark).toBeGreaterThan(50);
    expect(dark).toBeLessThan(5000);
  });

  it.each(Object.entries(damagedScans))(
    'rejects a page with a damaged image: %s',
    async (_, [pdf, reason]) => {
      const error = await darkPixels(pdf).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 'DOCUMENT_CORRUPT' });
      expect(error.message).toMatch(/^inbox\/scan\.pdf: not a readable PDF: page 1: [^\n]{10,200}$/);
      expect(error.message).toMatch(reason);
    },
  );

  it('rejects an image with too many pixels, which the PDF library omits', async () => {
    const entries = '/Width 20000 /Height 20000 /ColorSpace /DeviceGray /BitsPerComponent 8';
    await expect(darkPixels(imagePdf(entries, noise))).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
      message: expect.stringContaining('an image on page 1 is too large'),
    });
  });

  it('accepts a damaged image that covers less than 5 % of the page', async () => {
    const logo = (share: number) =>
      imagePdf('/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode', noise, share);
    expect(await darkPixels(logo(0.2))).toBe(0);
    await expect(darkPixels(logo(0.25))).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
  });

  it('blames only the damaged one of two documents that it draws at the same time', async () => {
    const [damaged] = damagedScans['JPEG 2000 image of noise'] ?? [];
    const files = [scans['a JPEG image'], damaged, scans['a deflated image'], damaged];
    const ends = await Promise.allSettled(files.map((pdf) => darkPixels(pdf as Buffer)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  });

  it('writes nothing to the console, and leaves the console of others unchanged', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    const before = [console.warn, console.info];
    try {
      const drawing = Promise.allSettled(Object.values(damagedScans).map(([pdf]) => darkPixels(pdf)));
      for (let turn = 0; turn < 5; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        console.warn('of another program');
      }
      await drawing;
      expect([console.warn, console.info]).toEqual(before);
      expect(warn.mock.calls).toEqual(Array(5).fill(['of another program']));
      expect(info).not.toHaveBeenCalled();
    } finally {
      warn.mockRestore();
      info.mockRestore();
    }
  });
});
