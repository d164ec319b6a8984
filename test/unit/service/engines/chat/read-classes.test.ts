import { describe, expect, it } from 'vitest';
import { answerJson } from '../../../../../src/service/engines/chat/answer-json.ts';
import { PageSearch } from '../../../../../src/service/engines/chat/page-search.ts';
import { readClassification, readSplits } from '../../../../../src/service/engines/chat/read-classes.ts';
import { textDocument } from '../../../../fixtures/documents/text-document.ts';

const classes = [
  { id: 'a', type: 'A', description: '' },
  { id: 'b', type: 'B', description: '' },
];
const { pages } = textDocument('Invoice 7', 'Terms');
const answer = (members: object) => answerJson({ content: JSON.stringify(members), tokens: null });

describe('readClassification', () => {
  const read = (members: object) => readClassification(answer(members), classes, new PageSearch(pages));

  it.each([
    ['invoice 7', 0.8, 'Page 1: "invoice 7".'],
    ['order', 0.4, 'The quote of the model is not on the pages that the model read.'],
    [null, 0.6, 'The model gave no quote for the class.'],
    [' ', 0.6, 'The model gave no quote for the class.'],
  ])('has a confidence by its quote %j', (quote, confidence, content) => {
    const output = { id: 'b', type: 'B', confidence, insights: [{ type: 'reasoning', content }] };
    expect(read({ class: 'b', page: 1, quote })).toEqual(output);
  });

  it.each([
    [{}, 'class: found nothing, expected one of a, b'],
    [{ class: 'A' }, 'class: found "A"'],
    [{ class: 'c' }, 'class: found "c"'],
    [{ class: 'a', quote: 1 }, 'quote: found 1'],
    [{ class: 'a', confidence: 1 }, 'confidence: found 1, expected no such member'],
  ])('rejects %j', (members, problem) => {
    expect(() => read(members)).toThrow(problem);
  });
});

describe('readSplits', () => {
  const read = (members: object) =>
    readSplits(answer(members), classes, [{ number: 2 }, { number: 3 }, { number: 4 }]);
  const split = (start_page: unknown, end_page: unknown, more = {}) => ({
    class: 'a',
    start_page,
    end_page,
    ...more,
  });

  it('orders the splits and keeps gaps and overlaps', () => {
    const { splits } = read({
      splits: [split(4, 4), split(2, 4, { class: 'b', identifier: 'X', observation: 'y' })],
    });
    expect(splits).toMatchObject([
      { classificationId: 'b', type: 'B', startPage: 2, endPage: 4, identifier: 'X', observation: 'y' },
      { classificationId: 'a', type: 'A', startPage: 4, endPage: 4, identifier: null, observation: null },
    ]);
    expect(new Set(splits.map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    [{}, 'splits: found nothing'],
    [{ splits: [] }, 'splits: found [], expected at least one document'],
    [{ splits: [1] }, 'splits[0]: found 1'],
    [{ splits: [split(1, 2)] }, 'splits[0].start_page: found 1, expected the number of a page'],
    [{ splits: [split(2, 5)] }, 'splits[0].end_page: found 5'],
    [{ splits: [split(3, 2)] }, 'splits[0].end_page: found 2, expected a page from 3'],
    [{ splits: [split('2', 3)] }, 'splits[0].start_page: found "2"'],
    [{ splits: [split(2, 2.5)] }, 'splits[0].end_page: found 2.5'],
    [{ splits: [split(2, 3, { class: 'z' })] }, 'splits[0].class: found "z"'],
    [{ splits: [split(2, 3, { identifier: 5 })] }, 'splits[0].identifier: found 5'],
    [{ splits: [split(2, 3, { note: '' })] }, 'splits[0].note: found "", expected no such member'],
  ])('rejects %j', (members, problem) => {
    expect(() => read(members)).toThrow(problem);
  });
});
