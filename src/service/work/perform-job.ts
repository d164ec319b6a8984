import { readFile } from 'node:fs/promises';
import { GoldsetError, stackOf } from '../../base/goldset-error.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import {
  type Engine,
  effortOf,
  type ParseOptions,
  pageLimitOf,
  processedPages,
  type RunContext,
  runEngine,
  type ViewOptions,
} from '../engines/engine.ts';
import { EngineFailure } from '../engines/engine-failure.ts';
import type { ParsedDocument } from '../engines/parsed-document.ts';
import { FetchError, fetchBytes } from './fetch-bytes.ts';
import {
  type CheckJob,
  creditsFor,
  type DrawJob,
  type FailedJob,
  failedJob,
  type Job,
  type JobResult,
  type PriceTable,
  type ProcessJob,
  type RunJob,
} from './job.ts';
import type { ParseCache } from './parse-cache.ts';

export interface JobContext {
  readonly engine: Engine;
  readonly cache: ParseCache;
  readonly prices: PriceTable;
}

/** Duration below which a parse is not cached, because parsing again is faster than reading the cache. */
const minCachedParseMs = 5;

/** Does a job. Every error becomes a failure, so that no document ends the worker. */
export async function performJob(job: Job, context: JobContext): Promise<JobResult> {
  if (job.kind === 'draw') return draw(job);
  let document: ParsedDocument;
  const options: ParseOptions =
    job.kind === 'parse'
      ? { effort: 'performance' }
      : { effort: effortOf(job.config), pages: job.wholeFile ? undefined : pageLimitOf(job.config) };
  try {
    document = await parsed(job, options, context);
  } catch (error) {
    return readingFailure(error);
  }
  try {
    return job.kind === 'parse'
      ? await view(document, job.view, context)
      : await apply(job, document, options, context);
  } catch (error) {
    const internal = stackOf(error);
    // An engine can read the file itself, for example to draw its pages. So the document can be the cause of
    // an engine's error.
    if (error instanceof GoldsetError && error.actor === 'data') return readingFailure(error);
    if (job.kind === 'run')
      return failedJob('INTERNAL_ERROR', `The ${job.config.type} engine failed on this document.`, {
        internal,
      });
    const message = 'The parsed document could not be written in the target format.';
    return failedJob('INTERNAL_ERROR', message, { code: 'FAILED_TO_GENERATE_TARGET_FORMAT', internal });
  }
}

async function draw(job: DrawJob): Promise<JobResult<'draw'>> {
  try {
    const { closeDocument, openDocument } = await import('../../pages/open/open-document.ts');
    const { renderPage } = await import('../../pages/render/render-page.ts');
    const document = await openDocument(await bytesOf(job), job.file.name);
    try {
      if (job.page > document.pageCount) return { ok: true, image: null };
      const { bytes: image } = await renderPage(document, job.page, { maxWidth: job.width });
      return { ok: true, image };
    } finally {
      await closeDocument(document);
    }
  } catch (error) {
    return readingFailure(error);
  }
}

/** Opens a file and closes it again. Every error becomes a failure. */
export async function checkFile(job: CheckJob): Promise<JobResult<'check'>> {
  try {
    const { checkDocument } = await import('../../pages/open/check-document.ts');
    await checkDocument(await bytesOf(job), job.file.name);
    return { ok: true };
  } catch (error) {
    return readingFailure(error);
  }
}

async function bytesOf({ file: { content } }: ProcessJob): Promise<Uint8Array> {
  if ('url' in content) return fetchBytes(content.url);
  return 'bytes' in content ? content.bytes : new Uint8Array(await readFile(content.path));
}

async function parsed(job: Job, options: ParseOptions, context: JobContext): Promise<ParsedDocument> {
  const { file } = job;
  const stored = await context.cache.read(file.hash, options);
  if (stored !== null) return stored;
  const bytes = await bytesOf(job);
  const startedAt = performance.now();
  const document = await context.engine.parse(bytes, file.name, options);
  if (performance.now() - startedAt >= minCachedParseMs)
    await context.cache.write(file.hash, options, document);
  return document;
}

async function view(
  document: ParsedDocument,
  options: ViewOptions | undefined,
  context: JobContext,
): Promise<JobResult<'parse'>> {
  const pages = await context.engine.view(document, options);
  return {
    ok: true,
    type: document.type,
    pages,
    credits: creditsFor(context.prices.parse.performance, pages.length),
  };
}

async function apply(
  job: RunJob,
  document: ParsedDocument,
  options: ParseOptions,
  context: JobContext,
): Promise<JobResult<'run'>> {
  const pages = processedPages(job.config, document.pages.length);
  if (pages === 0 && document.pages.length > 0) {
    const { fixedPageLimit, pageRanges } = job.config.advancedOptions ?? {};
    const shown = JSON.stringify({ fixedPageLimit, pageRanges });
    const message = `The page options of the configuration (${shown}) select no page of this document.`;
    return failedJob('PRE_PROCESSING_FAILURE', message);
  }
  let credits: number | null | undefined;
  const run: RunContext = {
    name: job.file.name,
    bytes: () => bytesOf(job),
    charge: (charged) => {
      credits = charged;
    },
  };
  let output: string | null;
  try {
    output = written(await runEngine(context.engine, job.config, document, run));
  } catch (error) {
    if (error instanceof EngineFailure) return failedJob(error.reason, error.message, { credits });
    throw error;
  }
  if (output === null)
    return failedJob('POST_PROCESSING_FAILURE', 'The engine returned an output that is not a JSON object.');
  const whole = options.pages === undefined || document.pages.length < options.pages;
  return {
    ok: true,
    output,
    documentPages: whole ? document.pages.length : null,
    pages,
    credits:
      credits === undefined ? creditsFor(context.prices[job.config.type][options.effort], pages) : credits,
  };
}

/** Returns an output as JSON, or `null` if it is not a JSON object. */
function written(output: unknown): string | null {
  if (!isJsonObject(output)) return null;
  try {
    return JSON.stringify(output);
  } catch {
    return null;
  }
}

/**
 * Converts an error to a failure. If the document causes the error, or if a worker cannot fetch the document, the
 * caller sees the message of the error. The messages of all other errors go to the log.
 */
export function readingFailure(error: unknown): FailedJob {
  if (error instanceof GoldsetError && error.actor === 'data') {
    const message = `${error.message.replace(/\.$/, '')}. ${error.fix}`;
    return failedJob('FAILED_TO_PROCESS_FILE', message, { code: error.code });
  }
  const internal = stackOf(error);
  if ((error as NodeJS.ErrnoException | null)?.code === 'ENOENT') {
    const message = 'The bytes of the file are no longer stored; upload it again.';
    return failedJob('FAILED_TO_PROCESS_FILE', message, { internal, isFileMissing: true });
  }
  if (error instanceof FetchError) return failedJob('INTERNAL_ERROR', error.message);
  const message = 'The file could not be read. Save it again, or save it as PDF.';
  return failedJob('PARSING_ERROR', message, { internal });
}
