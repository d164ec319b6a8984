import type { FlowLine } from '../lists/flow-lines.ts';
import { hasBullet } from '../lists/split-items.ts';
import { type FoundPeriod, findPeriods } from '../recognise/periods.ts';
import { headParts, isPlace } from './head-parts.ts';

/** The lines of one entry of a section, such as one job. */
export interface Entry {
  /** Lines above the details: title, organisation, place and time span. */
  readonly head: readonly FlowLine[];
  readonly body: readonly FlowLine[];
}

/** Maximum number of lines above the time span of an entry. */
const maxAbove = 3;
const maxHeadLength = 120;

/**
 * Returns the time span of a line, such as `2019 – 2021`. In a line of more than 60 characters, the time span must be at
 * the start or end. Ignores lines of more than 200 characters.
 */
export function headPeriod(text: string): FoundPeriod | undefined {
  const [period] = findPeriods(text);
  if (period === undefined || text.length > maxHeadLength + 80) return undefined;
  const before = text.slice(0, period.start);
  const after = text.slice(period.end);
  const atEdge = /^[\W\d]*$/u.test(before) || /^(?:[^\p{L}]*|,? ?[^()]{0,20}\)\W*)$/u.test(after);
  return atEdge || text.length <= 60 ? period : undefined;
}

/**
 * Divides the lines of a section into entries. If the section starts with a bold line, each bold line with a colon at
 * its end starts a new part. Each part is divided by the first of these rules that applies:
 * - If the part starts with a bullet, each bullet starts an entry.
 * - If most lines are long and many are indented, as in a list of references, each line that is not indented starts an entry.
 * - If the part contains time spans such as `2019 – 2021`, an entry starts at a bold line or below a gap, close to a time span.
 * - Otherwise, an entry starts at each bold line or below each gap.
 */
export function divideEntries(all: readonly FlowLine[]): Entry[] {
  const lines = all.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const [first] = lines;
  if (first === undefined) return [];
  const isSubheading = ({ text, bold }: FlowLine): boolean =>
    /^[^.]{2,60}:$/.test(text.trim()) && (bold || !first.bold);
  const blocks: FlowLine[][] = [[]];
  for (const line of lines) {
    if (!isSubheading(line)) blocks.at(-1)?.push(line);
    else if (first.bold) blocks.push([]);
  }
  return blocks.flatMap(divideBlock);
}

function divideBlock(lines: readonly FlowLine[]): Entry[] {
  const [first] = lines;
  if (first === undefined) return [];
  if (hasBullet(first.text)) return bulletedEntries(lines);
  const starts = hangingStarts(lines) ?? datedStarts(lines) ?? separateStarts(lines);
  return starts.map((start, index) => {
    const block = lines.slice(start, starts[index + 1] ?? lines.length);
    const end = headEnd(block);
    return { head: block.slice(0, end), body: block.slice(end) };
  });
}

function bulletedEntries(lines: readonly FlowLine[]): Entry[] {
  const entries: FlowLine[][] = [];
  for (const line of lines) {
    const last = entries.at(-1);
    const start = last?.[0];
    const isOutside = start?.page === line.page && line.box.left < start.box.left - 2;
    if (last === undefined || isOutside || hasBullet(line.text)) entries.push([line]);
    else last.push(line);
  }
  return entries.map((head) => ({ head, body: [] }));
}

/**
 * Returns the index of the first line of each entry, if the other lines of the entries are indented, as in a list of
 * references. Returns `undefined` if the lines are not indented in this way.
 */
function hangingStarts(lines: readonly FlowLine[]): number[] | undefined {
  const starts: number[] = [];
  let indented = 0;
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    const start = lines[starts.at(-1) ?? 0] as FlowLine;
    const reference = above !== undefined && start.page !== line.page ? above : start;
    const offset = line.box.left - reference.box.left;
    if (above !== undefined && line.page === reference.page && offset > 5 && offset < 60) indented += 1;
    else starts.push(index);
  }
  const long = lines.filter(({ text }) => text.length > 50).length;
  return starts.length >= 2 && indented >= starts.length / 2 && long > lines.length / 2 ? starts : undefined;
}

function datedStarts(lines: readonly FlowLine[]): number[] | undefined {
  const dated = [...lines.keys()].filter((index) => {
    const { text } = lines[index] as FlowLine;
    return !hasBullet(text) && headPeriod(text) !== undefined;
  });
  const [firstDate] = dated;
  if (firstDate === undefined || firstDate > maxAbove) return undefined;
  const style = styleOf(lines);
  const starts: number[] = [0];
  for (const [order, at] of dated.entries()) {
    if (order === 0) continue;
    const lowest = Math.max((dated[order - 1] ?? 0) + 1, at - maxAbove);
    const isStart = (index: number): boolean => startsBlock(lines, index, style);
    let start = at;
    while (start >= lowest && !isStart(start)) start -= 1;
    if (start >= lowest) starts.push(start);
    else if (firstDate === 0 || at - firstDate >= lowest) starts.push(Math.max(lowest, at - firstDate));
  }
  return starts;
}

function separateStarts(lines: readonly FlowLine[]): number[] {
  const style = styleOf(lines);
  return [...lines.keys()].filter((index) => index === 0 || startsBlock(lines, index, style));
}

/** What separates the entries of a section. */
interface Style {
  /** Usual gap between lines, in points. */
  readonly gap: number;
  /** Whether the first line of the section is bold and other lines are not. */
  readonly boldHeads: boolean;
}

function styleOf(lines: readonly FlowLine[]): Style {
  return { gap: typicalGap(lines), boldHeads: lines[0]?.bold === true && lines.some(({ bold }) => !bold) };
}

/**
 * Returns whether a new block starts at a line. With `boldHeads`, a block starts at a bold line below a line that is not
 * bold. Otherwise, a block starts on a new page and below a gap that is larger than usual. A line with a bullet or an
 * indent starts no block.
 */
function startsBlock(lines: readonly FlowLine[], index: number, { gap, boldHeads }: Style): boolean {
  const line = lines[index] as FlowLine;
  const above = lines[index - 1];
  const [first] = lines as [FlowLine];
  if (above === undefined) return true;
  if (hasBullet(line.text) || Math.abs(line.box.left - first.box.left) > 12) return false;
  if (boldHeads) return line.bold && !above.bold;
  return line.page !== above.page || gapAbove(line, above) > gap + 0.35 * line.height;
}

function gapAbove(line: FlowLine, above: FlowLine): number {
  return line.box.top - above.box.bottom;
}

/** Returns the median gap between lines of one page and column. */
function typicalGap(lines: readonly FlowLine[]): number {
  const gaps = lines
    .slice(1)
    .map((line, index) => gapAbove(line, lines[index] as FlowLine))
    .filter((gap) => gap >= 0)
    .sort((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? 0;
}

/**
 * Returns the number of head lines of a block. The head ends with the line that contains the time span. The head also
 * includes the next line if that line contains the job title. Without a time span, only the first line is the head.
 */
function headEnd(block: readonly FlowLine[]): number {
  const [first] = block as [FlowLine];
  const left = textLeft(first);
  const isDetail = (line: FlowLine): boolean =>
    hasBullet(line.text) || line.box.left > left + 8 || line.text.length > maxHeadLength;
  let end = 1;
  while (end < block.length && end <= maxAbove && !isDetail(block[end] as FlowLine)) end += 1;
  const dated = block.slice(0, end).findIndex((line) => headPeriod(line.text) !== undefined);
  if (dated < 0) return 1;
  const next = block[dated + 1];
  // The first line often contains only the organisation and the time span, and the second line contains the job title:
  // `Acme Ltd   2019 – 2021`, `Engineer`.
  const continues = dated === 0 && next !== undefined && end > 1 && isShortHead(next) && !hasTwoParts(first);
  return continues ? 2 : dated + 1;
}

/** Returns the left edge of the text of a line. Ignores a time span in a separate column at the left. */
function textLeft({ segments, box }: FlowLine): number {
  const [first, second] = segments;
  const period = first === undefined ? undefined : headPeriod(first.text);
  const isColumn = period !== undefined && period.text.length >= (first?.text.trim().length ?? 0) - 2;
  return isColumn && second !== undefined ? second.box.left : box.left;
}

function isShortHead(line: FlowLine): boolean {
  return line.text.length <= 70 && !/[.;:]$/.test(line.text.trim()) && /^["(]?\p{Lu}/u.test(line.text);
}

function hasTwoParts({ text }: FlowLine): boolean {
  const period = headPeriod(text);
  const rest = period === undefined ? text : `${text.slice(0, period.start)} ${text.slice(period.end)}`;
  return headParts([rest]).filter((part) => !isPlace(part)).length > 1;
}
