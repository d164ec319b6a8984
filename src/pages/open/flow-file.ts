import type { Flow } from '../flow/flow.ts';
import type { LaidPage } from '../flow/laid-page.ts';
import { layOutPage } from '../flow/lay-out-page.ts';
import { gridSheet } from '../flow/text-grid.ts';
import { decodeText } from '../input/decode-text.ts';
import { empty, tooLarge } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';
import type { FileType, FlowType } from './file-type.ts';

interface ReadFlow {
  readonly flow: Flow;
  /** Number of rows per page, for formats that have pages but do not store the ends of the pages. */
  readonly rowsPerPage?: number;
}

/**
 * Reads a file of a format without fixed pages, such as DOCX, and lays its text out on pages. Loads the reader of a
 * format on first use.
 */
export async function openFlow(bytes: Uint8Array, name: string, type: FlowType): Promise<FlowFile> {
  const read = await readFlow(bytes, name, type);
  const pages = read.flow.pages.flatMap((page) => layOutPage(page, read.rowsPerPage));
  if (pages.length === 0) throw empty(name, 'it has no text');
  if (pages.length > pageLimits.textPages) {
    const limit = `${pageLimits.textPages} pages`;
    throw tooLarge(name, 'the document', `${pages.length} pages`, limit);
  }
  return { kind: 'flow', name, type, pageCount: pages.length, pages };
}

async function readFlow(bytes: Uint8Array, name: string, type: FlowType): Promise<ReadFlow> {
  switch (type) {
    case 'html':
      return {
        flow: await (await import('../flow/html-flow.ts')).htmlFlow(
          decodeText(bytes, declaredCharset(bytes)),
          name,
        ),
      };
    case 'md':
      return { flow: (await import('../flow/markdown-flow.ts')).markdownFlow(decodeText(bytes), name) };
    case 'csv':
      return { flow: await (await import('../flow/csv-flow.ts')).csvFlow(decodeText(bytes), name) };
    case 'eml':
      return { flow: await (await import('../flow/email-flow.ts')).emailFlow(bytes, name) };
    case 'rtf':
      return {
        flow: (await import('../flow/rtf-flow.ts')).rtfFlow(bytes, name),
        rowsPerPage: gridSheet.rows,
      };
    case 'xlsx':
      return { flow: await (await import('../office/xlsx-flow.ts')).xlsxFlow(bytes, name) };
    case 'docx': {
      const { flow, pagesAreKnown } = await (await import('../office/docx-flow.ts')).docxFlow(bytes, name);
      return pagesAreKnown ? { flow } : { flow, rowsPerPage: gridSheet.rows };
    }
  }
}

/** Returns the encoding that an HTML page declares. The decoder uses this encoding if the bytes are not valid UTF-8. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  return /<meta[^<>]{0,200}?charset\s*=\s*["']?\s*([\w:-]{1,40})/i.exec(start)?.[1];
}

/** A file of a format without fixed pages, such as DOCX. goldset has laid its text out on pages. */
export interface FlowFile {
  readonly kind: 'flow';
  readonly name: string;
  readonly type: FileType;
  readonly pageCount: number;
  readonly pages: readonly LaidPage[];
}
