import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { filePageQuerySchema } from '../../../model/wire/file.ts';
import { chunkSchema } from '../../../model/wire/parser-run.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { existing, HttpError, invalid, notFound } from '../../errors/http-error.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { anyone } from '../../operations/permission.ts';
import type { StoredFile } from '../../stores/file-store.ts';
import type { Store } from '../../stores/store.ts';

/** Time in milliseconds for which a signed address is valid. */
export const addressLifetimeMs = 15 * 60 * 1000;
/** Width of a page image in pixels, if the request does not contain a width. */
const defaultImageWidth = 1000;
const permission = anyone('the address is signed');
const signedQuerySchema = filePageQuerySchema.pick({ expires: true, signature: true });
type SignedQuery = z.infer<typeof signedQuerySchema>;

export const downloadOperations = operationsOf('Local', [
  defineOperation('downloadFile', 'GET /local/files/:id/content', {
    summary: 'Get the bytes of a file, at the address in its `presignedUrl`',
    query: signedQuerySchema,
    response: 'application/octet-stream',
    permission,
    handle: ({ params, query, reply }, { store }) => {
      const file = signed(store.files.find(params.id), query, store);
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header('x-content-type-options', 'nosniff')
        .send(store.blobs.read(file.hash));
    },
  }),
  defineOperation('drawPage', 'GET /local/files/:id/pages/:page', {
    summary: 'Get a page of a file as an image',
    notes:
      'For page 1, the address is the `presignedUrl` of the file with `pages/1` instead of `content`. The status is 422 if the page cannot be drawn.',
    query: filePageQuerySchema,
    response: 'image/png',
    failures: [400, 422],
    permission,
    handle: async ({ params, query, reply }, context) => {
      const file = signed(context.store.files.find(params.id), query, context.store);
      if (!/^[1-9]\d{0,5}$/.test(params.page)) throw invalid('page', 'must be the number of a page');
      const { width = defaultImageWidth } = query;
      return reply.type('image/png').send(await drawStoredPage(context, file, Number(params.page), width));
    },
  }),
  defineOperation('downloadChunks', 'GET /local/parser_runs/:id/content', {
    summary: 'Get the chunks of a parser run, at the address in its `outputUrl`',
    query: signedQuerySchema,
    response: z.looseObject({ chunks: z.array(chunkSchema) }),
    permission,
    handle: ({ params, query }, { store }) => ({
      chunks: signed(store.parserRuns.find(params.id), query, store).chunks ?? [],
    }),
  }),
]);

/**
 * Returns an address that is valid for 15 minutes. The address gives anyone access to the bytes of a file, or to the
 * chunks of a parser run.
 */
export function signedAddress(
  { baseUrl, store }: ServiceContext,
  resource: 'files' | 'parser_runs',
  id: string,
): string {
  const expires = String(Date.now() + addressLifetimeMs);
  return `${baseUrl}/local/${resource}/${id}/content?expires=${expires}&signature=${sign(id, expires, store)}`;
}

/**
 * Returns the resource of a signed address. Throws 404 if the resource does not exist, or if the signature is invalid
 * or expired.
 */
function signed<T extends { readonly id: string }>(
  resource: T | undefined,
  query: SignedQuery,
  store: Store,
): T {
  const { expires = '', signature = '' } = query;
  const { id } = existing(resource);
  if (!(Number(expires) > Date.now())) throw notFound();
  const expected = Buffer.from(sign(id, expires, store));
  const found = Buffer.from(signature);
  if (expected.length !== found.length || !timingSafeEqual(expected, found)) throw notFound();
  return existing(resource);
}

function sign(id: string, expires: string, store: Store): string {
  return createHmac('sha256', store.settings.secret('downloads')).update(`${id}:${expires}`).digest('hex');
}

/** Draws a page as PNG in a worker. Throws 404 if the file has no such page, and 422 if it cannot be drawn. */
async function drawStoredPage(
  { queue, store }: Pick<ServiceContext, 'store' | 'queue'>,
  file: StoredFile,
  page: number,
  width: number,
): Promise<Buffer> {
  const { hash, name, id } = file;
  const result = await queue.perform({ id: randomUUID(), priority: 0, parseKey: null }, () => ({
    kind: 'draw',
    file: { content: store.blobs.content(hash), name, hash, id },
    page,
    width,
  }));
  if (!result.ok) throw new HttpError(422, result.failure.message);
  if (result.image === null) throw notFound();
  return Buffer.from(result.image);
}
