// Scores a recorded response of another splitter (../shared/data/gcp-splitter).
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { service2026Splits } from '../../src/compat/service-2026.ts';
import { scoreSplitting } from '../../src/scorers/splitting/score-splitting.ts';

const folder = fileURLToPath(new URL('../../../shared/data/gcp-splitter/', import.meta.url));

interface Split {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
}

interface Response {
  readonly pages: readonly unknown[];
  readonly entities: readonly {
    readonly type: string;
    readonly pageAnchor: { readonly pageRefs: readonly { readonly page?: string | number }[] };
  }[];
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as T;
}

/** Pages in the response count from 0. The response omits the page number 0, because it is the default. */
function splitsOf({ entities }: Response): Split[] {
  return entities.map(({ type, pageAnchor }) => {
    const pages = pageAnchor.pageRefs.map(({ page }) => Number(page ?? 0) + 1);
    return { type, startPage: Math.min(...pages), endPage: Math.max(...pages) };
  });
}

describe.skipIf(!existsSync(folder))('the splitter response of ../shared/data/gcp-splitter', () => {
  const file = 'procurement/procurement_multi_document.pdf';
  const gold = () => {
    const labels = readJson<{ file: string; documents: Split[] }[]>('labels.json');
    return labels.find((label) => label.file === file)?.documents ?? [];
  };
  const response = () => readJson<Response>('procurement/procurement_splitter_output.json');

  it('has all six documents right', () => {
    const splits = splitsOf(response());
    const score = scoreSplitting({
      expected: { splits: gold() },
      predicted: { splits },
      pages: response().pages.length,
    });
    expect(score.pages).toBe(7);
    expect(score.documents).toEqual({ expected: 6, predicted: 6, correct: 6 });
    expect(score).toMatchObject({ packetExact: true, misplacedPages: 0 });
    expect(service2026Splits([score])).toMatchObject({ numSplitsCorrect: 6, f1: 1 });
  });

  it('would lose two documents with one missing boundary', () => {
    const [first, second, ...rest] = splitsOf(response()) as [Split, Split, ...Split[]];
    const merged = { ...first, endPage: second.endPage };
    const score = scoreSplitting({
      expected: { splits: gold() },
      predicted: { splits: [merged, ...rest] },
      pages: 7,
    });
    // There are 6 expected and 5 predicted documents, and 4 of them are correct. 1 of the 5 expected boundaries is
    // missing.
    expect(score.documents).toEqual({ expected: 6, predicted: 5, correct: 4 });
    expect(score.boundaries.tolerance0).toEqual({ expected: 5, predicted: 4, correct: 4 });
  });
});
