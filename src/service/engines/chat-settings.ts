import { GoldsetError } from '../../base/goldset-error.ts';

/** Settings of the engine `chat-completions`, which calls a model through the chat completions interface. */
export interface ChatSettings {
  /** Address of the chat completions operation. */
  readonly url: string;
  readonly model: string;
  /** Key for the header `Authorization`. The engine neither logs nor stores this key. */
  readonly key?: string;
  /** Largest number of tokens that the model may write per document. */
  readonly maxTokens: number;
  /** Largest number of pages per request. A document with more pages fails. */
  readonly maxPages: number;
  /** Largest number of characters of page text per request. */
  readonly maxCharacters: number;
  /** Largest size of the page images of one request, in bytes. */
  readonly maxImageBytes: number;
  /** Largest response of the server that the engine reads, in bytes. */
  readonly maxResponseBytes: number;
  /** Time limit for all attempts at one document. A single attempt may take at most half of this time. */
  readonly timeLimitMs: number;
  /** First wait before a retry. */
  readonly firstRetryMs: number;
  /** Whether to send only text, even if a config asks for page images. */
  readonly textOnly: boolean;
  /** Credits per 1,000 tokens that the server reads (`input`) and that the model writes (`output`). */
  readonly prices: { readonly input: number; readonly output: number };
}

export const defaultChatSettings = {
  maxTokens: 8192,
  maxPages: 50,
  maxCharacters: 400_000,
  maxImageBytes: 40 * 1024 * 1024,
  maxResponseBytes: 16 * 1024 * 1024,
  timeLimitMs: 240_000,
  firstRetryMs: 500,
  textOnly: false,
  prices: { input: 1, output: 1 },
} as const satisfies Partial<ChatSettings>;

/**
 * Returns complete settings. `url` is the base address of the interface, such as `http://127.0.0.1:8000/v1`, or the address
 * of the operation itself. Throws USAGE if the address, the model or the key is not valid.
 */
export function chatSettings(
  given: Partial<ChatSettings> & Pick<ChatSettings, 'url' | 'model'>,
): ChatSettings {
  const url = URL.parse(given.url);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usage(
      '--engine-url: expected an http or https URL',
      'Give a URL such as http://127.0.0.1:8000/v1.',
    );
  if (url.username !== '' || url.password !== '')
    throw usage(
      '--engine-url: the URL contains a user name or a password',
      'Remove it, and set the key in GOLDSET_ENGINE_KEY.',
    );
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,199})$/.test(given.model))
    throw usage(
      '--engine-model: expected 1 to 200 printable ASCII characters',
      'Give the name of a model of the server.',
    );
  if (given.key !== undefined && !/^[\x21-\x7e]+$/.test(given.key))
    throw usage(
      'GOLDSET_ENGINE_KEY contains a space, a line break or another character that is invalid in a header',
      'Set the variable to the key only.',
    );
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`;
  url.hash = '';
  return { ...defaultChatSettings, ...given, url: url.href };
}

/** Returns the name of the engine for people: the model, and the address of its server without query parameters. */
export function chatEngineName({ model, url }: ChatSettings): string {
  const { origin, pathname } = new URL(url);
  return `chat-completions, ${model} at ${origin}${pathname}`;
}

/** Returns the settings that can change an output, as JSON. Does not include the key. */
export function chatIdentity(settings: ChatSettings): string {
  const { url, model, maxTokens, maxPages, maxCharacters, maxImageBytes, textOnly } = settings;
  return JSON.stringify({ url, model, maxTokens, maxPages, maxCharacters, maxImageBytes, textOnly });
}

function usage(problem: string, fix: string): GoldsetError {
  return new GoldsetError('USAGE', { problem, fix });
}
