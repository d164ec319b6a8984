import { foldText } from '../layout/fold-text.ts';
import { noWords, yesWords } from '../lexicon/words.ts';

const checkedBox = /[☑☒✓✔✗✘■●⊠◉⦿🗹]|\[\s?[xX✓✔]\s?\]|\(\s?[xX✓✔]\s?\)|:selected:/u;
/** A cross before a short text, as in `X No`. On the page, the cross is typed into a drawn box. */
const crossedOption = /^\s*[Xx](?=\s+\p{L}[\p{L}\s/-]{0,30}$)/u;
const uncheckedBox = /[☐□○◯⬜]|\[\s{0,3}\]|\(\s{0,3}\)|\[_+\]|:unselected:/u;

export interface FoundMark {
  readonly start: number;
  readonly end: number;
  readonly value: boolean;
}

const anyBox = new RegExp(`(${checkedBox.source}|${crossedOption.source})|(${uncheckedBox.source})`, 'gu');

/** Returns the checkboxes in a text, whether checked or empty. */
export function findMarks(text: string): FoundMark[] {
  return [...text.matchAll(anyBox)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: match[1] !== undefined,
  }));
}

/**
 * Returns the truth value that a text states in words or with a check mark. Returns `undefined` if the text states
 * none.
 */
export function booleanOf(text: string): boolean | undefined {
  const mark = findMarks(text)[0];
  const words = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  // In `[x] Yes [ ] No`, the word after the checked box counts.
  const chosen = markedOption(text);
  if (chosen !== undefined) return chosen;
  if (mark !== undefined) return mark.value;
  const first = words[0];
  if (first === undefined || words.length > 6) return undefined;
  // `On demand` states no truth value.
  if (/^(?:on|off)$/.test(first) && words.length > 1) return undefined;
  if (yesWords.has(first)) return true;
  if (noWords.has(first)) return false;
  return undefined;
}

function markedOption(text: string): boolean | undefined {
  const marks = findMarks(text);
  for (const [index, mark] of marks.entries()) {
    if (!mark.value) continue;
    const rest = text.slice(mark.end, marks[index + 1]?.start ?? text.length);
    const word = foldText(rest).match(/\p{L}+/u)?.[0];
    if (word !== undefined && yesWords.has(word)) return true;
    if (word !== undefined && noWords.has(word)) return false;
  }
  return undefined;
}
