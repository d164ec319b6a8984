import { z } from 'zod';
import { oneLine } from '../../../base/phrases.ts';
import { EngineFailure } from '../engine-failure.ts';
import { serverFailure } from './send-request.ts';
import type { TokenProbability } from './token-probabilities.ts';

const tokenSchema = z.looseObject({
  token: z.string(),
  logprob: z.number(),
  bytes: z.array(z.int().min(0).max(255)).nullish(),
});

const count = z.int().nonnegative();
const usageSchema = z.looseObject({ prompt_tokens: count, completion_tokens: count });

const choiceSchema = z.looseObject({
  finish_reason: z.string().nullish(),
  message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
  logprobs: z.unknown().optional(),
});

const responseSchema = z.looseObject({ choices: z.array(choiceSchema), usage: z.unknown().optional() });

/** Answer of the model, with the token probabilities if the server sends them. */
export interface ChatAnswer {
  readonly content: string;
  /** Tokens of the content, or `null` if the server sends no probabilities. */
  readonly tokens: readonly TokenProbability[] | null;
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** Returns the parsed body of a response. Throws an `EngineFailure` if the body is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw serverFailure('sent a response that is not valid JSON');
  }
}

/** Returns the numbers of tokens that the server counted, or `null` if the response does not contain these numbers. */
export function usageOf(body: unknown): TokenUsage | null {
  const { data } = z.looseObject({ usage: usageSchema }).safeParse(body);
  return data === undefined
    ? null
    : { input: data.usage.prompt_tokens, output: data.usage.completion_tokens };
}

/** Returns the answer in a response. Throws an `EngineFailure` if the model refused, stopped early or sent nothing. */
export function answerOf(body: unknown, maxTokens: number): ChatAnswer {
  const { data } = responseSchema.safeParse(body);
  if (data === undefined) throw serverFailure('sent a response that is not a chat completion');
  const [choice] = data.choices;
  if (choice === undefined)
    throw unusable('The response of the model server contains no answer (no choices).');
  const { message, finish_reason: reason } = choice;
  if (message.refusal != null && message.refusal !== '')
    throw unusable(`The model refused to answer: ${oneLine(message.refusal).slice(0, 300)}`);
  if (reason === 'content_filter') throw unusable('A content filter of the model server removed the answer.');
  if (reason === 'length')
    throw unusable(
      `The answer is incomplete, because the model reached a token limit: either the limit of \`goldset serve --engine-max-tokens\` (now ${maxTokens}), or a limit of the model.`,
    );
  if (message.content == null || message.content.trim() === '')
    throw unusable('The answer of the model is empty.');
  return { content: message.content, tokens: tokensOf(choice.logprobs) };
}

export function unusable(message: string): EngineFailure {
  return new EngineFailure('POST_PROCESSING_FAILURE', message);
}

function tokensOf(logprobs: unknown): readonly TokenProbability[] | null {
  const { data } = z.looseObject({ content: z.array(tokenSchema).min(1) }).safeParse(logprobs);
  if (data === undefined) return null;
  return data.content.map(({ token, logprob, bytes }) => ({
    bytes: bytes == null ? Buffer.from(token) : Buffer.from(bytes),
    logprob,
  }));
}
