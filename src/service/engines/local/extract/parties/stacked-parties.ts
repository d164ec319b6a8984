import type { Segment } from '../layout/text-layout.ts';
import { addressWords } from '../lexicon/words.ts';
import { addressValue, formOfAddress, joinedNames, nameValue, type Party, type PartyLines } from './party.ts';

const maxLines = 6;
/** Sender on one line: name, street and place, separated by bullets, bars, commas or dashes. */
const senderLine = /\p{L}.*[●•·|,–-].*\d{4,6}\s+\p{L}/u;

/** Returns parties from address blocks. The search starts at a line with a postal code and goes up to the name. */
export function stackedParties(lines: PartyLines): Party[] {
  const parties: Party[] = [];
  for (const segment of lines.firstPage) {
    if (!lines.traits(segment).postal || segment.text.length > 80) continue;
    const stack = walkUp(lines, segment);
    const top = stack[0];
    if (top === undefined || stack.length < 2) continue;
    const traits = lines.traits(top);
    if (!(traits.nameable || isAddressed(stack)) || traits.title || traits.address >= 0.6) continue;
    if (top.tokens.every(({ text }) => addressWords.has(text))) continue;
    if (stack.some((line) => isPriced(lines, line))) continue;
    parties.push(scoreParty(lines, stack, segment));
  }
  return parties;
}

/** Returns whether a form of address, the name and at least one address line follow each other. */
function isAddressed([first, ...others]: readonly Segment[]): boolean {
  return first !== undefined && others.length >= 2 && formOfAddress.test(first.text);
}

/** Returns whether an amount of money is printed in the row of a line, as in the items of a receipt. */
function isPriced({ labelled }: PartyLines, { row }: Segment): boolean {
  return labelled.layout.rows[row]?.segments.some(({ text }) => /\d[.,]\d{2}(?!\d)/.test(text)) ?? false;
}

function walkUp(lines: PartyLines, bottom: Segment): Segment[] {
  const stack: Segment[] = [bottom];
  const { rows } = lines.labelled.layout;
  for (
    let index = bottom.row - 1;
    index >= 0 && bottom.row - index <= 9 && stack.length < maxLines;
    index--
  ) {
    const row = rows[index];
    const last = stack[0] as Segment;
    if (row === undefined || row.page !== bottom.page) break;
    const above = row.segments.find((other) => aligned(other, last));
    if (above === undefined) {
      if (last.box.top - row.bottom > 3.2 * Math.max(last.height, 6)) break;
      continue;
    }
    const reach = Math.abs(above.box.left - last.box.left) < 3 ? 3.2 : 2.2;
    if (last.box.top - above.box.bottom > reach * Math.max(last.height, 6)) break;
    if (formOfAddress.test(above.text)) return [above, ...stack];
    const traits = lines.traits(above);
    if (traits.contact || traits.registration || traits.title || (!traits.nameable && traits.address < 0.2))
      break;
    const hits = lines.labelled.bySegment.get(above.id) ?? [];
    if (
      hits.some(
        (hit) =>
          hit.atStart && (hit.colon || hit.endsSegment) && (hit.concepts.length > 0 || hit.owners.length > 0),
      )
    )
      break;
    if (traits.postal || senderLine.test(above.text)) break;
    stack.unshift(above);
  }
  return stack;
}

function aligned(a: Segment, b: Segment): boolean {
  const tolerance = Math.max(a.height, 6);
  const left = Math.abs(a.box.left - b.box.left) < tolerance;
  const centre = Math.abs(a.box.left + a.box.right - b.box.left - b.box.right) / 2 < tolerance;
  return left || centre;
}

function scoreParty(lines: PartyLines, stack: readonly Segment[], bottom: Segment): Party {
  const top = stack[0] as Segment;
  const traits = lines.traits(top);
  const { page } = top;
  const height = (top.box.top + top.box.bottom) / 2 / Math.max(1, page.height);
  const follows = linesBelow(lines, bottom);
  const contacts = follows.filter((segment) => lines.traits(segment).contact).length;
  let seller = 0.25 + Math.min(0.35, contacts * 0.2) + (traits.legalForm ? 0.15 : 0);
  let buyer = height < 0.45 ? 0.45 : 0.1;
  if (contacts > 0) buyer -= 0.2;
  else if (height < 0.45 && height > 0.08) buyer += 0.1;
  const addressed = isAddressed(stack);
  if (addressed || isBelowSender(lines, top)) {
    buyer += 0.35;
    seller -= 0.3;
  }
  if (height > 0.8) seller += 0.1;
  const second = stack[1] ?? top;
  return {
    roles: { seller, buyer },
    name: addressed ? joinedNames(nameValue(top), nameValue(second)) : nameValue(top),
    address: addressValue(stack.slice(addressed ? 2 : 1)),
    reason: 'block of lines with a postal code',
    labelled: false,
  };
}

function linesBelow(lines: PartyLines, bottom: Segment): Segment[] {
  const found: Segment[] = [];
  for (let index = bottom.row + 1; index <= bottom.row + 5; index++) {
    const row = lines.labelled.layout.rows[index];
    if (row === undefined || row.page !== bottom.page) break;
    const under = row.segments.find((other) => aligned(other, bottom));
    if (under === undefined) continue;
    const last = found.at(-1) ?? bottom;
    if (under.box.top - last.box.bottom > 2.5 * Math.max(last.height, 6)) break;
    found.push(under);
  }
  return found;
}

/** Returns whether one of the three rows above the block is a sender line. The block is then the recipient. */
function isBelowSender(lines: PartyLines, top: Segment): boolean {
  for (let index = top.row - 1; index >= Math.max(0, top.row - 3); index--) {
    const row = lines.labelled.layout.rows[index];
    if (row === undefined || row.page !== top.page) return false;
    const over = row.segments.find((other) => Math.abs(other.box.left - top.box.left) < 40);
    if (over !== undefined && senderLine.test(over.text)) return true;
  }
  return false;
}
