/** Matches characters that take two columns in a terminal: East Asian wide and full-width characters, and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/**
 * Matches texts whose characters take one column each: Latin letters without combining marks, punctuation, arrows and
 * frames.
 */
const narrow = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25cf]*$/;

const invisible = /^[\p{M}\p{Cf}\p{Cc}]+$/u;

/** Splits texts into characters. The segmenter is created on first use, because `Intl` takes about 10 ms to load. */
let segmenter: Intl.Segmenter | undefined;

function charactersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Returns how many terminal columns a text takes. A combining mark takes none, and a CJK character takes two. */
export function displayWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const { segment } of charactersOf(text)) width += widthOf(segment);
  return width;
}

function widthOf(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}

/** Shortens a text to at most `width` columns. A shortened text ends with `…`. Characters are never split. */
export function truncateWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return '';
  let [shown, used] = ['', 0];
  for (const { segment } of charactersOf(text)) {
    const next = used + widthOf(segment);
    if (next > width - 1) break;
    shown += segment;
    used = next;
  }
  return `${shown.trimEnd()}…`;
}

/** Adds spaces at the start or at the end of a text until it has `width` columns. */
export function padWidth(text: string, width: number, side: 'start' | 'end' = 'end'): string {
  const gap = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return side === 'end' ? text + gap : gap + text;
}

/**
 * Breaks a text between words into lines of at most `width` columns. A longer word gets its own line and is not broken.
 * A percent sign stays with its number.
 */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .replaceAll(' %', '\u00a0%')
    .split(/ +/)
    .filter((part) => part !== '')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(joined) > width) {
      lines.push(line);
      line = word;
    } else line = joined;
  }
  return (line === '' ? lines : [...lines, line]).map((one) => one.replaceAll('\u00a0%', ' %'));
}
