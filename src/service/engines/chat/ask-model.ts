import type { ChatSettings } from '../chat-settings.ts';
import type { RunContext } from '../engine.ts';
import { EngineFailure } from '../engine-failure.ts';
import type { AnswerSchema } from './answer-schema.ts';
import { answerOf, type ChatAnswer, parseBody, type TokenUsage, usageOf } from './chat-response.ts';
import type { ChatMessage } from './prompt.ts';
import { type ChatTransport, serverFailure } from './send-request.ts';
import { isTooLong, type ServerError } from './server-error.ts';

type Body = Readonly<Record<string, unknown>>;

/** A question to the model: the messages, and the name and schema of the answer. */
export interface Question {
  readonly name: string;
  readonly schema: AnswerSchema;
  readonly messages: readonly ChatMessage[];
}

/**
 * Parts of a request that some servers or models reject. The error response of the server then contains the `name` of
 * the rejected part. `apply` returns the request without the part, or with a variant of the part.
 */
const adaptations: readonly { readonly name: string; readonly apply: (body: Body) => Body }[] = [
  {
    name: 'max_tokens',
    apply: ({ max_tokens, ...rest }) => ({ ...rest, max_completion_tokens: max_tokens }),
  },
  { name: 'logprobs', apply: ({ logprobs: _, ...rest }) => rest },
  { name: 'temperature', apply: ({ temperature: _, ...rest }) => rest },
  { name: 'response_format', apply: ({ response_format: _, ...rest }) => rest },
  { name: 'json_schema', apply: ({ response_format: _, ...rest }) => rest },
];

/** Asks one model. Remembers which optional parts of a request the server of the model rejects. */
export class Model {
  readonly #settings: ChatSettings;
  readonly #transport: ChatTransport;
  #adaptations: typeof adaptations = [];

  constructor(settings: ChatSettings, transport: ChatTransport) {
    this.#settings = settings;
    this.#transport = transport;
  }

  /**
   * Asks the question, and charges the run for the tokens that the server counted. The cost of a run without a readable
   * answer is unknown, unless the server stated an error. Throws an `EngineFailure` if there is no answer.
   */
  async ask(question: Question, context: RunContext): Promise<ChatAnswer> {
    const { model, maxTokens, timeLimitMs, prices } = this.#settings;
    const deadlineAt = performance.now() + timeLimitMs;
    const request = { model, ...requestOf(question, maxTokens) };
    for (;;) {
      const body = this.#adaptations.reduce<Body>((adapted, { apply }) => apply(adapted), request);
      const response = await this.#transport.post(body, deadlineAt, () => context.charge(null));
      if (typeof response === 'string') {
        context.charge(null);
        const parsed = parseBody(response);
        context.charge(creditsOf(usageOf(parsed), prices));
        return answerOf(parsed, maxTokens);
      }
      if (isTooLong(response))
        throw new EngineFailure(
          'PRE_PROCESSING_FAILURE',
          `The request is too long for the model server (${response.status}): ${response.message.replace(/\.$/, '')}. Select fewer pages with fixedPageLimit or pageRanges, or set a lower --engine-max-tokens.`,
        );
      const next = adaptations.find((one) => !this.#adaptations.includes(one) && isAbout(response, one.name));
      if (next === undefined)
        throw serverFailure(`rejects the request (${response.status}): ${response.message}`);
      this.#adaptations = [...this.#adaptations, next];
    }
  }
}

function requestOf({ name, schema, messages }: Question, maxTokens: number): Body {
  return {
    messages,
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
    max_tokens: maxTokens,
    temperature: 0,
    logprobs: true,
  };
}

function isAbout({ param, message }: ServerError, name: string): boolean {
  return param === name || new RegExp(`(?<!\\w)${name}(?!\\w)`).test(message);
}

/** Returns the credits for tokens, rounded to millionths. Returns `null` if the server counted no tokens. */
function creditsOf(usage: TokenUsage | null, prices: ChatSettings['prices']): number | null {
  if (usage === null) return null;
  return Math.round(usage.input * prices.input * 1e3 + usage.output * prices.output * 1e3) / 1e6;
}
