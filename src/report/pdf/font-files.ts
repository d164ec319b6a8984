import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));

/** Fonts of the PDF file. Their licence permits embedding them in any document. */
export const fontFiles = {
  regular: path.join(folder, 'ttf', 'DejaVuSansCondensed.ttf'),
  bold: path.join(folder, 'ttf', 'DejaVuSansCondensed-Bold.ttf'),
} as const;
