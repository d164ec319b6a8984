import { describe, expect, it } from 'vitest';
import {
  TokenProbabilities,
  type TokenProbability,
} from '../../../../../src/service/engines/chat/token-probabilities.ts';

const token = (text: string | Uint8Array, probability: number): TokenProbability => ({
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  logprob: Math.log(probability),
});

describe('TokenProbabilities', () => {
  const content = '{"a":"NW-7","b":12}';
  const tokens = [
    token('{"a":"', 0.3),
    token('NW', 0.9),
    token('-7",', 0.8),
    token('"b":1', 0.5),
    token('2}', 0.6),
  ];

  it('multiplies the tokens that overlap the characters', () => {
    const probabilities = TokenProbabilities.of(content, tokens);
    // Characters 6 to 10 are `NW-7`. This text has two tokens, with the probabilities 0.9 and 0.8.
    expect(probabilities?.of(6, 10)).toBeCloseTo(0.72, 12);
    // Characters 16 to 18 are `12`. This text has two tokens, with the probabilities 0.5 and 0.6.
    expect(probabilities?.of(16, 18)).toBeCloseTo(0.3, 12);
    expect(probabilities?.of(0, content.length)).toBeCloseTo(0.3 * 0.9 * 0.8 * 0.5 * 0.6, 12);
  });

  it('counts in bytes, because a token can end inside a character', () => {
    const euro = Buffer.from('€');
    const split = [
      token('{"a":"', 1),
      token(euro.subarray(0, 1), 0.5),
      token(euro.subarray(1), 0.4),
      token('x"}', 0.9),
    ];
    const probabilities = TokenProbabilities.of('{"a":"€x"}', split);
    expect(probabilities?.of(6, 7)).toBeCloseTo(0.2, 12);
    expect(probabilities?.of(7, 8)).toBeCloseTo(0.9, 12);
  });

  it('ignores tokens after the content, and treats a positive logarithm as certainty', () => {
    const probabilities = TokenProbabilities.of('7', [
      { bytes: Buffer.from('7'), logprob: 2 },
      token('<end>', 0.1),
    ]);
    expect(probabilities?.of(0, 1)).toBe(1);
  });

  it('is null if there are no tokens, or if they are not the content', () => {
    expect(TokenProbabilities.of(content, null)).toBeNull();
    expect(TokenProbabilities.of(content, [])).toBeNull();
    expect(TokenProbabilities.of(content, tokens.slice(0, 4))).toBeNull();
    expect(TokenProbabilities.of(` ${content}`, tokens)).toBeNull();
  });
});
