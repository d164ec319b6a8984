import { sha256 } from '../../base/hash.ts';
import type { ParseErrorCode } from '../../model/wire/error-body.ts';
import type { Block, Chunk, ParseConfig, ParserRun } from '../../model/wire/parser-run.ts';
import type { PageBlock, PageView, ViewOptions } from '../engines/engine.ts';

export function withParseDefaults(config: ParseConfig) {
  const { blockOptions = {}, advancedOptions = {} } = config;
  return {
    target: config.target ?? 'markdown',
    chunkingStrategy: { type: 'page', ...config.chunkingStrategy },
    blockOptions: {
      figures: { enabled: true, figureImageClippingEnabled: false, ...blockOptions.figures },
      tables: { enabled: true, targetFormat: 'markdown', ...blockOptions.tables },
      text: {
        enabled: true,
        signatureDetectionEnabled: false,
        styleFormattingEnabled: false,
        ...blockOptions.text,
      },
    },
    advancedOptions: { pageRotationEnabled: true, ...advancedOptions },
  };
}
export type FullParseConfig = ReturnType<typeof withParseDefaults>;

/** Returns the options of a parse that affect the text and the blocks of its pages. */
export function viewOptions({ blockOptions, advancedOptions }: FullParseConfig): ViewOptions {
  const { text, tables, figures } = blockOptions;
  return {
    text: text.enabled,
    tables: tables.enabled,
    figures: figures.enabled,
    tableFormat: tables.targetFormat === 'html' ? 'html' : 'markdown',
    bold: text.styleFormattingEnabled,
    upright: advancedOptions.pageRotationEnabled,
  };
}

export interface ParseRequestData {
  readonly id: string;
  readonly fileId: string;
  readonly config: FullParseConfig;
}

/** Returns the response to an accepted parse. The response to a finished parse has another value of `object`. */
export function unfinishedParserRun({ id, fileId, config }: ParseRequestData): ParserRun {
  return {
    object: 'parser_run_status',
    id,
    fileId,
    chunks: [],
    status: 'PROCESSING',
    failureReason: null,
    config,
    metrics: { processingTimeMs: null, pageCount: null },
  };
}

/** Returns the response to a successful parse, with one chunk per page. */
export function parserRunResponse(
  request: ParseRequestData,
  parsed: { readonly pages: readonly PageView[]; readonly credits: number },
  processingTimeMs: number,
): ParserRun {
  const { config } = request;
  const { pageRanges = [] } = config.advancedOptions;
  const pages = parsed.pages.filter(
    ({ number }) =>
      pageRanges.length === 0 || pageRanges.some(({ start, end }) => start <= number && number <= end),
  );
  return {
    ...unfinishedParserRun(request),
    object: 'parser_run',
    chunks: pages.map((page) => chunkOf(page, config)),
    status: 'PROCESSED',
    metrics: { processingTimeMs, pageCount: parsed.pages.length },
    usage: { credits: parsed.credits },
  };
}

/**
 * Error code that the Parse operations return for each internal error code. A code that is already a Parse error code
 * stays unchanged.
 */
const codeByError: Readonly<Record<string, ParseErrorCode>> = {
  DOCUMENT_CORRUPT: 'CORRUPT_FILE',
  DOCUMENT_EMPTY: 'CORRUPT_FILE',
  DOCUMENT_PASSWORD: 'PASSWORD_PROTECTED_FILE',
  DOCUMENT_TYPE_UNKNOWN: 'FILE_TYPE_NOT_SUPPORTED',
  DOCUMENT_TOO_LARGE: 'FILE_SIZE_TOO_LARGE',
  DOCUMENT_UNSAFE: 'CORRUPT_FILE',
  CORRUPT_FILE: 'CORRUPT_FILE',
  OCR_ERROR: 'OCR_ERROR',
  FAILED_TO_CONVERT_TO_PDF: 'FAILED_TO_CONVERT_TO_PDF',
  FAILED_TO_GENERATE_TARGET_FORMAT: 'FAILED_TO_GENERATE_TARGET_FORMAT',
};
/** HTTP status of a failed parse, by error code. A code that is not listed here has the status 422. */
const statusByCode: Readonly<Record<string, number>> = {
  CORRUPT_FILE: 400,
  FILE_TYPE_NOT_SUPPORTED: 400,
  INTERNAL_ERROR: 500,
};

/**
 * Returns the response to a failed parse. `errorCode` is a key of `codeByError`. Any other code counts as an internal
 * error.
 */
export function failedParserRun(
  request: ParseRequestData,
  failure: { readonly errorCode: string | undefined; readonly message: string; readonly requestId: string },
  processingTimeMs: number,
): ParserRun {
  const { errorCode = '', message, requestId } = failure;
  const code = codeByError[errorCode] ?? 'INTERNAL_ERROR';
  return {
    ...unfinishedParserRun(request),
    object: 'parser_run',
    status: 'FAILED',
    failureReason: code,
    metrics: { processingTimeMs, pageCount: 0 },
    code,
    message,
    requestId,
    retryable: code === 'INTERNAL_ERROR',
  };
}

export function parseFailureStatus(run: ParserRun): number {
  return statusByCode[run.code ?? ''] ?? 422;
}

function chunkOf(page: PageView, config: FullParseConfig): Chunk {
  return {
    object: 'chunk',
    type: 'page',
    content: config.target === 'spatial' ? page.rawText : page.markdown,
    metadata: {
      pageRange: { start: page.number, end: page.number },
      ...(page.name === undefined ? {} : { sheetName: page.name }),
    },
    blocks: page.blocks.map((block, index) => blockOf(block, page, index)),
  };
}

function blockOf(block: PageBlock, page: PageView, index: number): Block {
  const { left, top, right, bottom } = block.box;
  const { content } = block;
  return {
    object: 'block',
    // The page and the index distinguish blocks with equal content.
    id: sha256(`${page.number}:${index}:${block.type}:${content}`).slice(0, 24),
    type: block.type,
    content,
    details: detailsOf(block),
    metadata: { page: { number: page.number, width: page.width, height: page.height } },
    polygon: [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
    boundingBox: { left, right, top, bottom },
  };
}

function detailsOf({ type, rowCount = 0, columnCount = 0 }: PageBlock): NonNullable<Block['details']> {
  if (type === 'table') return { type: 'table_details', rowCount, columnCount };
  return type === 'figure' ? { type: 'figure_details' } : {};
}
