import { xmlLines } from '../flow/xml-lines.ts';
import { type TextFile, textPages } from '../open/open-document.ts';

/** The pages of a plain text as they are read: those of XML without its tags. */
export async function textPagesOf(file: TextFile): Promise<string[]> {
  return file.type === 'xml' ? [await xmlLines(file.text, file.name)] : textPages(file.text);
}
