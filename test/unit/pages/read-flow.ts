import { openDocument } from '../../../src/pages/open/open-document.ts';

/** The texts of the lines that a document is set in, a list a page; words of a line joined by single spaces. */
export async function linesOf(content: string | Uint8Array, name = 'file'): Promise<string[][]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const document = await openDocument(bytes, name);
  if (document.kind !== 'flow') throw new Error(`${document.type} is no text with structure`);
  return document.pages.map((page) =>
    page.lines.map(({ words, cell }) => {
      const text = words.map((word) => word.text).join(' ');
      return cell === undefined ? text : `${cell.row}/${cell.column} ${text}`;
    }),
  );
}

/** The code of the error that opening raises, with the message and the fix; "opened" where it does not. */
export async function refusalOf(content: string | Uint8Array, name: string): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  try {
    await openDocument(bytes, name);
    return 'opened';
  } catch (thrown) {
    const { code, message, fix } = thrown as { code?: string; message: string; fix?: string };
    return `${code}: ${message}. ${fix}`;
  }
}
