import { openAsBlob } from 'node:fs';
import { FormData } from 'undici';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import {
  type FileListQuery,
  fileListSchema,
  fileResponseSchema,
  type ServiceFile,
} from '../model/wire/file.ts';
import { type Deleted, deletedSchema } from '../model/wire/list.ts';
import type { CallOptions } from './call-options.ts';
import { pagesOf } from './pages-of.ts';
import type { Transport } from './transport.ts';

/** What to upload: a file of this machine, streamed, or bytes at hand. */
export type UploadSource =
  | { readonly path: string; readonly name: string }
  | { readonly bytes: Uint8Array; readonly name: string };

export class Files {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Repeated after a lost answer without looking: a second copy costs nothing and is never used. */
  async upload(source: UploadSource, options: CallOptions = {}): Promise<ServiceFile> {
    const answer = await this.#transport.request({
      method: 'POST',
      path: '/files/upload',
      form: () => formOf(source),
      answer: fileResponseSchema,
      lane: 'submit',
      ...options,
    });
    return answer.file;
  }

  async get(
    id: string,
    contents: { readonly rawText?: boolean; readonly markdown?: boolean; readonly html?: boolean } = {},
    options: CallOptions = {},
  ): Promise<ServiceFile> {
    const answer = await this.#transport.request({
      method: 'GET',
      path: `/files/${encodeURIComponent(id)}`,
      query: contents,
      answer: fileResponseSchema,
      lane: 'poll',
      ...options,
    });
    return answer.file;
  }

  async *list(query: FileListQuery = {}, options: CallOptions = {}): AsyncGenerator<ServiceFile> {
    const pages = pagesOf(this.#transport, { path: '/files', query, answer: fileListSchema, ...options });
    for await (const page of pages) yield* page.files;
  }

  async delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.#transport.request({
      method: 'DELETE',
      path: `/files/${encodeURIComponent(id)}`,
      answer: deletedSchema,
      lane: 'submit',
      ...options,
    });
  }
}

async function formOf(source: UploadSource): Promise<FormData> {
  const form = new FormData();
  try {
    const blob = 'path' in source ? await openAsBlob(source.path) : new Blob([new Uint8Array(source.bytes)]);
    form.append('file', blob, source.name);
  } catch (thrown) {
    const file = 'path' in source ? source.path : source.name;
    throw new GoldsetError('FILE_UNREADABLE', { file, reason: messageOf(thrown) }, { cause: thrown });
  }
  return form;
}
