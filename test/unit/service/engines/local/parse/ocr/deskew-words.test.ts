import { describe, expect, it } from 'vitest';
import {
  originalBox,
  rotatePoint,
} from '../../../../../../../src/service/engines/local/parse/layout/rotate-box.ts';
import {
  deskewWords,
  skewOf,
} from '../../../../../../../src/service/engines/local/parse/ocr/deskew-words.ts';

const page = { width: 600, height: 800 };

describe('skewOf', () => {
  it('returns the angle of most of the text', () => {
    const lines = [0.1, 0.1, 0.11, 0.09].map((angle) => ({ angle, length: 300 }));
    expect(skewOf([...lines, { angle: -0.25, length: 100 }])).toBe(0.1);
  });

  it('returns 0 for few lines, and for a negligible angle', () => {
    expect(skewOf([])).toBe(0);
    expect(skewOf([0.1, 0.1, 0.1].map((angle) => ({ angle, length: 300 })))).toBe(0);
    expect(skewOf([0.003, 0.002, -0.001, 0.003].map((angle) => ({ angle, length: 300 })))).toBe(0);
  });
});

describe('deskewWords', () => {
  const wordAt = (x: number, y: number) => ({
    text: 'x',
    confidence: 1,
    fontSize: 10,
    box: { left: x - 20, right: x + 20, top: y - 5, bottom: y + 5 },
  });

  it('moves the words of one skewed line to one height', () => {
    const skew = 0.12;
    const line = [100, 300, 500].map((x) => rotatePoint(x, 200, page, skew));
    const words = deskewWords(
      line.map(({ x, y }) => wordAt(x, y)),
      page,
      skew,
    );
    for (const word of words) expect((word.box.top + word.box.bottom) / 2).toBeCloseTo(200, 6);
    expect(words.map((word) => Math.round((word.box.left + word.box.right) / 2))).toEqual([100, 300, 500]);
  });

  it('is reversed for the original page', () => {
    const skew = -0.08;
    const [word] = deskewWords([wordAt(420, 130)], page, skew);
    const parsed = { number: 1, source: 'ocr' as const, lines: [], ...page, skew };
    const box = originalBox(parsed, word?.box ?? { left: 0, right: 0, top: 0, bottom: 0 });
    expect((box.left + box.right) / 2).toBeCloseTo(420, 6);
    expect((box.top + box.bottom) / 2).toBeCloseTo(130, 6);
  });
});
