import type { PageFeatures } from '../text/page-features.ts';
import { foldText } from '../text/words.ts';

/** Similarity of the pages of a packet to earlier pages. */
export interface PageSimilarity {
  /** Cosine similarity of each page to the previous page, from word counts weighted by rarity (TF-IDF). */
  readonly cosine: readonly number[];
  /**
   * Per page, the index of the latest earlier page with the same printed form. `undefined` if there is no such page.
   */
  readonly sameForm: readonly (number | undefined)[];
  /** Per page, the indexes of its running headers and footers: lines that the previous page has at the same height. */
  readonly running: readonly ReadonlySet<number>[];
}

const sameFormWindow = 60;
const sameFormShare = 0.45;

export function pageSimilarity(pages: readonly PageFeatures[]): PageSimilarity {
  const keys = pages.map(shingles);
  return {
    cosine: neighbourCosines(pages),
    sameForm: findSameForms(keys),
    running: pages.map((page, i) => runningLines(page, pages[i - 1])),
  };
}

/**
 * Returns all sequences of three words without digits. Two copies of a form share most of these sequences, even if they
 * are filled in differently.
 */
function shingles(page: PageFeatures): ReadonlySet<string> {
  const stems = page.stems.filter((stem) => !/\d/.test(stem));
  const out = new Set<string>();
  for (let i = 0; i + 2 < stems.length; i++) out.add(`${stems[i]} ${stems[i + 1]} ${stems[i + 2]}`);
  return out;
}

function lineKey(text: string): string {
  return foldText(text.slice(0, 120))
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

function findSameForms(keys: readonly ReadonlySet<string>[]): (number | undefined)[] {
  const pagesOfKey = new Map<string, number[]>();
  return keys.map((own, index) => {
    const shared = new Map<number, number>();
    for (const key of own) {
      const earlier = pagesOfKey.get(key) ?? [];
      for (const other of earlier) shared.set(other, (shared.get(other) ?? 0) + 1);
      const kept = earlier.filter((other) => index - other < sameFormWindow);
      kept.push(index);
      pagesOfKey.set(key, kept);
    }
    let sameForm: number | undefined;
    for (const [other, count] of shared) {
      const size = Math.max(own.size, keys[other]?.size ?? 0);
      if (count >= 12 && count >= sameFormShare * size && other > (sameForm ?? -1)) sameForm = other;
    }
    return sameForm;
  });
}

function runningLines(page: PageFeatures, before: PageFeatures | undefined): ReadonlySet<number> {
  const running = new Set<number>();
  if (before === undefined) return running;
  const edges = (features: PageFeatures) =>
    features.lines.flatMap((line, index) =>
      index < 4 || index >= features.lines.length - 3 ? [{ line, index, key: lineKey(line.text) }] : [],
    );
  const earlier = edges(before);
  for (const { line, index, key } of edges(page)) {
    if (key.length < 4) continue;
    const match = earlier.some(
      (other) =>
        other.key === key &&
        Math.abs(other.line.at - line.at) < 0.03 &&
        Math.abs(other.line.fontSize - line.fontSize) < 1.5,
    );
    if (match) running.add(index);
  }
  return running;
}

function neighbourCosines(pages: readonly PageFeatures[]): number[] {
  const frequency = new Map<string, number>();
  for (const page of pages) {
    for (const stem of page.counts.keys()) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  }
  const weight = (stem: string, count: number) =>
    (1 + Math.log(count)) * Math.log(1 + pages.length / (frequency.get(stem) ?? 1));
  const norms = pages.map((page) => {
    let sum = 0;
    for (const [stem, count] of page.counts) sum += weight(stem, count) ** 2;
    return Math.sqrt(sum);
  });
  return pages.map((page, i) => {
    const before = pages[i - 1];
    if (before === undefined) return 0;
    let dot = 0;
    for (const [stem, count] of page.counts) {
      const other = before.counts.get(stem);
      if (other !== undefined) dot += weight(stem, count) * weight(stem, other);
    }
    const norm = (norms[i] ?? 0) * (norms[i - 1] ?? 0);
    return norm > 0 ? dot / norm : 0;
  });
}
