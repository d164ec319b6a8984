import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '../../../base/phrases.ts';
import * as wire from '../../../model/wire/file.ts';
import { deletedSchema } from '../../../model/wire/list.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import type { PageBlock, PageView } from '../../engines/engine.ts';
import { HttpError, invalid } from '../../errors/http-error.ts';
import { storageFailure } from '../../errors/storage-failure.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { none } from '../../operations/permission.ts';
import type { StoredFile } from '../../stores/file-store.ts';
import { parseStoredFile } from '../../work/parser-run-executor.ts';
import { signedAddress } from './downloads.ts';
import { deleteFile, receiveBytes } from './receive-file.ts';

const permission = none('files belong to no processor or workflow');

export const fileOperations = operationsOf('Files', [
  defineOperation('uploadFile', 'POST /files/upload', {
    summary: 'Upload a file',
    notes:
      'The bytes determine the type of the file. If the bytes are ambiguous, the name determines the type. A body of `application/octet-stream` is accepted too, with the file name in `Content-Disposition`.',
    upload: true,
    response: wire.fileResponseSchema,
    permission,
    handle: async ({ request }, context) => ({
      file: fileResponse(await receiveUpload(request, context), context),
    }),
  }),
  defineOperation('listFiles', 'GET /files', {
    summary: 'List files',
    query: wire.fileListQuerySchema,
    response: wire.fileListSchema,
    permission,
    handle: ({ query }, context) => {
      const { rows, nextPageToken } = context.store.files.list(query);
      return { files: rows.map((file) => fileResponse(file, context)), nextPageToken };
    },
  }),
  defineOperation('getFile', 'GET /files/:id', {
    summary: 'Get a file, with its contents if requested',
    query: wire.fileGetQuerySchema,
    response: wire.fileResponseSchema,
    permission,
    find: ({ store }, id) => store.files.get(id),
    handle: async ({ found, query }, context) => {
      const contents =
        query.rawText || query.markdown || query.html
          ? { contents: await readContents(context, found, query) }
          : {};
      return { file: { ...fileResponse(context.store.files.get(found.id), context), ...contents } };
    },
  }),
  defineOperation('deleteFile', 'DELETE /files/:id', {
    summary: 'Delete a file',
    response: deletedSchema,
    permission,
    find: ({ store }, id) => store.files.get(id),
    handle: ({ found }, context) => {
      deleteFile(context, found);
      return { fileId: found.id, message: 'File deleted.' };
    },
  }),
]);

export function fileResponse(file: StoredFile, context: ServiceContext): wire.ServiceFile {
  return {
    object: 'file',
    id: file.id,
    name: file.name,
    type: file.type,
    presignedUrl: signedAddress(context, 'files', file.id),
    parentFileId: file.parentFileId ?? undefined,
    metadata: file.pageCount === null ? {} : { pageCount: file.pageCount },
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
  };
}

/** Streams an uploaded file to disk. The body is either the file itself, or a multipart body with the part `file`. */
async function receiveUpload(request: FastifyRequest, context: ServiceContext): Promise<StoredFile> {
  try {
    if (request.body instanceof Readable)
      return await receiveBytes(context, bodyName(request), request.body, 'file');
    if (!request.isMultipart()) throw invalid('file', 'send multipart/form-data with one part named "file"');
    for await (const part of request.parts()) {
      if (part.type !== 'file') {
        if (part.fieldname === 'file') throw invalid('file', 'the part named "file" must have a file name');
        continue;
      }
      if (part.fieldname !== 'file') {
        part.file.resume();
        throw invalid(part.fieldname, 'the part must be named "file"');
      }
      // With `await`, the catch below also handles an incomplete part.
      return await receiveBytes(context, part.filename || 'file', part.file, 'file');
    }
  } catch (error) {
    if (error instanceof HttpError || isSystemError(error) || storageFailure(error) !== null) throw error;
    throw invalid('file', 'the multipart body is malformed or incomplete');
  }
  throw invalid('file', 'a part named "file" is required');
}

/** Returns the name in `Content-Disposition`: `filename="a.pdf"` or `filename*`. The default is `file`. */
function bodyName({ headers }: FastifyRequest): string {
  const disposition = String(headers['content-disposition'] ?? '');
  const encoded = /filename\*=utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    throw invalid('content-disposition', 'filename* is malformed');
  }
  return /filename="?([^";]+)/i.exec(disposition)?.[1] ?? 'file';
}

/** Returns whether the error is from the operating system, such as a full disk. */
function isSystemError(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException).errno === 'number';
}

async function readContents(
  context: ServiceContext,
  file: StoredFile,
  requested: { rawText?: boolean; markdown?: boolean; html?: boolean },
): Promise<wire.FileContents> {
  const result = await parseStoredFile(context, file);
  // An unreadable file has no contents. A parser run of the file reports the reason.
  if (!result.ok) return {};
  const texts = result.pages.map((page) => ({
    rawText: requested.rawText ? page.rawText : undefined,
    markdown: requested.markdown ? page.markdown : undefined,
    html: requested.html ? pageHtml(page) : undefined,
  }));
  const joined = (form: 'rawText' | 'markdown' | 'html'): string | undefined =>
    requested[form] ? texts.map((text) => text[form]).join('\n\n') : undefined;
  return {
    rawText: joined('rawText'),
    markdown: joined('markdown'),
    html: joined('html'),
    pages: result.pages.map(({ number, height, width }, index) => ({
      pageNumber: number,
      pageHeight: height,
      pageWidth: width,
      ...texts[index],
    })),
    // The parser returns one page per sheet of a workbook.
    sheets:
      result.type === 'EXCEL'
        ? result.pages.map(({ number, name = `Sheet${number}` }, index) => ({
            sheetName: name,
            ...texts[index],
            html: undefined,
          }))
        : undefined,
  };
}

function pageHtml(page: PageView): string {
  return page.blocks
    .map((block) => block.html ?? `<${tagOf(block)}>${escapeHtml(block.content)}</${tagOf(block)}>`)
    .join('\n');
}

function tagOf(block: PageBlock): string {
  const level =
    block.headingLevel ?? (block.type === 'heading' ? 1 : block.type === 'section_heading' ? 2 : 0);
  return level === 0 ? 'p' : `h${Math.min(level, 6)}`;
}
