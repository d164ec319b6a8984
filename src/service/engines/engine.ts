import type {
  ClassifyConfig,
  ExtractConfig,
  ProcessorConfig,
  SplitterConfig,
} from '../../model/processor/processor-config.ts';
import type { Box, ParsedDocument, ReadingEffort } from './parsed-document.ts';

export interface ParseOptions {
  readonly effort: ReadingEffort;
  /** Maximum number of pages to read, counted from the first page. If absent, all pages are read. */
  readonly pages?: number;
}

/** Options of `Engine.view`. `text`, `tables` and `figures` state which kinds of blocks the pages contain. */
export interface ViewOptions {
  readonly text: boolean;
  readonly tables: boolean;
  readonly figures: boolean;
  /** Format of the content of table blocks, and of tables in the Markdown text of a page. */
  readonly tableFormat: 'markdown' | 'html';
  /** Whether the Markdown text marks bold words. */
  readonly bold: boolean;
  /** Whether boxes and sizes refer to the page after the parser rotated it. */
  readonly upright: boolean;
}

/** One page, as the parse operation returns it. */
export interface PageView {
  readonly number: number;
  readonly name?: string;
  readonly width: number;
  readonly height: number;
  readonly rawText: string;
  readonly markdown: string;
  readonly blocks: readonly PageBlock[];
}

export interface PageBlock {
  readonly type: 'text' | 'heading' | 'section_heading' | 'table' | 'figure';
  /** Text of the block, a table in the requested format, or the alternative text of a figure. */
  readonly content: string;
  readonly html?: string;
  /** Level of a heading. 1 is the title. */
  readonly headingLevel?: number;
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly rowCount?: number;
  readonly columnCount?: number;
}

/** Words of a document with their positions on the displayed pages. */
export interface DocumentWords {
  readonly type: ParsedDocument['type'];
  readonly pages: readonly {
    readonly number: number;
    /** Size of the page in points. */
    readonly width: number;
    readonly height: number;
    /** Whether the words come from character recognition. */
    readonly ocr: boolean;
    /** Words in reading order. Words of filled form fields come last. */
    readonly words: readonly { readonly text: string; readonly box: Box }[];
  }[];
}

type Operation<Config extends ProcessorConfig> = (
  document: ParsedDocument,
  config: Config,
  effort: ReadingEffort,
  context: RunContext,
) => Promise<unknown>;

/** Data about a run that an engine receives together with the parsed document. */
export interface RunContext {
  /** File name of the document. */
  readonly name: string;
  bytes(): Promise<Uint8Array>;
  /**
   * Sets the credits of the run, in place of the price per page. `null` means that the cost is unknown. The credits
   * also count if the run fails later.
   */
  charge(credits: number | null): void;
}

/** A module of an engine: it exports the engine, or a function that creates the engine from its settings. */
export interface EngineModule {
  readonly engine?: Engine;
  createEngine?(settings: unknown): Engine;
}

/**
 * Reads documents for the service, which parses each file once for all operations. `parse`, `view` and `words` must be
 * deterministic. If the caller of the service should see why an operation fails, the operation throws an
 * `EngineFailure`.
 */
export interface Engine {
  /**
   * Returns the version of the parser. The version changes if the results of `parse` may change. A new
   * version invalidates the cache.
   */
  parseVersion(): Promise<string>;
  /** Reads the words and lines of a file. Throws a `DOCUMENT_*` error if the file cannot be read. */
  parse(bytes: Uint8Array, name: string, options: ParseOptions): Promise<ParsedDocument>;
  /** Returns the output of an EXTRACT processor. The service checks that the output is a JSON object. */
  extract: Operation<ExtractConfig>;
  classify: Operation<ClassifyConfig>;
  split: Operation<SplitterConfig>;
  /**
   * Returns the pages for the parse operation: text, Markdown and blocks. Without options, the pages contain all blocks,
   * and tables as Markdown.
   */
  view(document: ParsedDocument, options?: ViewOptions): Promise<readonly PageView[]>;
  /**
   * Reads the words of some pages, to check citations. Omits pages that the document does not have. Throws a
   * `DOCUMENT_*` error if the file cannot be read.
   */
  words?(bytes: Uint8Array, name: string, pages: ReadonlySet<number>): Promise<DocumentWords>;
  /** Returns the words of a parsed document with their positions on the displayed pages. */
  wordsOf?(document: ParsedDocument): Promise<DocumentWords['pages']>;
  /** Frees the resources that `words` uses in this process. */
  close?(): Promise<void>;
}

/** Returns `light` if the name of the base processor ends with `_light`, otherwise `performance`. */
export function effortOf(config: ProcessorConfig): ReadingEffort {
  return config.baseProcessor?.endsWith('_light') ? 'light' : 'performance';
}

/**
 * Returns the highest page number that the config selects, or `undefined` if the config does not limit the
 * pages.
 */
export function pageLimitOf(config: ProcessorConfig): number | undefined {
  const { fixedPageLimit, pageRanges } = config.advancedOptions ?? {};
  const lastInRanges =
    pageRanges === undefined || pageRanges.length === 0
      ? undefined
      : Math.max(...pageRanges.map((range) => range.end));
  if (fixedPageLimit === undefined) return lastInRanges;
  return lastInRanges === undefined ? fixedPageLimit : Math.min(fixedPageLimit, lastInRanges);
}

/** Returns the number of pages that the config selects. The service charges for these pages. */
export function processedPages(config: ProcessorConfig, pageCount: number): number {
  const { fixedPageLimit, pageRanges } = config.advancedOptions ?? {};
  const within = Math.min(pageCount, fixedPageLimit ?? pageCount);
  if (pageRanges === undefined || pageRanges.length === 0) return within;
  let pages = 0;
  for (let page = 1; page <= within; page++)
    if (pageRanges.some((range) => range.start <= page && page <= range.end)) pages++;
  return pages;
}

export function runEngine(
  engine: Engine,
  config: ProcessorConfig,
  document: ParsedDocument,
  context: RunContext,
): Promise<unknown> {
  const effort = effortOf(config);
  switch (config.type) {
    case 'EXTRACT':
      return engine.extract(document, config, effort, context);
    case 'CLASSIFY':
      return engine.classify(document, config, effort, context);
    case 'SPLITTER':
      return engine.split(document, config, effort, context);
  }
}
