import { expect, it } from 'vitest';
import { placeFigures } from '../../../../../../../src/service/engines/local/parse/layout/place-figures.ts';
import type { Box } from '../../../../../../../src/service/engines/parsed-document.ts';

const boxAt = (left: number, top: number): Box => ({ left, top, right: left + 100, bottom: top + 10 });

function placed(texts: Readonly<Record<string, Box>>, figures: Readonly<Record<string, Box>>): string[] {
  const blocks = Object.entries(texts).map(([content, box]) => ({
    block: { type: 'text', content, box } as const,
    markdown: content,
    lines: [],
  }));
  const page = {
    number: 1,
    width: 600,
    height: 800,
    source: 'text',
    lines: [],
    figures: Object.entries(figures).map(([text, box]) => ({ text, box })),
  } as const;
  return placeFigures(page, blocks).map(({ markdown }) => markdown);
}

it('places pictures before the next block of their column, or after its last block', () => {
  const columns = {
    leftTop: boxAt(0, 50),
    leftBottom: boxAt(0, 200),
    rightTop: boxAt(300, 50),
    rightBottom: boxAt(300, 200),
  };
  const figures = { a: boxAt(300, 100), b: boxAt(300, 110), end: boxAt(0, 300), alone: boxAt(150, 0) };
  expect(placed(columns, figures)).toEqual([
    'leftTop',
    'leftBottom',
    '![end]()',
    'rightTop',
    '![a]()',
    '![b]()',
    'rightBottom',
    '![alone]()',
  ]);
});

it('places very many pictures in a short time', () => {
  const figures = Object.fromEntries(
    Array.from({ length: 30_000 }, (_, index) => [`${index}`, boxAt(0, 60)]),
  );
  const start = performance.now();
  expect(placed({ top: boxAt(0, 50), bottom: boxAt(0, 100) }, figures)).toHaveLength(30_002);
  expect(performance.now() - start).toBeLessThan(1_500);
});
