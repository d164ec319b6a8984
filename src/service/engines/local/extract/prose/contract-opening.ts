import { joinedForm } from '../layout/fold-text.ts';
import {
  afterParties,
  afterPartyName,
  agreementNouns,
  andWords,
  betweenWords,
  notRoles,
} from '../lexicon/prose-facts.ts';
import { legalForms } from '../lexicon/words.ts';
import { type RunningText, sentenceEnds } from './running-text.ts';

/** A range of characters in the running text, which is the text of the document as one line. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A party to a contract, with the short names that the contract defines for it (`Licensor`). */
export interface ContractParty extends TextRange {
  readonly roles: readonly string[];
}

/** The first sentence of a contract, such as `This Agreement is made as of ... by and between ...`. */
export interface ContractOpening extends TextRange {
  readonly parties: readonly ContractParty[];
}

/** The opening of a contract begins within this number of characters at the start of the document. */
const openingReach = 25_000;
const maxOpening = 3_500;
const maxParties = 40;
const maxNameWords = 14;

const any = (words: readonly string[]): string => words.map((word) => word.replaceAll(' ', '\\s+')).join('|');
const between = new RegExp(
  `(?<![\\p{L}])(?:${any(betweenWords)})(?![\\p{L}])(?!\\s+and\\s+(?:between|among))\\s*:?`,
  'giu',
);
const noun = new RegExp(`(?:^|[^\\p{L}])\\p{L}*(?:${any(agreementNouns)})(?![\\p{L}])`, 'iu');
const separator = new RegExp(
  `(?:[,;]|\\s[-–—]+)?\\s+(?:${any(andWords)}|&)(?:\\s+(?:between|zwischen|entre))?\\s*(?:[-–—]+\\s*|:\\s*)?(?=["“]?(?:the\\s+|The\\s+|der\\s+|die\\s+|la\\s+|le\\s+)?[\\p{Lu}\\d]|\\p{L}+\\.\\p{L}|\\p{Ll}\\p{Lu})|;\\s*|(?<=\\bas\\s+(?:the\\s+|an?\\s+)?(?:\\p{Lu}[\\p{L}-]+\\s?){1,4}),\\s+(?=\\p{Lu})|,\\s*(?=\\(?(?:ii|iii|iv|v|b|c|d|\\d)\\))`,
  'gu',
);
const nameEnd = new RegExp(
  `\\s*[("“„«]|(?<=\\b(?:Limited|Ltd\\.?|Inc\\.?|LLC|PLC|plc|GmbH|AG))\\s+of\\s|\\s+of(?=\\s+\\d|\\s*$)|,?\\s+(?:${any(afterPartyName)})(?=[\\s,:])|,?\\s+\\d|,\\s+(?:[a-zäöüéèà]|one of|the\\s)|;|\\s[-–—]{1,2}\\s|:|\\s_|\\.\\s`,
  'u',
);
const quotedRole = /["“”„«]\s*([^"“”„«»]{2,60}?)[,.]?\s*["“”»]/gu;
const asRole = /,?\s+as\s+(?:the\s+|an?\s+)?((?:\p{Lu}[\p{L}-]+\s?){1,4})/gu;

/** Returns the opening of a contract, or `undefined` if the document does not begin like a contract. */
export function findOpening(running: RunningText): ContractOpening | undefined {
  const head = running.text.slice(0, openingReach);
  let best: ContractOpening | undefined;
  for (const match of head.matchAll(between)) {
    const before = head.slice(Math.max(0, match.index - 500), match.index);
    const [sentenceStart] = sentenceEnds(before, 0, before.length).slice(-1);
    const lead = before.slice(sentenceStart ?? 0);
    if (!noun.test(lead)) continue;
    const from = match.index + match[0].length;
    const end = endOfParties(running.text, from);
    const listed = running.text.slice(from, end);
    const parties = readParties(listed, from);
    // In a contract form, a blank line can stand for a party.
    if (parties.length === 0 || (parties.length === 1 && !/_{3}/.test(listed))) continue;
    const opening = { start: match.index - lead.length, end, parties };
    // A sentence that defines short names for the parties is a better source than the cover page.
    if (parties.some(({ roles }) => roles.length > 0)) return opening;
    if (match.index < maxOpening && parties.length > 1 && parties.every((party) => isName(head, party)))
      best ??= opening;
  }
  return best;
}

/**
 * Returns whether a text is a name. A name has several words and does not start with `the`. All its words of four or
 * more letters are capitalised.
 */
function isName(text: string, { start, end }: TextRange): boolean {
  const words = text.slice(start, end).match(/[\p{L}.'’]{2,}/gu) ?? [];
  const [first = ''] = words;
  return (
    words.length > 1 &&
    !/^the$/i.test(first) &&
    words.every((word) => word.length < 4 || /^\p{Lu}/u.test(word))
  );
}

function endOfParties(text: string, from: number): number {
  const to = Math.min(text.length, from + maxOpening);
  const stop = text.slice(from, to).search(afterParties);
  const limit = stop < 0 ? to : from + stop;
  const [end] = sentenceEnds(text, from, limit);
  return end ?? limit;
}

/** Divides the text after `between` into parties. `offset` is the position of the text in the running text. */
function readParties(text: string, offset: number): ContractParty[] {
  const cuts: { start: number; next: number }[] = [];
  for (const match of text.matchAll(separator)) {
    if (insideBrackets(text, match.index)) continue;
    cuts.push({ start: match.index, next: match.index + match[0].length });
    if (cuts.length > 4 * maxParties) break;
  }
  const parties: ContractParty[] = [];
  let start = 0;
  for (const [index, cut] of [...cuts, { start: text.length, next: text.length }].entries()) {
    if (parties.length >= maxParties) break;
    const chunk = text.slice(start, cut.start);
    const isLast = index === cuts.length;
    // `Smith and Sons Ltd` is one name: `Smith` has neither a legal form nor a description.
    if (!isLast && cuts.length > 1 && !isWholeParty(chunk)) continue;
    const party = readParty(chunk, offset + start);
    if (party !== undefined && !parties.some((other) => hasSameName(other, party, text, offset)))
      parties.push(party);
    start = cut.next;
  }
  return parties;
}

function hasSameName(a: TextRange, b: TextRange, text: string, offset: number): boolean {
  const name = ({ start, end }: TextRange): string => joinedForm(text.slice(start - offset, end - offset));
  return name(a) === name(b);
}

function isWholeParty(chunk: string): boolean {
  if (/[("“„]|,\s+(?:an?|as)\s|\d{3}/.test(chunk)) return true;
  const words = chunk.toLowerCase().match(/[\p{L}.]+/gu) ?? [];
  return words.some((word) => legalForms.has(word.replaceAll('.', '')));
}

function insideBrackets(text: string, position: number): boolean {
  const before = text.slice(Math.max(0, position - 300), position);
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}

/** Returns the name of a company or person at the start of a text, or `undefined` if the text starts with a clause. */
export function nameAtStart(text: string, offset: number): TextRange | undefined {
  const party = readParty(text, offset);
  return party !== undefined && isName(text, { start: party.start - offset, end: party.end - offset })
    ? { start: party.start, end: party.end }
    : undefined;
}

function readParty(chunk: string, offset: number): ContractParty | undefined {
  const lead =
    /^(?:\s|[,;:–—-]|\(?(?:[ivx]{1,4}|[a-d]|\d)[).]\s|(?:each of|the company|der Firma|der)\s)*/iu.exec(
      chunk,
    );
  const from = lead?.[0].length ?? 0;
  const name = chunk.slice(from);
  const length = nameLength(name);
  const printed = name.slice(0, length);
  if (!/\p{L}{2}|\p{L}\.\p{L}/u.test(printed) || printed.split(/\s+/).length > maxNameWords) return undefined;
  if (!/^[\p{Lu}\d"“]|\.\p{L}|^\p{L}+$|^\p{Ll}\p{L}*\s?\p{Lu}/u.test(printed)) return undefined;
  if (/^(?:the )?(?:parties|undersigned|following|Parteien|parties)\b/iu.test(printed)) return undefined;
  const start = offset + from;
  return { start, end: start + length, roles: rolesOf(name.slice(length)) };
}

/**
 * Returns the length of the name at the start of a text. For example, the name in `Sharp, Inc., a Delaware corporation`
 * is `Sharp, Inc.`.
 */
function nameLength(text: string): number {
  let from = 0;
  while (from < text.length) {
    const match = nameEnd.exec(text.slice(from));
    const comma = text.indexOf(',', from);
    const end = Math.min(match === null ? text.length : from + match.index, comma < 0 ? text.length : comma);
    const after = /^[\s,]*([\p{L}.]+)/u.exec(text.slice(end));
    const form = (after?.[1] ?? '').toLowerCase().replaceAll('.', '');
    const isForm =
      text[end] === ',' && /^\P{Ll}/u.test(after?.[1] ?? '') && (legalForms.has(form) || form === 'na');
    // A dot followed by a space ends a name only if the word before it is not a legal form or an abbreviation.
    const isDot = text[end] === '.' && /(?:^|[\s.])\p{L}{1,5}$/u.test(text.slice(0, end));
    if (isForm) from = end + (after?.[0].length ?? 1);
    else if (isDot) from = end + 1;
    else return text.slice(0, end).trimEnd().length;
  }
  return text.trimEnd().length;
}

/** Returns the short names in the text after the name of a party: `(the "Licensor")`, `, as Administrative Agent`. */
function rolesOf(text: string): string[] {
  const part = text.slice(0, 900);
  const roles = [...part.matchAll(quotedRole), ...part.slice(0, 120).matchAll(asRole)];
  return roles
    .map((match) => (match[1] ?? '').replace(/^[\s(]+/, '').trim())
    .filter((role) => role !== '' && !notRoles.has(joinedForm(role)));
}
