import { describe, expect, it } from 'vitest';
import { answerJson, checkMembers } from '../../../../../src/service/engines/chat/answer-json.ts';

const tokensOf = (...parts: readonly (readonly [text: string, probability: number])[]) =>
  parts.map(([text, probability]) => ({ bytes: Buffer.from(text), logprob: Math.log(probability) }));

describe('answerJson', () => {
  it.each([
    ['{"a":1}'],
    [' \n{"a":1}\n'],
    ['```json\n{"a":1}\n```'],
    ['```\n{"a":1}\n```\n'],
    ['<think>Is {"a":2} right?</think>\n{"a":1}'],
    ['\n<think>\n```json\n{}\n```\n</think>\n\n```json\n{"a":1}\n```'],
  ])('reads the object of %j', (content) => {
    expect(answerJson({ content, tokens: null }).members).toEqual({ a: 1 });
  });

  it.each([
    ['', 'not valid JSON'],
    ['{"a":1} {"a":2}', 'not valid JSON'],
    ['Here it is: {"a":1}', 'not valid JSON'],
    ['<think>never ends {"a":1}', 'not valid JSON'],
    ['```json\n', 'not valid JSON'],
    ['[{"a":1}]', 'not a JSON object'],
    ['null', 'not a JSON object'],
    [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'nested too deeply'],
  ])('rejects %j', (content, problem) => {
    expect(() => answerJson({ content, tokens: null })).toThrow(problem);
  });

  it('finds the probability of a value also after reasoning', () => {
    const parts = [
      ['<think>x</think>', 0.1],
      ['{"a":"', 1],
      ['N', 0.5],
      ['7"', 0.5],
      ['}', 0.1],
    ] as const;
    const content = parts.map(([text]) => text).join('');
    const answer = answerJson({ content, tokens: tokensOf(...parts) });
    expect(answer.probability('a')).toBeCloseTo(0.25, 12);
    expect(answer.probability('b')).toBeNull();
    expect(answerJson({ content, tokens: null }).probability('a')).toBeNull();
  });
});

describe('checkMembers', () => {
  it('names an unknown member on one line of limited length', () => {
    const object = { total: 1, [`\u001b[31m\n${'k'.repeat(1_000_000)}`]: 'v' };
    const found = (path: string) => {
      try {
        checkMembers(path, object, ['total']);
      } catch (thrown) {
        return (thrown as Error).message;
      }
    };
    expect(found('value')).toMatch(/schema: value\. \[31m k{188}: found "v", expected no such member\.$/);
    expect(found('')).toMatch(/schema: {2}\[31m k{194}: found/);
  });
});
