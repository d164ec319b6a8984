import path from 'node:path';
import type { FileType } from '../../model/wire/file.ts';
import {
  type FileType as ContentType,
  type FileSample,
  recogniseSample,
} from '../../pages/open/file-type.ts';

/** Types of the supported file extensions. */
const typeByEnding: Readonly<Record<string, FileType>> = {
  pdf: 'PDF',
  png: 'IMG',
  jpg: 'IMG',
  jpeg: 'IMG',
  tiff: 'IMG',
  tif: 'IMG',
  heic: 'IMG',
  bmp: 'IMG',
  gif: 'IMG',
  webp: 'IMG',
  xls: 'EXCEL',
  xlsx: 'EXCEL',
  docx: 'DOCX',
  doc: 'DOCX',
  odt: 'DOCX',
  pptx: 'DOCX',
  rtf: 'DOCX',
  csv: 'CSV',
  txt: 'TXT',
  md: 'TXT',
  eml: 'TXT',
  html: 'HTML',
  htm: 'HTML',
  xml: 'XML',
};

/** Types of the recognised contents. Formats without their own type have the type of a similar format. */
const typeByContent: Readonly<Record<Exclude<ContentType, 'unknown'>, FileType>> = {
  pdf: 'PDF',
  png: 'IMG',
  jpg: 'IMG',
  tiff: 'IMG',
  webp: 'IMG',
  gif: 'IMG',
  bmp: 'IMG',
  txt: 'TXT',
  md: 'TXT',
  eml: 'TXT',
  csv: 'CSV',
  xml: 'XML',
  html: 'HTML',
  rtf: 'DOCX',
  docx: 'DOCX',
  xlsx: 'EXCEL',
};

/** Returns the type of a file from its bytes, otherwise from its name, or `null` if neither is supported. */
export function wireFileType(name: string, sample: FileSample): FileType | null {
  const named = typeByEnding[path.extname(name).slice(1).toLowerCase()];
  if (sample.head.length === 0) return named ?? 'TXT';
  const content = recogniseSample(sample, name);
  return content === 'unknown' ? (named ?? null) : typeByContent[content];
}

export const supportedEndings: readonly string[] = Object.keys(typeByEnding);
