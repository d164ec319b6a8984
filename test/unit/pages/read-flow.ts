import { openDocument } from '../../../src/pages/open/open-document.ts';

/** Returns the lines of a document as texts, one list per page. Words are joined by single spaces. */
export async function linesOf(content: string | Uint8Array, name = 'file'): Promise<string[][]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const document = await openDocument(bytes, name);
  if (document.kind !== 'flow') throw new Error(`${document.type} does not open as structured text`);
  return document.pages.map((page) =>
    page.lines.map(({ words, cell }) => {
      const text = words.map((word) => word.text).join(' ');
      return cell === undefined ? text : `${cell.row}/${cell.column} ${text}`;
    }),
  );
}

/** Opens a document. Returns code, message and fix of the error, or "opened" if there is none. */
export async function errorOf(content: string | Uint8Array, name: string): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  try {
    await openDocument(bytes, name);
    return 'opened';
  } catch (thrown) {
    const { code, message, fix } = thrown as { code?: string; message: string; fix?: string };
    return `${code}: ${message}. ${fix}`;
  }
}
