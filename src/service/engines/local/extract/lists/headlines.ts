import type { Candidate } from '../candidates/candidate.ts';
import { tokensOf } from '../layout/fold-text.ts';
import { isUpright, type Segment, type TextLayout } from '../layout/text-layout.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { traitsOf } from '../parties/line-traits.ts';
import { spacedName } from './field-words.ts';
import { joinLines } from './split-items.ts';

const maxSegments = 400;
const maxLines = 4;
/** Minimum text height of a headline, relative to the median text height of the page. */
const minRatio = 1.2;
/** Minimum text height and number of words of a headline that is surely a title, and not the name of a company. */
const clear = { ratio: 1.5, words: 4 };

const titleName =
  /^(?:(?:paper|document|report|article|publication|thesis|book|presentation|study) )?title$|^headline$|^titel$|^titre$|^titulo$|^titolo$/;
const personName =
  /^(?:(?:candidate|applicant|person|author|student|employee) )?(?:full name|name)$|^candidate$|^applicant$/;
const personParent = /person|candidate|applicant|profile|resume|contact|about/;

/** Returns the headline of the first page as a candidate for a document title or for the name of a person. */
export function headlines(layout: TextLayout, fields: readonly FieldPlan[]): Candidate[] {
  const wanted = fields.flatMap((field) => {
    const isText = field.node.kind === 'string' && field.concept === undefined;
    const use = isText ? useOf(field) : undefined;
    return use === undefined ? [] : [{ field: field.index, use }];
  });
  if (wanted.length === 0) return [];
  const { lines, ratio } = headlineLines(layout);
  if (lines.length === 0) return [];
  const spans = lines.map((segment) => ({ segment, start: 0, end: segment.text.length }));
  const text = joinLines(lines.map((line) => line.text));
  const isClear =
    ratio >= clear.ratio && tokensOf(text).length >= clear.words && traitsOf(text).address < 0.3;
  return wanted
    .filter(({ use }) => (use === 'person' ? lines.length === 1 && isPersonName(text) : isTitle(text)))
    .map(({ field, use }) => ({
      spans,
      text,
      field,
      score: isClear && use === 'title' ? 0.92 : 0.7,
      reason: 'headline of the first page',
      labelled: false,
    }));
}

const pageCount =
  /^(?:number of pages|page count|num pages|n pages|seitenzahl|anzahl (?:der )?seiten|nombre de pages)$/;
/** Names that can also mean the pages on which the document was printed, such as `12-19`. */
const unclearPageCount = /^pages$/;

/** Returns the number of pages of the document for fields such as `page_count`. The value has no position in the text. */
export function pageCounts(layout: TextLayout, fields: readonly FieldPlan[]): Candidate[] {
  const reason = 'number of pages of the file';
  const text = String(layout.pages.length);
  return fields.flatMap(({ node, index }) => {
    const names = [wordsOf(node.key), wordsOf(node.name)];
    const isClear = names.some((name) => pageCount.test(name));
    if (node.kind !== 'integer' || !(isClear || names.some((name) => unclearPageCount.test(name)))) return [];
    return [{ spans: [], text, field: index, score: isClear ? 0.9 : 0.6, reason, labelled: false }];
  });
}

/** Returns a name in lower case with spaces between its words. */
function wordsOf(text: string): string {
  return tokensOf(spacedName(text))
    .map((token) => token.text)
    .join(' ');
}

function useOf({ node, path }: FieldPlan): 'title' | 'person' | undefined {
  const names = [wordsOf(node.key), wordsOf(node.name)];
  const parents = wordsOf(path.slice(0, -node.key.length));
  if (names.some((name) => titleName.test(name)))
    return parents === '' || /paper|document|report|article|publication|meta/.test(parents)
      ? 'title'
      : undefined;
  const isBare = names.every((name) => name === 'name');
  return names.some((name) => personName.test(name)) && (!isBare || personParent.test(parents))
    ? 'person'
    : undefined;
}

/** Lines of a headline, with their text height relative to the median text height of the page. */
interface Headline {
  readonly lines: readonly Segment[];
  readonly ratio: number;
}

/** Returns the lines in the largest type in the upper half of the first page. */
function headlineLines(layout: TextLayout): Headline {
  const [page] = layout.pages;
  const all = layout.segments
    .filter((segment) => segment.page === page && !isUpright(segment))
    .slice(0, maxSegments);
  const heights = all.map(({ height }) => height).sort((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 0;
  const upper = all.filter(({ box, text }) => box.top < 0.5 * (page?.height ?? 0) && /\p{L}{2}/u.test(text));
  const tallest = upper.reduce((most, { height }) => Math.max(most, height), 0);
  const ratio = usual > 0 ? tallest / usual : 0;
  if (ratio < minRatio) return { lines: [], ratio };
  const lines = upper.filter(({ height }) => height > 0.92 * tallest);
  const first = lines.findIndex(({ height }) => height === tallest);
  let from = first;
  while (from > 0 && isNext(lines[from - 1], lines[from])) from -= 1;
  let to = first;
  while (isNext(lines[to], lines[to + 1])) to += 1;
  return { lines: to - from < maxLines ? lines.slice(from, to + 1) : [], ratio };
}

function isNext(above: Segment | undefined, below: Segment | undefined): boolean {
  if (above === undefined || below === undefined) return false;
  return below.row !== above.row && below.box.top - above.box.bottom < 1.2 * above.height;
}

function isTitle(text: string): boolean {
  return tokensOf(text).length >= 2 && text.length <= 300;
}

/** Returns whether a text can be the name of a person: two to five words, at least two of them with a capital. */
function isPersonName(text: string): boolean {
  const words = text.split(/[\s,]+/);
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return words.length >= 2 && words.length <= 5 && capitals >= 2 && !/[\d@:|/]/.test(text);
}
