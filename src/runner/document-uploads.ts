import { GoldsetError } from '../base/goldset-error.ts';
import type { CallOptions } from '../client/client-options.ts';
import type { Client } from '../client/create-client.ts';
import type { UploadSource } from '../client/files.ts';
import { type Mismatch, shown } from '../model/processor/mismatch.ts';
import type { RecordedItem } from '../model/record/run-record.ts';
import type { FileInput } from '../model/wire/file.ts';
import type { RecordWriter } from '../record/write/record-writer.ts';
import { hashFile } from './plan-items.ts';

/** The member of a run request that contains the document. */
export type DocumentInput = { readonly file: FileInput } | { readonly rawText: string };

type Call = Required<CallOptions>;

interface UploadOptions {
  /**
   * Whether to upload texts as files. A run with a queue requires this, because a job in a queue must not contain a
   * document.
   */
  readonly uploadsTexts: boolean;
}

/** Uploads each document once, even if several items, versions and repeats use it. */
export class DocumentUploads {
  readonly #client: Client;
  readonly #writer: RecordWriter;
  readonly #fileIds = new Map<string, Promise<string>>();
  readonly #earlierUploads = new Set<string>();
  /** Maps each file id to the hash of its document. */
  readonly #documents = new Map<string, string>();
  readonly #uploadsTexts: boolean;

  constructor(
    client: Client,
    writer: RecordWriter,
    known: ReadonlyMap<string, string>,
    { uploadsTexts }: UploadOptions = { uploadsTexts: false },
  ) {
    this.#client = client;
    this.#uploadsTexts = uploadsTexts;
    this.#writer = writer;
    for (const [hash, fileId] of known) {
      this.#fileIds.set(hash, Promise.resolve(fileId));
      this.#earlierUploads.add(hash);
      this.#documents.set(fileId, hash);
    }
  }

  async inputOf(
    document: RecordedItem['document'],
    documentHash: string,
    call: Call,
  ): Promise<DocumentInput> {
    const { kind, name, path, text } = document;
    if (kind === 'text') {
      if (!this.#uploadsTexts) return { rawText: text ?? '' };
      const source = { bytes: Buffer.from(text ?? ''), name };
      return { file: { fileId: await this.#fileId(source, documentHash, call), fileName: name } };
    }
    if (path === null)
      throw new GoldsetError('INVARIANT', { what: `document ${name} of kind ${kind} has no path` });
    if (kind === 'url') return { file: { fileUrl: path, fileName: name } };
    if (kind === 'fileId') return { file: { fileId: path, fileName: name } };
    return { file: { fileId: await this.#fileId({ path, name }, documentHash, call), fileName: name } };
  }

  /** Discards the file id that an earlier session got for a document. Returns false if there is none. */
  discardEarlierUpload(documentHash: string): boolean {
    return this.#earlierUploads.delete(documentHash) && this.#fileIds.delete(documentHash);
  }

  async #fileId(source: UploadSource, documentHash: string, call: Call): Promise<string> {
    const known = this.#fileIds.get(documentHash);
    if (known !== undefined) return known;
    const upload = this.#upload(source, documentHash, call);
    this.#fileIds.set(documentHash, upload);
    // A failed upload fails only the item runs that wait for it. The next item run with this document uploads it again.
    upload.catch(() => this.#fileIds.delete(documentHash));
    return upload;
  }

  async #upload(source: UploadSource, documentHash: string, call: Call): Promise<string> {
    const found = 'path' in source ? await hashFile(source.path) : documentHash;
    if (found !== documentHash)
      throw new GoldsetError('RECORD_PLAN_CHANGED', {
        path: this.#writer.dir,
        what: `the document ${'path' in source ? source.path : source.name}`,
        found: `sha256 ${documentHash.slice(0, 12)}`,
        expected: `sha256 ${found.slice(0, 12)}`,
      });
    // Reject the file id of another document. Otherwise, the item run would read that other document.
    const check = ({ id }: { id: string }): Mismatch | null =>
      (this.#documents.get(id) ?? documentHash) === documentHash
        ? null
        : { path: 'file.id', found: `the id of another document, ${shown(id)}`, expected: 'a new id' };
    const file = await this.#client.files.upload(source, { ...call, check });
    this.#documents.set(file.id, documentHash);
    this.#writer.appendUpload({ documentHash, fileId: file.id, uploadedAt: new Date().toISOString() });
    return file.id;
  }
}
