import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../../base/escape-html.ts';
import { type FileContents, fileGetQuerySchema, fileListQuerySchema } from '../../../model/wire/file.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import type { PageBlock, PageView } from '../../engines/engine.ts';
import { HttpError, invalid, notFound } from '../../errors/http-error.ts';
import { storageFailure } from '../../errors/storage-failure.ts';
import { validateQuery } from '../../errors/validate.ts';
import { readApart } from '../../http/decode-body.ts';
import type { StoredFile } from '../../stores/file-store.ts';
import { parseStoredFile } from '../../work/parse-stored-file.ts';
import { fileResponse } from './file-response.ts';
import { receiveBytes } from './receive-file.ts';

interface ById {
  Params: { id: string };
}

/** Upload, list, get and delete files. */
export function fileRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { files, blobs } = context.store;
  const existing = (id: string): StoredFile => {
    const file = files.find(id);
    if (file === undefined) throw notFound();
    return file;
  };

  app.register(async (uploads) => {
    uploads.addContentTypeParser('application/octet-stream', (_request, bytes, done) =>
      done(null, readApart(bytes, new PassThrough())),
    );
    uploads.post('/files/upload', async (request) => ({
      success: true,
      file: fileResponse(await receiveUpload(request, context), context),
    }));
  });

  app.get('/files', (request) => {
    const page = files.list(validateQuery(fileListQuerySchema, request.query));
    return {
      success: true,
      files: page.rows.map((file) => fileResponse(file, context)),
      nextPageToken: page.nextPageToken,
    };
  });

  app.get<ById>('/files/:id', async (request) => {
    const wanted = validateQuery(fileGetQuerySchema, request.query);
    const file = existing(request.params.id);
    const contents =
      wanted.rawText || wanted.markdown || wanted.html
        ? { contents: await readContents(context, file, wanted) }
        : {};
    return { success: true, file: { ...fileResponse(existing(file.id), context), ...contents } };
  });

  app.delete<ById>('/files/:id', async (request) => {
    const file = existing(request.params.id);
    files.delete(file.id);
    if (!files.usesBytes(file.hash)) await blobs.remove(file.hash);
    return { success: true, fileId: file.id, message: 'File deleted.' };
  });
}

/** The one part named `file` of a multipart body, or a body that is the file, streamed to disk as it arrives. */
async function receiveUpload(request: FastifyRequest, context: ServiceContext): Promise<StoredFile> {
  try {
    if (request.body instanceof Readable)
      return await receiveBytes(context, bodyName(request), request.body, 'file');
    if (!request.isMultipart()) throw invalid('file', 'send multipart/form-data with one part named file');
    for await (const part of request.parts()) {
      if (part.type !== 'file') {
        if (part.fieldname === 'file') throw invalid('file', 'the part named file must have a file name');
        continue;
      }
      if (part.fieldname !== 'file') {
        part.file.resume();
        throw invalid(part.fieldname, 'the part must be named file');
      }
      // Awaited here, so that what breaks while the part arrives is caught below.
      return await receiveBytes(context, part.filename || 'file', part.file, 'file');
    }
  } catch (error) {
    if (error instanceof HttpError || isSystemError(error) || storageFailure(error) !== null) throw error;
    throw invalid('file', 'the multipart body is malformed or cut short');
  }
  throw invalid('file', 'a part named file is required');
}

/** The name that the headers give to a body that is a file: `attachment; filename="a.pdf"`, or as `filename*`. */
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

/** A full disk and the like is no fault of the sender. */
function isSystemError(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException).errno === 'number';
}

async function readContents(
  context: ServiceContext,
  file: StoredFile,
  wanted: { rawText?: boolean; markdown?: boolean; html?: boolean },
): Promise<FileContents> {
  const result = await parseStoredFile(context, file);
  // A file that cannot be read has no contents; parsing it says why.
  if (!result.ok) return {};
  const { pages, type } = result;
  const joined = (text: (page: (typeof pages)[number]) => string): string => pages.map(text).join('\n\n');
  return {
    ...(wanted.rawText ? { rawText: joined((page) => page.rawText) } : {}),
    ...(wanted.markdown ? { markdown: joined((page) => page.markdown) } : {}),
    ...(wanted.html ? { html: joined(pageHtml) } : {}),
    pages: pages.map((page) => ({
      pageNumber: page.number,
      pageHeight: page.height,
      pageWidth: page.width,
      ...(wanted.rawText ? { rawText: page.rawText } : {}),
      ...(wanted.markdown ? { markdown: page.markdown } : {}),
      ...(wanted.html ? { html: pageHtml(page) } : {}),
    })),
    ...(type === 'EXCEL' ? { sheets: pages.map((page) => sheetContents(page, wanted)) } : {}),
  };
}

/** A workbook is read a page a sheet. */
function sheetContents(page: PageView, wanted: { rawText?: boolean; markdown?: boolean }) {
  return {
    sheetName: page.name ?? `Sheet${page.number}`,
    ...(wanted.rawText ? { rawText: page.rawText } : {}),
    ...(wanted.markdown ? { markdown: page.markdown } : {}),
  };
}

function pageHtml(page: PageView): string {
  return page.blocks
    .map((block) => block.html ?? `<${tagOf(block)}>${escapeHtml(block.content)}</${tagOf(block)}>`)
    .join('\n');
}

function tagOf(block: PageBlock): string {
  return block.type === 'heading' ? 'h1' : block.type === 'section_heading' ? 'h2' : 'p';
}
