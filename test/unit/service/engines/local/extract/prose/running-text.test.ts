import { describe, expect, it } from 'vitest';
import { layOut } from '../../../../../../../src/service/engines/local/extract/layout/text-layout.ts';
import {
  RunningText,
  sentenceEnds,
} from '../../../../../../../src/service/engines/local/extract/prose/running-text.ts';
import { textDocument } from '../../../../../../fixtures/documents/text-document.ts';

const running = new RunningText(
  layOut(
    textDocument('The rent is due on the first\nday of each month. No pets. Smith Inc. pays.').pages,
    true,
  ),
);

describe('RunningText', () => {
  it('joins lines and finds the lines of a range', () => {
    expect(running.text).toBe('The rent is due on the first day of each month. No pets. Smith Inc. pays.');
    const start = running.text.indexOf('first day of');
    const spans = running.spansOf(start, start + 'first day of'.length);
    expect(spans.map(({ segment, start, end }) => segment.text.slice(start, end))).toEqual([
      'first',
      'day of',
    ]);
  });

  it('returns the sentence around a position', () => {
    const { start, end } = running.sentenceAround(running.text.indexOf('pets'));
    expect(running.text.slice(start, end)).toBe('No pets. ');
  });

  it('omits headers and footers that most pages repeat', () => {
    const page = (body: string, number: number): string =>
      `Lease of a boat\n\n${body}\n\nPage ${number} of 3`;
    const pages = ['The boat is blue', 'and has two masts', 'of oak.'].map((body, index) =>
      page(body, index + 1),
    );
    const { text } = new RunningText(layOut(textDocument(...pages).pages, true));
    expect(text).toBe('The boat is blue and has two masts of oak.');
  });

  it('does not end a sentence after an abbreviation or inside a number', () => {
    expect(sentenceEnds('Roe Ltd. and N.A. Bank pay 1. May 2030. Then they stop.', 0, 60)).toEqual([40]);
  });
});
