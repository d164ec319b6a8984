import { joinedForm } from '../layout/fold-text.ts';
import type { TextLayout } from '../layout/text-layout.ts';
import { dateClauses, numberNames, type ProseFactId, termUnits, termWords } from '../lexicon/prose-facts.ts';
import { type FoundDate, findDates, isoDate } from '../recognise/dates.ts';
import type { ContractOpening, TextRange } from './contract-opening.ts';
import type { RunningText } from './running-text.ts';

/** A date that a sentence states for a fact. `start` and `end` are positions in the running text. */
export interface ProseDate extends TextRange {
  readonly date: FoundDate;
  readonly score: number;
  readonly reason: string;
  /** Whether the date is computed from a start date and a duration. `start` and `end` then enclose the duration. */
  readonly computed: boolean;
}

/** Maximum number of characters between the words that announce a date and the date. */
const reach = 45;
const maxClauses = 400;

type DateFact = Exclude<ProseFactId, 'document-title' | 'governing-law'>;

const clausePatterns = dateClauses.map(({ fact, weight, phrases }) => ({
  fact,
  weight,
  pattern: new RegExp(
    `(?<!\\p{L})(?:${[...phrases]
      .sort((a, b) => b.length - a.length)
      .map((phrase) => phrase.replaceAll(' ', '\\s+').replaceAll("'", "['’]"))
      .join('|')})(?!\\p{L})`,
    'giu',
  ),
}));

/** Words before a date that make it a date of another document: `that certain Agreement dated ...`. */
const otherDocument =
  /(?:that\s+certain|pursuant\s+to|under\s+the|amended|original|referred\s+to|reference\s+is\s+made|previous|prior)(?:\s+[^.;]{0,80})?$/iu;

/** Words before a date that name another contract: `an agreement dated`. */
const namesDocument =
  /\b(?:an?|that|certain|each|any)\s+(?:[\p{L}-]+\s+){0,5}(?:agreements?|contracts?|leases?|vertrag|contrat)\b[^.;]{0,25}$/iu;

/** Words before a date that name the contract itself or its duration. */
const isAboutContract =
  /(?:\bthis\s+(?:\p{L}+\s+){0,3}(?:agreement|contract|lease|amendment|policy)|\b(?:initial\s+|effective\s+)?term|dieser\s+vertrag|vertragsverhältnis|mietverhältnis|arbeitsverhältnis|présent\s+(?:contrat|accord|bail))\b[^.;]{0,70}$/iu;

/** Returns the dates that sentences state for a fact, in any order. */
export function proseDates(
  running: RunningText,
  opening: ContractOpening | undefined,
  fact: DateFact,
): ProseDate[] {
  const { text } = running;
  const found: ProseDate[] = [];
  const clause = clausePatterns.find((one) => one.fact === fact);
  if (clause === undefined) return found;
  for (const match of text.matchAll(clause.pattern)) {
    if (found.length >= maxClauses) break;
    const from = match.index + match[0].length;
    const date = firstDate(text, from, from + reach);
    if (date === undefined) continue;
    const inOpening = opening !== undefined && from >= opening.start && from <= opening.end;
    const lead = text.slice(Math.max(0, match.index - 100), match.index);
    let score = clause.weight;
    if (fact === 'agreement-date') {
      const isOwn = inOpening || /(?:this|dieser|présent)[^.]{0,80}$/iu.test(lead);
      if (!inOpening && namesDocument.test(`${lead.slice(-60)}${text.slice(match.index, date.start)}`))
        continue;
      score *= inOpening ? 1.05 : isOwn && from < 6_000 ? 0.9 : from < 1_500 ? 0.75 : 0.5;
    }
    if (fact === 'end-date' && !isAboutTerm(running, match.index)) score *= 0.55;
    if (fact === 'effective-date' && !inOpening)
      score *= isAboutContract.test(lead) ? 0.95 : isAboutTerm(running, match.index) ? 0.8 : 0.55;
    if (!inOpening && otherDocument.test(lead)) score *= 0.5;
    found.push({ ...date, score, reason: `after the words "${match[0]}"`, computed: false });
  }
  if (fact === 'agreement-date') found.push(...datesOfOpening(running, opening, found));
  return found;
}

/** Returns the only date of the opening sentence, if no words such as `dated` announce a date there. */
function datesOfOpening(
  { text }: RunningText,
  opening: ContractOpening | undefined,
  announced: readonly ProseDate[],
): ProseDate[] {
  if (opening === undefined || announced.some(({ start }) => start >= opening.start && start < opening.end))
    return [];
  const dates = findDates(text.slice(opening.start, opening.end));
  const [date] = dates;
  if (date === undefined || dates.length > 1) return [];
  const at = { start: opening.start + date.start, end: opening.start + date.end };
  return [{ ...at, date, score: 0.84, reason: 'only date of the opening sentence', computed: false }];
}

/**
 * Returns the date that is alone on a line at the top of the document, and the date next to the signatures if all
 * signatures have the same date.
 */
export function datesOutsideSentences(running: RunningText, layout: TextLayout): ProseDate[] {
  const found: ProseDate[] = [];
  const { text } = running;
  for (const { text: line } of layout.segments.slice(0, 30)) {
    const [date] = line.length > 40 ? [] : findDates(line);
    if (date === undefined || line.replace(date.text, '').replace(/^date[d:]*|\P{L}/giu, '') !== '') continue;
    const start = text.indexOf(date.text);
    if (start < 0) continue;
    const range = { start, end: start + date.text.length };
    found.push({ ...range, date, score: 0.7, reason: 'date alone on a line', computed: false });
    break;
  }
  const from = Math.max(0, text.length - 4_000);
  const signed = [
    ...text.slice(from).matchAll(/\b(?:Dated?|DATED?|Datum|DATUM|Le|Fecha|Data)\s*:?\s+(?=[\p{L}\d])/gu),
  ].flatMap((match) => {
    const date = firstDate(
      text,
      from + match.index + match[0].length,
      from + match.index + match[0].length + 3,
    );
    return date === undefined ? [] : [date];
  });
  const [first] = signed;
  if (first !== undefined && new Set(signed.map(({ date }) => isoDate(date, false))).size === 1)
    found.push({ ...first, score: 0.66, reason: 'date next to the signatures', computed: false });
  return found;
}

/** Returns whether the sentence at a position is about the duration of a contract. */
function isAboutTerm(running: RunningText, position: number): boolean {
  const { start, end } = running.sentenceAround(position);
  return termWords.test(running.text.slice(Math.max(start, position - 250), Math.min(end, position + 120)));
}

function firstDate(text: string, from: number, to: number): (TextRange & { date: FoundDate }) | undefined {
  const [date] = findDates(text.slice(from, to + 40));
  if (date === undefined || date.start > to - from) return undefined;
  const gap = text.slice(from, from + date.start);
  if (/;|\.\s+\p{Lu}|\bdated\b|\bthat certain\b/u.test(gap) || (gap.match(/\p{L}{2,}/gu)?.length ?? 0) > 5)
    return undefined;
  return { start: from + date.start, end: from + date.end, date };
}

/**
 * Returns dates that the document defines under the name of the field, as in `May 1, 2019 (the "Effective Date")` and
 * `"Maturity Date" means May 1, 2024`.
 */
export function definedDates(running: RunningText, names: ReadonlySet<string>): ProseDate[] {
  const { text } = running;
  const found: ProseDate[] = [];
  for (const match of text.matchAll(/["“”„«]\s*([^"“”„«»]{3,60}?)[,.]?\s*["“”»]/gu)) {
    const term = match[1] ?? '';
    if (!names.has(joinedForm(term))) continue;
    const reason = `defined as "${term}"`;
    const windowStart = Math.max(0, match.index - 90);
    const before = findDates(text.slice(windowStart, match.index)).at(-1);
    const gap = before === undefined ? '' : text.slice(windowStart + before.end, match.index);
    if (before !== undefined && /^[\s,]*\(\s*[^()]{0,40}$/u.test(gap)) {
      const at = { start: windowStart + before.start, end: windowStart + before.end };
      found.push({ ...at, date: before, score: 1.1, reason, computed: false });
    }
    const end = match.index + match[0].length;
    const means = /^\)?\s*(?:shall\s+)?(?:means?|is|be|bedeutet|ist|désigne|significa)?\s*:?/iu.exec(
      text.slice(end, end + 40),
    );
    const after = firstDate(text, end + (means?.[0].length ?? 0), end + reach);
    if (after !== undefined && means !== null && means[0].trim() !== '' && !means[0].startsWith(')'))
      found.push({ ...after, score: 1.1, reason, computed: false });
    if (found.length >= 20) break;
  }
  return found;
}

const duration =
  /(?:(?<word>[\p{L}-]{2,20})\s+)?\(?(?<![\d.,])(?<digits>\d{1,3})?\)?[\s-]*(?<unit>years?|months?|jahren?|monate?n?|années?|ans?|mois|años?|meses|anni|anno|mesi|jaar|jaren|maanden)(?!\p{L})/giu;
const termClause =
  /(?:\bterm\b[^.;]{0,80}?\b(?:shall be|will be|is|of|for|be)\b|for\s+an?\s+(?:initial\s+)?(?:period|term)\s+of|remain\s+in\s+(?:full\s+)?(?:force|effect)[^.;]{0,40}\bfor\b|continue[^.;]{0,60}\bfor\b|term\s+(?:shall\s+)?(?:extend|continue|run)s?\s+for|Laufzeit\s+(?:von|beträgt|des\s+Vertrage?s\s+beträgt)|für\s+(?:die\s+Dauer|eine\s+Laufzeit|einen\s+Zeitraum)\s+von|pour\s+une\s+(?:durée|période)\s+de|durée\s+(?:de|est\s+de)|por\s+un\s+(?:plazo|período)\s+de|per\s+(?:un\s+periodo|una\s+durata)\s+di|voor\s+(?:een\s+periode|de\s+duur)\s+van)/giu;
/** Words which show that a sentence is about the duration of the whole contract, and not of a single duty. */
const contractTerm =
  /(?:\b(?:initial\s+)?term\s+(?:of|for)\s+(?:this|the)|\binitial\s+term|\b(?:this|the)\s+(?:\p{L}+\s+){0,3}(?:agreement|contract|lease|policy)\s+(?:shall|will|is|becomes?|begins?|commences?|continues?|remains?|takes?|starts?|runs?)|\b(?:appointment|engagement|employment)\s+(?:is|shall|will)|vertrag|mietverhältnis|arbeitsverhältnis|laufzeit|contrat|accord|bail|contrato|contratto|overeenkomst)/iu;
/** Words which show that a sentence is about another duration, such as a renewal or a notice period. */
const otherTerm =
  /renew|verläng|additional|successive|extension|notice|warrant|confiden|surviv|kündigung|during\s+the\s+term|following|solicit|compet/iu;
const afterTermEnds =
  /^[^.;]{0,25}\b(?:thereafter|following|after\s+(?:the\s+|any\s+)?(?:termination|expiration|expiry|delivery|end|date\s+of\s+(?:death|termination)))\b/iu;

/** Returns end dates computed from the duration of a contract and its start. */
export function computedEndDates(running: RunningText, start: ProseDate | undefined): ProseDate[] {
  if (start === undefined) return [];
  const { text } = running;
  const found: ProseDate[] = [];
  for (const clause of text.matchAll(termClause)) {
    const from = clause.index + clause[0].length;
    const window = text.slice(from, from + 60);
    const match = [...window.matchAll(duration)][0];
    if (match === undefined || match.index > 30) continue;
    const sentence = text.slice(running.sentenceAround(clause.index).start, from + match.index).slice(-260);
    const after = text.slice(from + match.index + match[0].length, from + 120);
    if (!contractTerm.test(sentence) || otherTerm.test(sentence) || afterTermEnds.test(after)) continue;
    const { word = '', digits, unit = '' } = match.groups ?? {};
    const count = digits === undefined ? numberNames.get(word.toLowerCase()) : Number(digits);
    const months = termUnits.find(([pattern]) => pattern.test(unit))?.[1];
    if (count === undefined || count === 0 || months === undefined) continue;
    const date = addMonths(start.date, count * months);
    if (date === undefined) continue;
    const at = { start: from + match.index, end: from + match.index + match[0].length };
    const early = Math.max(0, 0.05 * found.length);
    found.push({
      ...at,
      date,
      score: Math.min(0.78, start.score * 0.78) - early,
      reason: `${match[0].trim()} after ${start.date.text}`,
      computed: true,
    });
    if (found.length >= 5) break;
  }
  return found;
}

/** Returns the date some months later, at most the last day of the month. Returns `undefined` after the year 2100. */
function addMonths(date: FoundDate, months: number): FoundDate | undefined {
  const index = date.year * 12 + date.month - 1 + months;
  const year = Math.floor(index / 12);
  const month = (index % 12) + 1;
  if (year > 2100) return undefined;
  const day = Math.min(date.day, new Date(Date.UTC(year, month, 0)).getUTCDate());
  const pad = (part: number): string => String(part).padStart(2, '0');
  return { ...date, year, month, day, ambiguous: false, text: `${year}-${pad(month)}-${pad(day)}` };
}
