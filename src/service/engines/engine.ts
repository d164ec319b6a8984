import type {
  ClassifyConfig,
  ExtractConfig,
  ProcessorConfig,
  SplitterConfig,
} from '../../model/processor/processor-config.ts';
import type { ParsedDocument, ReadingEffort } from './parsed-document.ts';

export interface ParseOptions {
  readonly effort: ReadingEffort;
  /** Largest number of pages to read, from the first; absent means all. */
  readonly pages?: number;
}

/** One page as the parse operation shows it. */
export interface PageView {
  readonly number: number;
  /** Of the sheet, where the file names its sheets. */
  readonly name?: string;
  readonly width: number;
  readonly height: number;
  readonly rawText: string;
  readonly markdown: string;
  readonly blocks: readonly PageBlock[];
}

export interface PageBlock {
  readonly type: 'text' | 'heading' | 'section_heading' | 'table' | 'figure';
  readonly content: string;
  readonly html?: string;
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly rowCount?: number;
  readonly columnCount?: number;
}

/** What a worker needs from the engines. Every call is deterministic: the same arguments give the same answer. */
export interface Engine {
  /** Changes whenever `parse` might answer differently; stored parses of another version are not used. */
  parseVersion(): Promise<string>;
  parse(bytes: Uint8Array, name: string, options: ParseOptions): Promise<ParsedDocument>;
  extract(document: ParsedDocument, config: ExtractConfig, effort: ReadingEffort): Promise<unknown>;
  classify(document: ParsedDocument, config: ClassifyConfig, effort: ReadingEffort): Promise<unknown>;
  split(document: ParsedDocument, config: SplitterConfig, effort: ReadingEffort): Promise<unknown>;
  view(document: ParsedDocument): Promise<readonly PageView[]>;
}

/** `*_light` bases read lightly; every other base, and none, reads at full performance. */
export function effortOf(config: ProcessorConfig): ReadingEffort {
  return config.baseProcessor?.endsWith('_light') ? 'light' : 'performance';
}

/** How many pages from the first the config can need, or undefined where it needs all. */
export function pageLimitOf(config: ProcessorConfig): number | undefined {
  const { fixedPageLimit, pageRanges } = config.advancedOptions ?? {};
  const lastInRanges =
    pageRanges === undefined || pageRanges.length === 0
      ? undefined
      : Math.max(...pageRanges.map((range) => range.end));
  if (fixedPageLimit === undefined) return lastInRanges;
  return lastInRanges === undefined ? fixedPageLimit : Math.min(fixedPageLimit, lastInRanges);
}

/** Pages that the config lets be processed: those that are paid for. */
export function processedPages(config: ProcessorConfig, pageCount: number): number {
  const { fixedPageLimit, pageRanges } = config.advancedOptions ?? {};
  const within = Math.min(pageCount, fixedPageLimit ?? pageCount);
  if (pageRanges === undefined || pageRanges.length === 0) return within;
  let pages = 0;
  for (let page = 1; page <= within; page++)
    if (pageRanges.some((range) => range.start <= page && page <= range.end)) pages++;
  return pages;
}

/** Applies a processor's config to a parsed document. */
export function runEngine(
  engine: Engine,
  config: ProcessorConfig,
  document: ParsedDocument,
): Promise<unknown> {
  const effort = effortOf(config);
  switch (config.type) {
    case 'EXTRACT':
      return engine.extract(document, config, effort);
    case 'CLASSIFY':
      return engine.classify(document, config, effort);
    case 'SPLITTER':
      return engine.split(document, config, effort);
  }
}
