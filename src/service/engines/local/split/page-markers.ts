import type { LineFeatures, PageFeatures } from '../text/page-features.ts';
import { foldText } from '../text/words.ts';
import type { Evidence } from './text-flow.ts';

export interface PageMarker {
  readonly number: number;
  readonly total?: number;
}

export interface PageMarkers {
  /** Page number with a label (`Page 2 of 3`, `Seite 2`), or `2/3` in the header or footer. */
  readonly labelled?: PageMarker;
  /** Numbers alone on a line (`- 4 -`), from top to bottom. */
  readonly bare: readonly number[];
}

const labelled =
  /(?:^|[^\p{L}])(?:page|pages|pg|seite|blatt|pag|pagina|side|sida|folio|sheet)\s*[.:#]?\s*(\d{1,4})(?:\s*(?:\/|of|von|de|di|sur|van|aus|out of)\s*(\d{1,4}))?(?!\d)/u;
const fraction = /(?:^|\s)(\d{1,3})\s*(?:\/|of|von|sur|van)\s*(\d{1,3})\s*$/;
const bare = /^[\s\-–—[(|]*(\d{1,3})[\s\-–—\])|.]*$/;

export function pageMarkers(page: PageFeatures, lineLimit = page.lines.length): PageMarkers {
  const { lines } = page;
  const numbers: number[] = [];
  let found: PageMarker | undefined;
  lines.forEach((line, index) => {
    if (index >= lineLimit && index < lines.length - 3) return;
    const edge = index < 6 || index >= lines.length - 4 || line.at < 0.1 || line.at > 0.9;
    if (edge) found ??= labelledNumberOn(line, index, lines.length);
    const alone = bare.exec(line.text.slice(0, 20));
    const atEnd = index === lines.length - 1 || line.at > 0.88 || line.at < 0.08;
    if (alone?.[1] && line.text.length < 12 && (line.centred || atEnd)) numbers.push(Number(alone[1]));
  });
  return { bare: numbers, ...(found === undefined ? {} : { labelled: found }) };
}

function labelledNumberOn(line: LineFeatures, index: number, count: number): PageMarker | undefined {
  const text = foldText(line.text.slice(0, 300)).trim();
  const match = labelled.exec(text);
  if (match?.[1]) {
    const before = text.slice(0, match.index).trim();
    const after = text.slice(match.index + match[0].length).trim();
    // Ignores a number inside a sentence ("see page 3 for ...").
    const insideSentence = before.split(/\s+/).length > 12 && after.split(/\s+/).length > 3;
    if (!insideSentence && !/(?:see|on|to|from|siehe|auf|voir|see also|ref)$/.test(before)) {
      return marker(Number(match[1]), match[2]);
    }
  }
  const part = text.length < 60 && (index < 3 || index >= count - 3) ? fraction.exec(text) : null;
  if (
    part?.[1] &&
    part[2] &&
    Number(part[1]) <= Number(part[2]) &&
    Number(part[2]) > 0 &&
    /^\D*\d+\D+\d+$/.test(text)
  ) {
    return marker(Number(part[1]), part[2]);
  }
  return undefined;
}

function marker(number: number, total: string | undefined): PageMarker | undefined {
  if (number < 1) return undefined;
  return total === undefined || Number(total) < number ? { number } : { number, total: Number(total) };
}

/** Position of a page in a packet, counted from 1, and the number of pages of the packet. */
export interface PlaceInPacket {
  readonly position: number;
  readonly total: number;
}

/**
 * Returns whether the printed number counts the pages of the whole packet (a file of several documents). Such a number
 * says little about where documents start.
 */
export function numbersPacket(marker: PageMarker | undefined, place: PlaceInPacket | undefined): boolean {
  return marker?.total !== undefined && marker.total === place?.total && marker.number === place.position;
}

/**
 * Returns log-odds for a boundary between two adjacent pages. `before` and `after` are the page numbers printed on the
 * two pages. `earlier` are the page numbers on the page before these two.
 */
export function numberingEvidence(
  before: PageMarkers,
  after: PageMarkers,
  place?: PlaceInPacket,
  earlier: PageMarkers = { bare: [] },
): Evidence {
  const a = before.labelled;
  const b = after.labelled;
  if (b !== undefined && b.number === 1) return { score: 3.4, reason: 'its page number is 1' };
  if (b !== undefined) {
    if (a !== undefined && b.number === a.number + 1 && a.total === b.total) {
      return { score: numbersPacket(b, place) ? -2.2 : -4.5 };
    }
    if (a?.total !== undefined && a.number === a.total) {
      return { score: 1.5, reason: `the previous page has the number ${a.number} of ${a.total}` };
    }
    return { score: -1.6 };
  }
  if (a?.total !== undefined && a.number === a.total) {
    return { score: 2.2, reason: `the previous page has the number ${a.number} of ${a.total}` };
  }
  if (a?.total !== undefined && a.number < a.total) return { score: -1.5 };
  const followed = before.bare.at(-1) === (earlier.bare.at(-1) ?? Number.NaN) + 1;
  return bareEvidence(before.bare, after.bare, followed);
}

/**
 * Returns the evidence from numbers that are alone on a line. `followed` is true if the numbers in `before` continue
 * the numbers of the page before them.
 */
function bareEvidence(before: readonly number[], after: readonly number[], followed: boolean): Evidence {
  const last = before.at(-1);
  const first = after[0];
  if (first === undefined) return { score: 0 };
  if (last !== undefined) {
    if (first === last + 1) return { score: followed ? -4.5 : -2.8 };
    if (first > last && first <= last + 3) return { score: -1.2 };
    if (first === 1) return { score: 1.8, reason: 'page numbers start again at 1' };
    if (first < last && first <= 3) return { score: 0.9, reason: 'page numbers start again' };
    return { score: 0.2 };
  }
  return first === 1 ? { score: 0.4 } : { score: first <= 60 ? -1 : 0 };
}
