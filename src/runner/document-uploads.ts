import { GoldsetError } from '../base/goldset-error.ts';
import type { Client } from '../client/create-client.ts';
import type { RecordedItem } from '../model/record/run-record.ts';
import type { FileInput } from '../model/wire/file.ts';
import type { RecordWriter } from '../record/write/record-writer.ts';
import { hashFile } from './plan-items.ts';

/** How a document goes into the request of a run. */
export type DocumentInput = { readonly file: FileInput } | { readonly rawText: string };

/** Sends each document once, whatever the number of items, versions and repeats that use it. */
export class DocumentUploads {
  readonly #client: Client;
  readonly #writer: RecordWriter;
  readonly #recordDir: string;
  readonly #fileIds = new Map<string, Promise<string>>();
  readonly #ofEarlierSessions = new Set<string>();

  constructor(client: Client, writer: RecordWriter, known: ReadonlyMap<string, string>) {
    this.#client = client;
    this.#writer = writer;
    this.#recordDir = writer.dir;
    for (const [hash, fileId] of known) {
      this.#fileIds.set(hash, Promise.resolve(fileId));
      this.#ofEarlierSessions.add(hash);
    }
  }

  async inputOf(
    document: RecordedItem['document'],
    documentHash: string,
    call: { readonly signal: AbortSignal; readonly deadlineAt: number },
  ): Promise<DocumentInput> {
    const { kind, name, path, text } = document;
    if (kind === 'text') return { rawText: text ?? '' };
    if (path === null)
      throw new GoldsetError('INVARIANT', { what: `document ${name} of kind ${kind} has no path` });
    if (kind === 'url') return { file: { fileUrl: path, fileName: name } };
    if (kind === 'fileId') return { file: { fileId: path, fileName: name } };
    return { file: { fileId: await this.#fileId(path, name, documentHash, call), fileName: name } };
  }

  /** True where the document was sent by an earlier session: its id is forgotten, since the service may have lost it. */
  discardEarlierUpload(documentHash: string): boolean {
    return this.#ofEarlierSessions.delete(documentHash) && this.#fileIds.delete(documentHash);
  }

  async #fileId(
    path: string,
    name: string,
    documentHash: string,
    call: { readonly signal: AbortSignal; readonly deadlineAt: number },
  ): Promise<string> {
    const known = this.#fileIds.get(documentHash);
    if (known !== undefined) return known;
    const upload = this.#upload(path, name, documentHash, call);
    this.#fileIds.set(documentHash, upload);
    // A failed upload concerns those who wait for it; the next one tries again.
    upload.catch(() => this.#fileIds.delete(documentHash));
    return upload;
  }

  async #upload(
    path: string,
    name: string,
    documentHash: string,
    call: { readonly signal: AbortSignal; readonly deadlineAt: number },
  ): Promise<string> {
    const found = await hashFile(path);
    if (found !== documentHash)
      throw new GoldsetError('RECORD_PLAN_CHANGED', {
        path: this.#recordDir,
        what: `the document ${path}`,
        found: `sha256 ${documentHash.slice(0, 12)}`,
        expected: `sha256 ${found.slice(0, 12)}`,
      });
    const file = await this.#client.files.upload({ path, name }, call);
    this.#writer.appendUpload({ documentHash, fileId: file.id, uploadedAt: new Date().toISOString() });
    return file.id;
  }
}
