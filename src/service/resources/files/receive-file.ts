import type { FileInput } from '../../../model/wire/file.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { invalid } from '../../errors/http-error.ts';
import { supportedEndings, wireFileType } from '../../storage/wire-file-type.ts';
import type { StoredFile } from '../../stores/file-store.ts';
import { fetchFile } from './fetch-file.ts';

/**
 * Stores bytes as a file. Throws 400 if the bytes exceed the size limit, or if the service does not support the file
 * type.
 */
export async function receiveBytes(
  context: ServiceContext,
  name: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  field: string,
): Promise<StoredFile> {
  const shortName =
    name
      .replace(/^.*[/\\]/, '')
      .slice(0, 255)
      .toWellFormed() || 'file';
  const bytes = limited(source, context.fileSizeLimit, field);
  return context.store.blobs.write(bytes, ({ hash, size, sample }) => {
    const type = wireFileType(shortName, sample);
    if (type === null)
      throw invalid(
        field,
        `the file type is not supported; supported types are ${supportedEndings.join(', ')}`,
        'FILE_TYPE_NOT_SUPPORTED',
      );
    return context.store.files.create({ name: shortName, type, hash, size });
  });
}

/** Returns the stored file with this id. Throws 400 if there is none. */
export function storedFile({ store }: ServiceContext, fileId: string, field: string): StoredFile {
  const file = store.files.find(fileId);
  if (file === undefined) throw invalid(field, 'no such file');
  return file;
}

/** Deletes the file, and its bytes if no other file has the same bytes. */
export function deleteFile({ store }: ServiceContext, { id, hash }: StoredFile): void {
  store.blobs.remove(hash, () => store.files.delete(id));
}

/** Returns the file that a request names by id, address or content. Throws 400 if the file is not available. */
export async function resolveFileInput(
  context: ServiceContext,
  { fileId, fileBase64, fileUrl = '', fileName }: FileInput,
  field = 'file',
): Promise<StoredFile> {
  if (fileId !== undefined) return storedFile(context, fileId, `${field}.fileId`);
  if (fileBase64 !== undefined) {
    const bytes = decodeBase64(fileBase64);
    return receiveBytes(context, fileName ?? 'file', [bytes], `${field}.fileBase64`);
  }
  const { body, name } = await fetchFile(context, fileUrl, `${field}.fileUrl`);
  return receiveBytes(context, fileName ?? name, body, `${field}.fileUrl`);
}

/**
 * Returns the file like `resolveFileInput`. If the file cannot be opened, throws 400, and deletes the file unless the
 * request named it by id.
 */
export async function receiveReadableFile(
  context: ServiceContext,
  input: FileInput,
  field = 'file',
): Promise<StoredFile> {
  const file = await resolveFileInput(context, input, field);
  const problem = await context.fileChecker.problem(file);
  if (problem === null) return file;
  if (input.fileId === undefined) await deleteFile(context, file);
  const member = (['fileId', 'fileBase64'] as const).find((name) => input[name] !== undefined) ?? 'fileUrl';
  throw invalid(`${field}.${member}`, problem);
}

export function receiveText(context: ServiceContext, text: string): Promise<StoredFile> {
  return receiveBytes(context, 'raw_text.txt', [Buffer.from(text, 'utf8')], 'rawText');
}

async function* limited(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
  field: string,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > limit) throw invalid(field, `the file is larger than ${limit} bytes`, 'FILE_SIZE_TOO_LARGE');
    yield chunk;
  }
}

function decodeBase64(text: string): Buffer {
  const content = text.replace(/^data:[^,]{0,200},/, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(content)) throw invalid('file.fileBase64', 'not base64');
  return Buffer.from(content, 'base64');
}
