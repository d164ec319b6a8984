import { expect, it } from 'vitest';
import { spatialText } from '../../../../../../../src/service/engines/local/parse/layout/spatial-text.ts';
import { placedLine } from '../../../../../../fixtures/documents/parsed-document.ts';

it('places words of one height on one row, in their columns', () => {
  const lines = [
    placedLine('Right', 350, 141, 1),
    placedLine('Left', 50, 140, 0),
    placedLine('Below', 0, 160, 2),
  ];
  const text = spatialText({ number: 1, width: 600, height: 800, source: 'text', lines });
  // 120 columns share 600 points, so each column is 5 points wide.
  expect(text).toBe(`${' '.repeat(10)}Left${' '.repeat(56)}Right\nBelow`);
});
