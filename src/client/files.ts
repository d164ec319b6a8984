import { openAsBlob } from 'node:fs';
import { FormData } from 'undici';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import type { Mismatch } from '../model/processor/mismatch.ts';
import {
  type FileListQuery,
  fileListSchema,
  fileResponseSchema,
  type ServiceFile,
} from '../model/wire/file.ts';
import type { CallOptions } from './client-options.ts';
import { Resource } from './resource.ts';

/** File to upload: a local file, which is streamed, or bytes in memory. */
export type UploadSource =
  | { readonly path: string; readonly name: string }
  | { readonly bytes: Uint8Array; readonly name: string };

export class Files extends Resource {
  /**
   * Uploads a file. If the response is lost, or if `check` returns a mismatch, uploads the file again, because an unused copy
   * costs nothing.
   */
  async upload(
    source: UploadSource,
    { check, ...call }: CallOptions & { readonly check?: (file: ServiceFile) => Mismatch | null } = {},
  ): Promise<ServiceFile> {
    const form = () => formOf(source);
    const options = { ...call, check: check && (({ file }: { file: ServiceFile }) => check(file)) };
    return (await this.postForm('/files/upload', form, fileResponseSchema, options)).file;
  }

  async *list(query?: FileListQuery, options?: CallOptions): AsyncGenerator<ServiceFile> {
    for await (const page of this.pages('/files', fileListSchema, options, query)) yield* page.files;
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
