/**
 * A text with fewer letters and digits than this must match exactly, because a few wrong letters make it another text.
 */
const leastForMisreading = 8;
/** Maximum number of misread letters, as a share of the letters and digits of a text. */
const mostMisread = 0.2;

/** Words that follow each other on a page: the indexes of the first word and of the last one. */
interface WordSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns where a text is printed, in the words that character recognition (OCR) read from a page. Ignores letter case,
 * accents, spaces and punctuation. If the text has at least eight letters and digits, up to 20 % of these characters
 * may differ. All digits must be the same. If the best place differs from the text in k characters, returns all places
 * that differ in at most 2 k characters. Of overlapping places, returns only the best one.
 */
export function findMisreadWords(
  text: string,
  words: readonly string[],
): (WordSpan & { difference: number })[] {
  const wanted = lettersOf(text);
  const digits = digitsOf(wanted);
  const limit = wanted.length < leastForMisreading ? 0 : Math.floor(wanted.length * mostMisread);
  const letters = words.map(lettersOf);
  const found: (WordSpan & { difference: number })[] = [];
  for (const [first, start] of letters.entries()) {
    if (start === '') continue;
    let joined = '';
    for (let last = first; last < letters.length && joined.length <= wanted.length + limit; last++) {
      const next = letters[last] ?? '';
      joined += next;
      if (next === '' || joined.length < wanted.length - limit || digitsOf(joined) !== digits) continue;
      const difference = editDistance(wanted, joined, limit);
      if (difference <= limit) found.push({ first, last, difference });
    }
  }
  found.sort((a, b) => a.difference - b.difference);
  const most = 2 * (found[0]?.difference ?? 0);
  const places: typeof found = [];
  for (const span of found)
    if (span.difference <= most && places.every(({ first, last }) => span.last < first || last < span.first))
      places.push(span);
  return places;
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function digitsOf(text: string): string {
  return text.replace(/\P{N}/gu, '');
}

/**
 * Returns how many characters must be changed, removed or added to turn one text into the other. Returns `limit` + 1 as
 * soon as this number is certain to exceed `limit`.
 */
function editDistance(a: string, b: string, limit: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > limit) return limit + 1;
    row = next;
  }
  return row[b.length] ?? limit + 1;
}
