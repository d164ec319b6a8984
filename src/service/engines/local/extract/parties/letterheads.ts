import type { FoundValue } from '../candidates/candidate.ts';
import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import { makeSegment, type Row, type Segment } from '../layout/text-layout.ts';
import { isCountry } from '../lexicon/countries.ts';
import { addressWords, businessWords, legalForms } from '../lexicon/words.ts';
import { cleanName, type LineTraits, traitsOf } from './line-traits.ts';
import { addressValue, nameValue, type Party, type PartyLines, partyWords } from './party.ts';

/** A line at the top of the page. Cells that are close together form one line. */
interface HeadLine {
  readonly segment: Segment;
  readonly traits: LineTraits;
  readonly row: number;
  readonly label: boolean;
  /** Whether an amount of money is printed on the same row. */
  readonly priced: boolean;
}

const headRows = 16;
/** Maximum gap between two cells of one line, in text heights. */
const nearGap = 3.5;

const maxCells = 12;

/** Returns possible businesses from the top of the first page: each name with the address below it. */
export function letterheads(lines: PartyLines): Party[] {
  const { layout } = lines.labelled;
  const rows = layout.rows.filter((row) => row.page === layout.pages[0]).slice(0, headRows + 8);
  const head = rows.map((row) => headLines(lines, row));
  const tallest = Math.max(
    1,
    ...rows.slice(0, headRows).flatMap((row) => row.segments.map((one) => one.height)),
  );
  const parties: Party[] = [];
  let names = 0;
  let ownEnds = Infinity;
  for (const [index, row] of head.slice(0, headRows).entries()) {
    for (const line of row) {
      const { traits, segment } = line;
      if (!traits.nameable || traits.title || traits.contact || traits.registration || line.label) continue;
      const address = addressUnder(head, index, segment);
      let score = 0.3 - 0.035 * index - 0.05 * Math.min(3, names);
      names += 1;
      const name = wholeName(head, index, line);
      const whole = name.spans.length > 1 ? traitsOf(name.text) : traits;
      if (whole.legalForm) score += 0.45;
      else if (whole.business && wordsOfName(name.text, true) > 0) score += 0.2;
      if (traits.address >= 0.4) score -= 0.5;
      const registered = isRegistered(head, index, segment);
      if (registered) score += 0.15;
      if (/^\W*\(/.test(segment.text)) score -= 0.3;
      if (address.length > 0) score += 0.2;
      if (segment.height > 0.95 * tallest) score += 0.1;
      // A name below the address of the sender is probably the recipient, unless it has a legal form and a register
      // number.
      if (line.row > ownEnds && !(registered && whole.legalForm)) score -= 0.2;
      else if (ownEnds === Infinity && address.length > 0 && score > 0.4)
        ownEnds = address.at(-1)?.row ?? line.row;
      parties.push({
        roles: { seller: score },
        name,
        address: addressValue(address),
        reason: `line ${index + 1} of the page header`,
        labelled: false,
      });
    }
  }
  return parties;
}

function headLines(lines: PartyLines, row: Row): HeadLine[] {
  const groups: Segment[][] = [];
  let last: Segment | undefined;
  for (const segment of row.segments.slice(0, maxCells)) {
    const near =
      last !== undefined && segment.box.left - last.box.right < nearGap * Math.max(6, segment.height);
    const labelled = startsWithLabel(lines, segment) || /\d[.,]\d{2}(?!\d)/.test(segment.text);
    // A document title next to a name is not part of the name.
    const title = lines.traits(segment).title;
    if (near && !labelled && !title && !(last !== undefined && startsWithLabel(lines, last)))
      groups.at(-1)?.push(segment);
    else groups.push([segment]);
    last = segment;
  }
  const priced = row.segments.some((segment) => /\d[.,]\d{2}(?!\d)/.test(segment.text));
  return groups.map((group) => {
    const first = group[0] as Segment;
    const merged =
      group.length === 1
        ? first
        : {
            ...makeSegment(
              group.flatMap((one) => one.words),
              first.page,
            ),
            row: first.row,
            id: -2 - first.id,
          };
    return {
      segment: merged,
      traits: lines.traits(merged),
      row: row.index,
      label: startsWithLabel(lines, first),
      priced,
    };
  });
}

function startsWithLabel(lines: PartyLines, segment: Segment): boolean {
  return (lines.labelled.bySegment.get(segment.id) ?? []).some(
    (hit) =>
      hit.atStart &&
      (hit.colon || hit.endsSegment) &&
      (hit.concepts.length > 0 || partyWords.has(hit.joined)),
  );
}

/** Returns whether a register number follows the name, in the same line or directly below. */
function isRegistered(head: readonly (readonly HeadLine[])[], index: number, name: Segment): boolean {
  const behind = name.text.slice(cleanName(name.text).end);
  return /\d{5}/.test(behind) || (overlapping(head[index + 1], name)?.traits.registration ?? false);
}

/** Returns a name that is printed on one to three lines. */
function wholeName(head: readonly (readonly HeadLine[])[], index: number, line: HeadLine): FoundValue {
  const parts = [line.segment];
  if (line.traits.legalForm) {
    const first = lineOfPair(head, index, line);
    if (first !== undefined) parts.unshift(first.segment);
    for (let at = index - 1; at >= Math.max(0, index - 2) && isFragment(parts); at--) {
      const above = overlapping(head[at], line.segment);
      if (above === undefined || !canBeName(above)) break;
      parts.unshift(above.segment);
    }
  } else {
    const under = overlapping(head[index + 1], line.segment);
    const nameContinues = /(?:&|\b(?:and|und|et|y|dan))\s*$/iu.test(line.segment.text);
    if (under !== undefined && nameContinues && under.traits.nameable && under.traits.address < 0.25)
      parts.push(under.segment);
    else if (under?.traits.legalForm && wordsOfName(under.segment.text) === 0) parts.push(under.segment);
  }
  const values = parts.map(nameValue);
  return { spans: values.flatMap((value) => value.spans), text: values.map((value) => value.text).join(' ') };
}

/**
 * Returns the line above a legal name if both lines form a block that is set apart from all other lines. Such a block
 * is one name. Returns `undefined` for images, because the upper line on a receipt can be another name of the shop.
 */
function lineOfPair(
  head: readonly (readonly HeadLine[])[],
  index: number,
  { segment }: HeadLine,
): HeadLine | undefined {
  const above = overlapping(head[index - 1], segment);
  if (above === undefined || !canBeName(above) || segment.page.source !== 'text') return undefined;
  const { box, height, bold } = above.segment;
  const over = overlapping(head[index - 2], segment)?.segment.box.bottom ?? -Infinity;
  const under = overlapping(head[index + 1], segment)?.segment.box.top ?? Infinity;
  const alike =
    bold === segment.bold &&
    Math.abs(height - segment.height) < 0.1 * height &&
    Math.abs(box.left - segment.box.left) < 0.3 * height;
  const apart = Math.min(box.top - over, under - segment.box.bottom);
  const gap = segment.box.top - box.bottom;
  return alike && gap < 0.5 * height && apart > 0.8 * height && apart > 2 * gap ? above : undefined;
}

function canBeName(line: HeadLine): boolean {
  const { traits } = line;
  return (
    traits.nameable &&
    !traits.title &&
    !traits.contact &&
    !traits.registration &&
    !line.label &&
    !traits.legalForm
  );
}

/**
 * Returns whether the start of the name is still missing. Examples: only a legal form, a bracket that is closed but not
 * opened, or a first word that cannot start a name (`Enterprise (North) Ltd`).
 */
function isFragment(parts: readonly Segment[]): boolean {
  const text = parts.map((part) => part.text).join(' ');
  if (wordsOfName(text) === 0 || (/\)/.test(text) && !/\(/.test(text))) return true;
  if (/^\p{Lu}?[^\p{L}]*\)/u.test(text)) return true;
  const [first = '', second = ''] = tokensOf(text).map((token) => token.text);
  return wordsOfName(text, true) === 0 || trailingWords.has(first) || trailingWords.has(first + second);
}

/** Business words that occur only after the first word of a name. */
const trailingWords = new Set(
  'enterprise enterprises trading holdings group services industries supplies resources marketing stationery hardware solutions'.split(
    ' ',
  ),
);

/**
 * Returns the number of words of a name. Does not count legal forms, numbers and single letters. With
 * `withoutTrade`, does not count business words either.
 */
function wordsOfName(text: string, withoutTrade = false): number {
  const tokens = tokensOf(text).map((token) => token.text);
  if (legalForms.has(tokens.join('').replace(/\d.*$/, ''))) return 0;
  return tokens.filter(
    (token) =>
      token.length > 1 &&
      !legalForms.has(token) &&
      !/^(?:sdn|co|m|\d+)$/.test(token) &&
      !(withoutTrade && businessWords.has(token)),
  ).length;
}

function overlapping(row: readonly HeadLine[] | undefined, segment: Segment): HeadLine | undefined {
  return row?.find(
    (other) => other.segment.box.left < segment.box.right && other.segment.box.right > segment.box.left,
  );
}

function addressUnder(head: readonly (readonly HeadLine[])[], index: number, name: Segment): Segment[] {
  const found: Segment[] = [];
  let between: HeadLine[] = [];
  let postal = false;
  let afterPostal = 0;
  for (let at = index + 1; at < head.length; at++) {
    const line = overlapping(head[at], found.at(-1) ?? name) ?? overlapping(head[at], name);
    if (line === undefined) break;
    const { traits, segment } = line;
    const endsHere =
      traits.contact && traits.address >= 0.25 && /\d{4,}.*(?:tel|fax|phone)/i.test(segment.text);
    if (endsHere && !line.label) return [...found, segment];
    if (found.length === 0) {
      const isStart = traits.address >= 0.25 && isPlace(line) && !isBranch(line, name, head[at + 1]);
      if (isStart) found.push(...streetAbove(between, line), segment);
      else if (between.length >= 3 || (traits.title && !isAddressLine(head[at + 1], name))) break;
      else between = [...between, line];
    } else {
      if (endsAddress(line) || found.length >= 7) break;
      if (traits.address < 0.15 && !isCountry(segment.text) && /\p{L}{3}\.$/u.test(found.at(-1)?.text ?? ''))
        break;
      if (postal && (afterPostal >= 2 || line.priced || traits.legalForm || !addressContinues(found, line)))
        break;
      if (postal) afterPostal = traits.postal ? 0 : afterPostal + 1;
      found.push(segment);
    }
    postal ||= traits.postal || /(?:^|\s)\d{5}(?:\s|,|$)/.test(segment.text);
  }
  return found;
}

/**
 * Returns whether a line between the name and the address is the name of a branch, such as `Roe Corner Plaza` below
 * `Roe Ltd`. Such a line repeats a word of the name and has no number. The next line is an address.
 */
function isBranch(line: HeadLine, name: Segment, next: readonly HeadLine[] | undefined): boolean {
  if (line.traits.postal || /[\d,]/.test(line.segment.text) || !isAddressLine(next, name)) return false;
  const words = new Set(name.tokens.map(({ text }) => text).filter(isDistinctive));
  return line.segment.tokens.some(({ text }) => words.has(text));
}

function isDistinctive(word: string): boolean {
  return word.length > 3 && !businessWords.has(word) && !legalForms.has(word) && !addressWords.has(word);
}

/** Returns the line above the postal code, if this line is probably the street. */
function streetAbove(between: readonly HeadLine[], { traits }: HeadLine): Segment[] {
  const above = between.at(-1);
  if (!traits.postal || above === undefined || !canBeName(above) || endsAddress(above)) return [];
  return between.length > 1 || above.traits.address > 0 ? [above.segment] : [];
}

function isAddressLine(row: readonly HeadLine[] | undefined, name: Segment): boolean {
  const line = overlapping(row, name);
  return line !== undefined && line.traits.address >= 0.5 && isPlace(line);
}

/** Returns whether a line can be part of an address. Item lines (`2 x 11.50 Bread`), labels and contact data cannot. */
function isPlace({ traits, segment, label }: HeadLine): boolean {
  return !traits.contact && !traits.registration && !label && !/\d\s*[x×@]\s*\d+[.,]\d/i.test(segment.text);
}

/** Address lines that end with the postal code: `Portland, OR 97205`, `Leith EH6 6NU`. */
const codeAtEnd = /[\s,][A-Z]{2}\s+\d{5}(?:-\d{4})?\W*$|[\s,][A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\W*$/;

/** Returns whether a line after the postal code still belongs to the address, such as a region or country. */
function addressContinues(found: readonly Segment[], { traits, segment }: HeadLine): boolean {
  const last = found.at(-1);
  if (segment.box.top - (last?.box.bottom ?? 0) > 1.5 * Math.max(6, segment.height)) return false;
  if (isCountry(segment.text) || placeInBrackets.test(segment.text)) return true;
  if (codeAtEnd.test(last?.text ?? '') || endsWithCountry(last?.text ?? '')) return false;
  if (traits.address >= 0.15 || /(?:,|\d{5})\s*$/.test(last?.text ?? '')) return true;
  if (/^\d/.test(segment.text)) return segment.text.length <= 34;
  return segment.text.length <= 34 && segment.tokens.filter((token) => token.text.length > 1).length <= 2;
}

/** A place in brackets below an address, such as `(City Mall)`. */
const placeInBrackets = /^\(\s*\p{Lu}[\p{L} ',.&-]{2,30}\)$/u;

function endsWithCountry(text: string): boolean {
  const words = text.replace(/[\s.]+$/, '').split(/[\s,]+/);
  return words.length > 1 && isCountry(words.at(-1) ?? '');
}

function endsAddress({ traits, segment, label }: HeadLine): boolean {
  const { text } = segment;
  if (traits.contact || traits.registration || traits.title || label || text.length > 90) return true;
  if (!/\p{L}/u.test(text) && !/^\W*\d{4,6}\W*$/.test(text)) return true;
  if (/^[\s\p{L}]*:|\d{9}/u.test(text)) return true;
  return (
    /\d[.,]\d{2}(?!\d)|\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|={3}|\*{3}|-{3}/.test(text) ||
    joinedForm(text).length < 3
  );
}
