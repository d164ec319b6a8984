import { xmlLines } from '../flow/xml-lines.ts';
import { type TextFile, textPages } from '../open/open-document.ts';

/** Returns the pages of a plain text. XML is returned without its tags. */
export async function textPagesOf(file: TextFile): Promise<string[]> {
  return file.type === 'xml' ? [await xmlLines(file.text, file.name)] : textPages(file.text);
}
