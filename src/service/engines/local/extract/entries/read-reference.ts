import { sentenceEnds } from '../prose/running-text.ts';

/** The parts of a publication in a list of references. Parts that are not printed are `undefined`. */
export interface Reference {
  /** All authors as printed. */
  readonly people?: string;
  readonly names: readonly string[];
  readonly title?: string;
  readonly year?: string;
  /** Journal, conference or publisher. */
  readonly venue?: string;
  readonly link?: string;
  /** DOI, arXiv number or ISBN. */
  readonly identifier?: string;
}

const maxLength = 2_000;
const link = /https?:\/\/[^\s<>()"]{4,200}/i;
const doi = /(?:doi:?\s*)?\b(10\.\d{4,9}\/[^\s,;]{2,80})/i;
const arxiv = /\barXiv:\s?\d{4}\.\d{4,5}(?:v\d)?/i;
const yearInBrackets = /\((?:\p{L}{3,9}\.? )?((?:19|20)\d\d)[a-z]?(?:, [^()]{1,30})?\)[.,:]?\s*/u;
const anyYear = /(?<![\d.:/-])(?:19|20)\d\d(?![\d/-])/g;
const quoted = /["“„«]([^"“”„«»]{4,400})["”“»]/u;
const emphasised = /\*([^*]{4,400})\*/;

/**
 * Reads one entry of a list of references. Supports three formats: authors, year in brackets, title and venue; authors,
 * title in quotation marks and venue; or authors, title and venue as three sentences.
 */
export function readReference(printed: string): Reference {
  const full = printed.slice(0, maxLength).trim();
  const found = {
    link: link.exec(full)?.[0].replace(/[.,;]+$/, ''),
    identifier: arxiv.exec(full)?.[0] ?? doi.exec(full)?.[1]?.replace(/[.,;]+$/, ''),
  };
  const text = full
    .replace(/https?:\/\/\S{4,200}/gi, ' ')
    .replace(/\b(?:URL|available (?:at|from)):? {1,2}$/i, ' ')
    .replace(/\bdoi:?\s*10\.\S{4,90}/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const dated = yearInBrackets.exec(text);
  const marked = quoted.exec(text) ?? emphasised.exec(text);
  const lastYear = [...text.replace(arxiv, ' ').matchAll(anyYear)].at(-1)?.[0];
  let authors: string;
  let rest: string;
  if (dated !== null && dated.index > 1 && dated.index < 0.75 * text.length) {
    authors = text.slice(0, dated.index);
    rest = text.slice(dated.index + dated[0].length);
  } else if (marked !== null && marked.index > 1) {
    authors = text.slice(0, marked.index);
    rest = text.slice(marked.index);
  } else {
    const [first] = sentenceEnds(text, 0, text.length);
    const hasAuthors = first !== undefined && first < 0.8 * text.length && !/^["“*]/.test(text);
    authors = hasAuthors ? text.slice(0, first) : '';
    rest = hasAuthors ? text.slice(first) : text;
  }
  const year = dated?.[1] ?? lastYear;
  const { title, venue } = titleAndVenue(rest);
  const people = tidy(authors.replace(/\((?:eds?|editors?|Hrsg)\.?\)/i, '').replace(/[\s,]+$/, ''));
  return { ...found, ...(people !== '' && { people }), names: namesOf(people), title, year, venue };
}

function titleAndVenue(rest: string): { title: string | undefined; venue: string | undefined } {
  const marked = /^["“„«]/u.test(rest) ? quoted.exec(rest) : /^\*/.test(rest) ? emphasised.exec(rest) : null;
  const [sentence = rest.length] = sentenceEnds(rest, 0, rest.length);
  const preprint = rest.search(/(?<=\.) arXiv/);
  const end = preprint < 0 ? sentence : Math.min(sentence, preprint);
  const title = marked === null ? rest.slice(0, end) : (marked[1] ?? '');
  const after = marked === null ? rest.slice(end) : rest.slice(marked.index + marked[0].length);
  return { title: tidy(title) || undefined, venue: venueOf(after) || undefined };
}

/**
 * Returns the venue of a publication: the text before the volume, the pages and the year. Returns an empty text for a
 * web address.
 */
function venueOf(text: string): string {
  const plain = text.replace(/^[\s.,:;*]+(?:In:? )?|^In:? /, '');
  if (/^URL\b/.test(plain)) return '';
  const [sentence = plain.length] = sentenceEnds(plain, 0, plain.length);
  const numbers = /[,.]?\s+(?:\(?(?:19|20)\d\d|\d|vol\b|volume\b|no\.|pages?\b|pp?\.)|,\s*$/i.exec(plain);
  return tidy(plain.slice(0, Math.min(sentence, numbers?.index || plain.length)).replaceAll('*', ''));
}

/** Returns a text without separators and emphasis marks around it. Keeps the dot of an initial. */
function tidy(text: string): string {
  const bare = text.replace(/^[\s.,:;*]+/, '').replace(/[\s,:;*]+$/, '');
  return /(?:^|[^\p{L}])\p{Lu}\.$/u.test(bare) ? bare : bare.replace(/\.+$/, '');
}

const initials = /^(?:\p{Lu}\p{Ll}?\.?[ -]?){1,4}$/u;

/** Returns the names of a list such as `Berg, A. and Lund, B.` or `Ada Berg, Bo Lund and Cy Moe`. */
export function namesOf(people: string): string[] {
  const parts = people
    .replace(/,?\s+et al\.?.*$/i, '')
    .split(/,\s*(?:and|und|et|y|&)\s+|\s+(?:and|und|&)\s+|,\s*|;\s*/u)
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part));
  const names: string[] = [];
  for (const part of parts) {
    const last = names.at(-1);
    if (last !== undefined && initials.test(part) && !last.includes(','))
      names[names.length - 1] = `${last}, ${part}`;
    else names.push(part);
  }
  return names.slice(0, 200);
}
