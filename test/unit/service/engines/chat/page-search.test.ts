import { beforeAll, describe, expect, it } from 'vitest';
import { PageSearch } from '../../../../../src/service/engines/chat/page-search.ts';
import { engine } from '../../../../../src/service/engines/local/local-engine.ts';

const text = [
  'Müller GmbH            Invoice NW-20417',
  'Main Street 12         Date 3 April 2026',
  '\fTotal 12.00',
  'Total',
  '99.00',
].join('\n');

describe('PageSearch', () => {
  let search: PageSearch;
  beforeAll(async () => {
    const { pages } = await engine.parse(Buffer.from(text), 'a.txt', { effort: 'performance' });
    search = new PageSearch(pages);
  });
  const found = (quote: string, page?: number) =>
    search
      .find(quote, page)
      ?.map(({ segment, start, end }) => [segment.page.number, segment.text.slice(start, end)]) ?? null;

  it('ignores case, accents and punctuation', () => {
    expect(found('MULLER gmbh')).toEqual([[1, 'Müller GmbH']]);
    expect(found('nw 20417')).toEqual([[1, 'NW-20417']]);
  });

  it('finds words next to each other across a line end and across a gap', () => {
    expect(found('Total 99.00')?.map(([, one]) => one)).toEqual(['Total', '99.00']);
    expect(found('GmbH Invoice')?.map(([page]) => page)).not.toEqual([]);
  });

  it('finds words of two columns on one row, although they are not next to each other in reading order', () => {
    const line = (text: string, left: number, top: number) => {
      const box = { left, top, right: left + 60, bottom: top + 12 };
      return { text, box, block: 0, words: [{ text, box, confidence: 1, fontSize: 12 }] };
    };
    const lines = [
      line('Tax', 10, 100),
      line('Total', 10, 120),
      line('7.00', 300, 100),
      line('99.00', 300, 120),
    ];
    const columns = new PageSearch([{ number: 1, width: 600, height: 800, source: 'text', lines }]);
    const texts = (quote: string) => columns.find(quote)?.map(({ segment }) => segment.text);
    expect(texts('Tax 7.00')).toEqual(['Tax', '7.00']);
    expect(texts('Tax Total')).toEqual(['Tax', 'Total']);
    expect(texts('Tax 99.00')).toBeUndefined();
  });

  it('searches the given page first, then the others', () => {
    expect(found('12', 2)).toEqual([[2, '12']]);
    expect(found('12', 1)).toEqual([[1, '12']]);
    expect(found('99', 1)).toEqual([[2, '99']]);
    expect(found('99', Number.NaN)).toEqual([[2, '99']]);
  });

  it('returns null for other words, parts of words, other orders, no words and too many words', () => {
    for (const quote of ['Order NW-20417', '2041', '20417 NW', '', '—', 'total '.repeat(201)])
      expect([quote, found(quote)]).toEqual([quote, null]);
  });
});
