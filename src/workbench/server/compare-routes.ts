import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { ComparabilityResult, ShownComparability } from '../../model/results/comparability.ts';
import {
  type ComparedVersions,
  countComparable,
  type DocumentPages,
  type OpenedReport,
} from '../../usecases/view/open-report.ts';
import type { Catalogue } from './catalogue.ts';
import { NoSuchPage, pageList, pageOf, recordPage, startPage } from './pages.ts';
import { remember, stampOf } from './report-cache.ts';
import type { ScoringThread } from './score-in-worker.ts';

const maxComparisons = 4;
/** The page images of at most this many documents stay in memory. */
const maxDocuments = 20;

/**
 * Id of a comparison: `KEY.0-KEY.1` has the keys of two records and the numbers of their versions. If `c` follows, only
 * common documents are compared.
 */
const idPattern = /^([0-9a-f]{12})\.(\d{1,2})-([0-9a-f]{12})\.(\d{1,2})(c?)$/;

interface Address {
  Params: { id: string };
}

interface PagesAddress {
  Params: { id: string; position: string; page: string };
}

/**
 * Returns the versions that an id names. Throws NoSuchPage if the id is invalid, and NoSuchRecord if a record is
 * unknown.
 */
export async function comparedVersions(catalogue: Catalogue, id: string): Promise<ComparedVersions> {
  const [, a, one, b, other, common] = idPattern.exec(id) ?? [];
  if (a === undefined || b === undefined) throw new NoSuchPage();
  const [baseline, candidate] = [await catalogue.folderOf(a), await catalogue.folderOf(b)];
  return { baseline, candidate, versions: [Number(one), Number(other)], commonItems: common === 'c' };
}

interface ComparisonServices {
  readonly catalogue: Catalogue;
  readonly thread: ScoringThread;
  /** Whether the server has no routes that store labels. */
  readonly isReadOnly: boolean;
}

/** Serves comparisons of any two versions of the listed records, as pages and as data. Writes no files. */
export function serveComparisons(
  app: FastifyInstance,
  { catalogue, thread, isReadOnly }: ComparisonServices,
): void {
  const reports = new Map<string, { readonly stamp: string; readonly report: Promise<OpenedReport> }>();
  const drawn = new Map<string, Promise<DocumentPages>>();

  const comparedBy = (id: string) => comparedVersions(catalogue, id);
  const stampBy = async ({ baseline, candidate }: ComparedVersions) =>
    `${await stampOf(baseline)} ${await stampOf(candidate)}`;
  const reportOf = async (id: string): Promise<OpenedReport> => {
    const compared = await comparedBy(id);
    const stamp = await stampBy(compared);
    const known = reports.get(id);
    const report = known?.stamp === stamp ? known.report : thread.compare(id, compared);
    remember(reports, id, { stamp, report }, maxComparisons);
    report.catch(() => reports.delete(id));
    return report;
  };
  const pagesOf = async (id: string, position: string) => {
    const compared = await comparedBy(id);
    if (!/^\d{1,9}$/.test(position)) throw new NoSuchPage();
    const key = `${id} ${position} ${await stampBy(compared)}`;
    const pages = drawn.get(key) ?? thread.comparedPages(id, compared, Number(position));
    remember(drawn, key, pages, maxDocuments);
    pages.catch(() => drawn.delete(key));
    return pages;
  };

  app.get('/compare', async (_, reply) => reply.type('text/html; charset=utf-8').send(startPage));

  app.get<Address>('/compare/:id', async ({ params: { id } }, reply) => {
    reply.type('text/html; charset=utf-8');
    const compared = await comparedBy(id);
    // If the figures are not ready, send the start page. The start page waits for the figures.
    const known = reports.get(id);
    if (known?.stamp !== (await stampBy(compared))) return startPage;
    const report = await known.report.catch(() => null);
    return report === null ? startPage : recordPage({ ...report, isReadOnly: true });
  });

  app.get<Address>(
    '/api/comparisons/:id/scored',
    async ({ params: { id } }) => (await reportOf(id)).headline,
  );

  app.get<{ Params: { id: string; name: string } }>(
    '/api/comparisons/:id/blocks/:name',
    async ({ params: { id, name } }, reply) => {
      const block = (await reportOf(id)).blocks.get(name);
      if (block === undefined) throw new NoSuchPage();
      return reply.type('text/plain; charset=utf-8').send(block);
    },
  );

  app.get<Omit<PagesAddress, 'page'>>(
    '/api/comparisons/:id/documents/:position',
    async ({ params: { id, position } }, reply) => {
      const compared = await comparedBy(id);
      if (!/^\d{1,9}$/.test(position)) throw new NoSuchPage();
      // Compare again if a record has changed, so that the values of the document agree with the other figures of the
      // page.
      await reportOf(id);
      const values = await thread.comparedValues(id, compared, Number(position));
      if (values === null) throw new NoSuchPage();
      return reply.type('application/json; charset=utf-8').send(values);
    },
  );

  app.get<Omit<PagesAddress, 'page'>>(
    '/api/comparisons/:id/pages/:position',
    async ({ params: { id, position } }) => pageList(await pagesOf(id, position)),
  );

  app.get<PagesAddress>(
    '/api/comparisons/:id/pages/:position/:page',
    async ({ params: { id, position, page } }, reply) => {
      const image = pageOf(await pagesOf(id, position), page);
      return reply.type(image.mediaType).send(Buffer.from(image.bytes));
    },
  );

  /** Responds whether two versions can be compared, before they are scored. */
  app.get<Address>('/api/comparisons/:id', async ({ params: { id } }) => {
    const result = await comparability(await comparedBy(id), catalogue.dir);
    return { ...result, isReadOnly } satisfies ShownComparability;
  });
}

/**
 * Returns whether two versions can be compared. The reason names records by their paths relative to the listed folder.
 */
async function comparability(compared: ComparedVersions, dir: string): Promise<ComparabilityResult> {
  try {
    return { isComparable: true, documents: await countComparable(compared) };
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError)) throw thrown;
    const common = await countComparable({ ...compared, commonItems: true }).catch(() => 0);
    return { isComparable: false, problem: thrown.message.replaceAll(`${dir}${path.sep}`, ''), common };
  }
}
