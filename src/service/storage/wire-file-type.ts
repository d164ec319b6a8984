import path from 'node:path';
import type { FileType } from '../../model/wire/file.ts';
import { type FileSample, recogniseSample } from '../../pages/open/file-type.ts';

/** Supported file extensions per type. Formats without their own type have the type of a similar format. */
const extensions: Readonly<Record<FileType, readonly string[]>> = {
  PDF: ['pdf'],
  IMG: ['png', 'jpg', 'jpeg', 'tiff', 'tif', 'heic', 'bmp', 'gif', 'webp'],
  EXCEL: ['xls', 'xlsx'],
  DOCX: ['docx', 'doc', 'odt', 'pptx', 'rtf'],
  CSV: ['csv'],
  TXT: ['txt', 'md', 'eml'],
  HTML: ['html', 'htm'],
  XML: ['xml'],
};

export const supportedEndings: readonly string[] = Object.values(extensions).flat();

function typeOfExtension(extension: string): FileType | null {
  const types = Object.keys(extensions) as FileType[];
  return types.find((type) => extensions[type].includes(extension)) ?? null;
}

/**
 * Returns the type of a file. Recognises the type from the bytes if possible, and otherwise from the name. Returns
 * `null` for an unsupported type.
 */
export function wireFileType(name: string, sample: FileSample): FileType | null {
  const named = typeOfExtension(path.extname(name).slice(1).toLowerCase());
  if (sample.head.length === 0) return named ?? 'TXT';
  const content = recogniseSample(sample, name);
  return content === 'unknown' ? named : typeOfExtension(content);
}
