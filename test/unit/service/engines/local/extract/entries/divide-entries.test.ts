import { describe, expect, it } from 'vitest';
import { divideEntries } from '../../../../../../../src/service/engines/local/extract/entries/divide-entries.ts';
import type { FlowLine } from '../../../../../../../src/service/engines/local/extract/lists/flow-lines.ts';

function line(text: string, index: number, bold: boolean): FlowLine {
  const box = { left: 10, right: 200, top: 12 * index, bottom: 12 * index + 10 };
  return { segments: [], text, box, height: 10, bold, page: 1 };
}

function heads(lines: readonly FlowLine[]): string[][] {
  return divideEntries(lines).map(({ head }) => head.map(({ text }) => text));
}

describe('divideEntries', () => {
  it('starts an entry at each bold line next to a period', () => {
    const texts = ['Baker', 'Oven Ltd, 2030 – 2031', 'Made bread.', 'Cook', 'Pan Ltd, 2028 – 2030'];
    const lines = texts.map((text, index) => line(text, index, text === 'Baker' || text === 'Cook'));
    expect(heads(lines)).toEqual([
      ['Baker', 'Oven Ltd, 2030 – 2031'],
      ['Cook', 'Pan Ltd, 2028 – 2030'],
    ]);
  });

  it('divides a section at bold lines with a colon', () => {
    const texts = ['Baker 2031', 'Earlier positions:', 'Cook 2029'];
    expect(heads(texts.map((text, index) => line(text, index, true)))).toEqual([
      ['Baker 2031'],
      ['Cook 2029'],
    ]);
  });

  it('divides a section with very many bold lines without exceeding the call stack', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) =>
      line(index % 2 === 0 ? 'Baker' : 'Earlier positions:', index, true),
    );
    expect(divideEntries(lines)).toHaveLength(10_000);
  });

  it('returns no entries for a section without text', () => {
    expect(divideEntries([line('—', 0, false)])).toEqual([]);
  });
});
