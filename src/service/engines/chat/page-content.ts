import type { ProcessorConfig } from '../../../model/processor/processor-config.ts';
import type { ChatSettings } from '../chat-settings.ts';
import type { RunContext } from '../engine.ts';
import { EngineFailure } from '../engine-failure.ts';
import { viewPages } from '../local/parse/layout/view-pages.ts';
import type { ParsedDocument, ParsedPage, ReadingEffort } from '../parsed-document.ts';

export interface PageContent {
  readonly number: number;
  /** Text of the page as Markdown. */
  readonly text: string;
  /** Image of the page as a data URL. */
  readonly image?: string;
}

/**
 * Returns the text of the pages, and their images if `images` is `true`. Throws an `EngineFailure` if the pages exceed a
 * limit of the settings.
 */
export async function pageContent(
  document: ParsedDocument,
  pages: readonly ParsedPage[],
  { images }: { readonly images: boolean },
  { settings, context }: { readonly settings: ChatSettings; readonly context: RunContext },
): Promise<readonly PageContent[]> {
  if (pages.length > settings.maxPages)
    throw tooLarge(
      `The configuration selects ${pages.length} pages, and the engine sends at most ${settings.maxPages} pages per request.`,
    );
  const texts = viewPages({ ...document, pages }).map(({ number, markdown }) => ({ number, text: markdown }));
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > settings.maxCharacters)
    throw tooLarge(
      `The selected pages have ${characters} characters of text, and the engine sends at most ${settings.maxCharacters} per request.`,
    );
  if (!images) return texts;
  const { pageImages } = await import('./page-images.ts');
  const drawn = await pageImages(pages, context);
  const bytes = drawn.reduce((sum, image) => sum + image.length, 0);
  if (bytes > settings.maxImageBytes)
    throw tooLarge(
      `The images of the selected pages have ${bytes} bytes, and the engine sends at most ${settings.maxImageBytes} per request.`,
    );
  return texts.map((page, index) => ({
    ...page,
    image: `data:image/jpeg;base64,${Buffer.from(drawn[index] ?? []).toString('base64')}`,
  }));
}

/**
 * Returns whether a request contains page images. Only PDF files and images have pages with a layout that their text does
 * not show. The model gets only text if the name of the base processor ends with `_light`, if the config has
 * `advancedMultimodalEnabled: false`, or if the settings have `textOnly`.
 */
export function wantsImages(
  document: ParsedDocument,
  config: ProcessorConfig,
  effort: ReadingEffort,
  settings: ChatSettings,
): boolean {
  const { advancedOptions = {} } = config;
  const isAllowed = effort === 'performance' && advancedOptions.advancedMultimodalEnabled !== false;
  return isAllowed && !settings.textOnly && (document.type === 'PDF' || document.type === 'IMG');
}

function tooLarge(problem: string): EngineFailure {
  return new EngineFailure(
    'PRE_PROCESSING_FAILURE',
    `${problem} Select fewer pages with fixedPageLimit or pageRanges.`,
  );
}
