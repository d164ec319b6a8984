import { readFile } from 'node:fs/promises';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import {
  type Engine,
  effortOf,
  type ParseOptions,
  pageLimitOf,
  processedPages,
  runEngine,
} from '../engines/engine.ts';
import type { ParsedDocument } from '../engines/parsed-document.ts';
import {
  creditsFor,
  type Job,
  type JobFailure,
  type JobFile,
  type JobResult,
  type PriceTable,
} from './job.ts';
import type { ParseCache } from './parse-cache.ts';

export interface JobContext {
  readonly engine: Engine;
  readonly cache: ParseCache;
  readonly prices: PriceTable;
}

/** What is parsed sooner than this (a short text) is parsed again sooner than it is stored. */
const worthStoringMs = 5;

/** Does one job; every error becomes a failure, so that a bad document never ends the worker. */
export async function performJob(job: Job, tools: JobContext): Promise<JobResult> {
  if (job.kind === 'draw') return draw(job);
  let document: ParsedDocument;
  const options: ParseOptions =
    job.kind === 'parse'
      ? { effort: 'performance' }
      : { effort: effortOf(job.config), pages: job.wholeFile ? undefined : pageLimitOf(job.config) };
  try {
    document = await parsed(job.file, options, tools);
  } catch (error) {
    return { ok: false, failure: readingFailure(error) };
  }
  try {
    return job.kind === 'parse' ? await view(document, tools) : await apply(job, document, options, tools);
  } catch (error) {
    return { ok: false, failure: engineFailure(job, error) };
  }
}

async function draw(job: Extract<Job, { kind: 'draw' }>): Promise<JobResult> {
  try {
    const { drawPage } = await import('./draw-page.ts');
    return await drawPage(await bytesOf(job.file), job.file.name, job);
  } catch (error) {
    return { ok: false, failure: readingFailure(error) };
  }
}

async function bytesOf({ content }: JobFile): Promise<Uint8Array> {
  return 'bytes' in content ? content.bytes : new Uint8Array(await readFile(content.path));
}

async function parsed(file: JobFile, options: ParseOptions, tools: JobContext): Promise<ParsedDocument> {
  const stored = await tools.cache.read(file.hash, options);
  if (stored !== null) return stored;
  const bytes = await bytesOf(file);
  const startedAt = performance.now();
  const document = await tools.engine.parse(bytes, file.name, options);
  if (performance.now() - startedAt >= worthStoringMs) await tools.cache.write(file.hash, options, document);
  return document;
}

async function view(document: ParsedDocument, tools: JobContext): Promise<JobResult> {
  const pages = await tools.engine.view(document);
  return {
    ok: true,
    kind: 'parse',
    type: document.type,
    pages,
    credits: creditsFor(tools.prices.parse.performance, pages.length),
  };
}

async function apply(
  job: Extract<Job, { kind: 'run' }>,
  document: ParsedDocument,
  options: ParseOptions,
  tools: JobContext,
): Promise<JobResult> {
  const pages = processedPages(job.config, document.pages.length);
  if (pages === 0 && document.pages.length > 0) return { ok: false, failure: noPagesLeft(job.config) };
  const output = written(await runEngine(tools.engine, job.config, document));
  if (output === null) return { ok: false, failure: unusableOutput };
  const whole = options.pages === undefined || document.pages.length < options.pages;
  return {
    ok: true,
    kind: 'run',
    output,
    documentPages: whole ? document.pages.length : null,
    pages,
    credits: creditsFor(tools.prices[job.config.type][options.effort], pages),
  };
}

function noPagesLeft({ advancedOptions }: ProcessorConfig): JobFailure {
  const { fixedPageLimit, pageRanges } = advancedOptions ?? {};
  return {
    reason: 'PRE_PROCESSING_FAILURE',
    message: `The page options of the configuration (${JSON.stringify({ fixedPageLimit, pageRanges })}) leave no page of this document.`,
  };
}

const unusableOutput: JobFailure = {
  reason: 'POST_PROCESSING_FAILURE',
  message: 'The engine answered with an output that is no JSON object.',
};

/** An output as it is stored; null where it is none. */
function written(output: unknown): string | null {
  if (!isJsonObject(output)) return null;
  try {
    return JSON.stringify(output);
  } catch {
    return null;
  }
}

function engineFailure(job: Exclude<Job, { kind: 'draw' }>, error: unknown): JobFailure {
  const internal = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return job.kind === 'parse'
    ? {
        reason: 'INTERNAL_ERROR',
        message: 'The parsed document could not be written in the target format.',
        code: 'FAILED_TO_GENERATE_TARGET_FORMAT',
        internal,
      }
    : {
        reason: 'INTERNAL_ERROR',
        message: `The ${job.config.type} engine failed on this document.`,
        internal,
      };
}

/** Errors about the document itself speak to the caller; anything else is ours and goes to the log. */
function readingFailure(error: unknown): JobFailure {
  if (error instanceof GoldsetError && error.actor === 'data')
    return {
      reason: 'FAILED_TO_PROCESS_FILE',
      message: `${error.message.replace(/\.$/, '')}. ${error.fix}`,
      code: error.code,
    };
  const gone = (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
  return {
    reason: gone ? 'FAILED_TO_PROCESS_FILE' : 'PARSING_ERROR',
    message: gone
      ? 'The bytes of the file are no longer stored; upload it again.'
      : 'The file could not be read. Store it again, as PDF if that fails too.',
    internal: error instanceof Error ? (error.stack ?? error.message) : messageOf(error),
  };
}
