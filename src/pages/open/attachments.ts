import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { pageLimits } from '../input/page-limits.ts';
import type { OpenDocument } from './open-document.ts';

export interface Attachment {
  readonly name: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

interface FileSpecification {
  readonly filename: string;
  readonly description?: string;
}

/** Returns the files embedded in a PDF, sorted by name. Returns no files for other document types. */
export async function readAttachments(document: OpenDocument): Promise<Attachment[]> {
  if (document.kind !== 'pdf') return [];
  try {
    const listed: ReadonlyMap<string, FileSpecification> = (await document.pdf.getAttachments()) ?? new Map();
    const out: Attachment[] = [];
    for (const [id, file] of listed) {
      const bytes: Uint8Array | null | undefined = await document.pdf.getAttachmentContent(id);
      if (!bytes) continue;
      if (bytes.length > pageLimits.attachmentBytes) {
        throw new GoldsetError('DOCUMENT_TOO_LARGE', {
          file: document.name,
          what: `the embedded file ${file.filename}`,
          found: `${bytes.length} bytes`,
          limit: `${pageLimits.attachmentBytes} bytes`,
          how: 'without this embedded file',
        });
      }
      out.push({ name: file.filename, description: file.description ?? '', bytes });
    }
    return out.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  } catch (thrown) {
    if (thrown instanceof GoldsetError) throw thrown;
    const reason = `its embedded files cannot be read: ${messageOf(thrown)}`;
    throw new GoldsetError(
      'DOCUMENT_CORRUPT',
      { file: document.name, type: 'PDF', reason },
      { cause: thrown },
    );
  }
}
