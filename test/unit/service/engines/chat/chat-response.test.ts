import { describe, expect, it } from 'vitest';
import { answerOf, usageOf } from '../../../../../src/service/engines/chat/chat-response.ts';

const content = '{"class":"a"}';
const usage = { prompt_tokens: 31, completion_tokens: 7, total_tokens: 38 };
const token = { token: content, logprob: -0.5, bytes: [...Buffer.from(content)] };
const common = { id: 'chatcmpl-1', object: 'chat.completion', created: 1_770_000_000, model: 'm' };

/** Responses in the forms that common servers document. */
const forms = {
  hosted: {
    ...common,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null, annotations: [] },
        logprobs: { content: [{ ...token, top_logprobs: [] }], refusal: null },
        finish_reason: 'stop',
      },
    ],
    usage: {
      ...usage,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
    service_tier: 'default',
    system_fingerprint: 'fp_1',
  },
  'a GPU server': {
    ...common,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', reasoning_content: null, content, tool_calls: [] },
        logprobs: {
          content: [
            { ...token, top_logprobs: [] },
            { token: '', logprob: -0.1, bytes: [], top_logprobs: [] },
          ],
        },
        finish_reason: 'stop',
        stop_reason: null,
      },
    ],
    usage: { ...usage, prompt_tokens_details: null },
    prompt_logprobs: null,
    kv_transfer_params: null,
  },
  'a server for one machine': {
    choices: [
      {
        finish_reason: 'stop',
        index: 0,
        message: { role: 'assistant', content },
        logprobs: { content: [{ id: 5, ...token, top_logprobs: [{ id: 5, ...token }] }] },
      },
    ],
    ...common,
    system_fingerprint: 'b1',
    usage,
    timings: { prompt_n: 31, predicted_n: 7 },
  },
};

const plain = {
  ...common,
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
};

describe('answerOf', () => {
  it.each(Object.entries(forms))('reads the form of %s', (_, body) => {
    const answer = answerOf(body, 100);
    expect(answer.content).toBe(content);
    expect(answer.tokens?.[0]).toEqual({ bytes: Buffer.from(content), logprob: -0.5 });
    expect(usageOf(body)).toEqual({ input: 31, output: 7 });
  });

  it.each([
    ['absent', undefined],
    ['null', null],
    ['without content', { content: null, tokens: ['x'], token_logprobs: [-1] }],
    ['empty', { content: [] }],
    ['with an impossible byte', { content: [{ ...token, bytes: [256] }] }],
    ['without a number', { content: [{ ...token, logprob: null }] }],
  ])('has no tokens if the probabilities are %s', (_, logprobs) => {
    const [choice] = plain.choices;
    expect(answerOf({ ...plain, choices: [{ ...choice, logprobs }] }, 100)).toEqual({
      content,
      tokens: null,
    });
  });

  it('encodes tokens without bytes', () => {
    const [choice] = plain.choices;
    const logprobs = { content: [{ token: '€', logprob: -1, bytes: null }] };
    expect(answerOf({ ...plain, choices: [{ ...choice, logprobs }] }, 100).tokens).toEqual([
      { bytes: Buffer.from('€'), logprob: -1 },
    ]);
  });
});

it.each([
  [undefined],
  [null],
  [{ prompt_tokens: 31 }],
  [{ prompt_tokens: -1, completion_tokens: 7 }],
  [{ prompt_tokens: '31', completion_tokens: 7 }],
  [{ prompt_tokens: 1e300, completion_tokens: 7 }],
])('the usage is unknown if it is %j', (given) => {
  expect(usageOf({ ...plain, usage: given })).toBeNull();
});
