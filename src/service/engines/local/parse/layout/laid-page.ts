import type { LaidPage } from '../../../../../pages/flow/laid-page.ts';
import type { ParsedPage } from '../../../parsed-document.ts';
import { boxOf } from './arrange-words.ts';

export function parseLaidPage(page: LaidPage, number: number): ParsedPage {
  return {
    number,
    ...(page.name === undefined ? {} : { name: page.name }),
    width: page.width,
    height: page.height,
    source: 'plain',
    lines: page.lines.map(({ words, ...place }) => ({
      text: words.map((word) => word.text).join(' '),
      words: words.map((word) => ({ ...word, confidence: 1 })),
      box: boxOf(words),
      ...place,
    })),
    ...(page.figures === undefined ? {} : { figures: page.figures }),
  };
}
