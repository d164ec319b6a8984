import { GoldsetError } from '../../base/goldset-error.ts';
import type { ChatSettings } from '../../service/engines/chat-settings.ts';
import { type Environment, variable } from '../ports.ts';
import { type NumberInput, numberFlag } from '../settings/flags.ts';

/** Flags that choose the engine of a local service. */
export interface EngineRequest {
  /** Engine of the local service: `local` (default) or `chat-completions`. */
  readonly engine?: string;
  readonly engineUrl?: string;
  readonly engineModel?: string;
  readonly engineMaxTokens?: NumberInput;
  readonly engineMaxPages?: NumberInput;
  /** Seconds. */
  readonly engineTimeout?: NumberInput;
  readonly engineTextOnly?: boolean;
  /** Credits per 1,000 tokens as `input,output`. */
  readonly enginePrice?: string;
}

/**
 * Returns the settings of the engine `chat-completions`, or `undefined` for the local engine. The key comes from
 * GOLDSET_ENGINE_KEY. Throws USAGE if a flag is missing or not valid.
 */
export async function chatEngineOf(
  request: EngineRequest,
  env: Environment,
): Promise<ChatSettings | undefined> {
  const { engine = 'local', engineUrl: url, engineModel: model, enginePrice } = request;
  if (engine === 'local') {
    const given = Object.keys(request).find((name) => /^engine[A-Z]/.test(name) && isGiven(request, name));
    if (given === undefined) return undefined;
    throw usage(
      `${flagOf(given)} needs --engine chat-completions`,
      `Add --engine chat-completions, or remove ${flagOf(given)}.`,
    );
  }
  if (engine !== 'chat-completions')
    throw usage(`--engine: found "${engine}", expected "local" or "chat-completions"`, 'Correct the flag.');
  if (url === undefined || model === undefined)
    throw usage(
      `--engine chat-completions needs ${url === undefined ? '--engine-url' : '--engine-model'}`,
      'Name the server and the model, for example --engine-url http://127.0.0.1:8000/v1 --engine-model NAME.',
    );
  const seconds = numberFlag('--engine-timeout', request.engineTimeout, 1, 3600);
  const { chatSettings, defaultChatSettings } = await import('../../service/engines/chat-settings.ts');
  return chatSettings({
    url,
    model,
    key: variable(env, 'GOLDSET_ENGINE_KEY'),
    maxTokens:
      numberFlag('--engine-max-tokens', request.engineMaxTokens, 1, 1_000_000, 'whole number') ??
      defaultChatSettings.maxTokens,
    maxPages:
      numberFlag('--engine-max-pages', request.engineMaxPages, 1, 5000, 'whole number') ??
      defaultChatSettings.maxPages,
    timeLimitMs: seconds === undefined ? defaultChatSettings.timeLimitMs : seconds * 1000,
    textOnly: request.engineTextOnly ?? false,
    prices: enginePrice === undefined ? defaultChatSettings.prices : pricesOf(enginePrice),
  });
}

/** Returns the engine as the service names it in its identity. */
export async function engineName(settings: ChatSettings): Promise<string> {
  const { chatEngineName } = await import('../../service/engines/chat-settings.ts');
  return chatEngineName(settings);
}

function pricesOf(text: string): ChatSettings['prices'] {
  const [input, output, ...others] = text.split(',');
  if (input === undefined || output === undefined || others.length > 0)
    throw usage(`--engine-price: found "${text}", expected two numbers such as 0.5,2`, 'Correct the flag.');
  return {
    input: numberFlag('--engine-price', input, 0, 1e6),
    output: numberFlag('--engine-price', output, 0, 1e6),
  };
}

function isGiven(request: EngineRequest, name: string): boolean {
  return (request as Readonly<Record<string, unknown>>)[name] !== undefined;
}

/** Returns the flag of a member: `--engine-max-tokens` for `engineMaxTokens`. */
function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function usage(problem: string, fix: string): GoldsetError {
  return new GoldsetError('USAGE', { problem, fix });
}
