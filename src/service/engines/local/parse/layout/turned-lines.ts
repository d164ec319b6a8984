import type { Box, ParsedLine, ParsedWord } from '../../../parsed-document.ts';
import { arrangeWords, boxOf } from './arrange-words.ts';

/** A word that is not parallel to the text of its page. */
export interface TurnedWord {
  readonly word: ParsedWord;
  /** Angle of the text in radians clockwise. */
  readonly angle: number;
  /** Box of the word after a rotation that makes the word horizontal. The rotation must have the same centre for all words. */
  readonly levelBox: Box;
}

/** Angles are rounded to a multiple of this value in radians. Words of the same text have the same rounded angle. */
const sameAngle = 0.01;
/** Number of earlier lines that a line is compared with. */
const comparedLines = 50;

/**
 * Returns the lines of texts such as stamps, watermarks and notes in the margin. Arranges each text as on a page that
 * is rotated by the angle of the text. The blocks are numbered from `firstBlock`.
 */
export function arrangeTurned(words: readonly TurnedWord[], firstBlock: number): ParsedLine[] {
  const groups = Map.groupBy(words, ({ angle }) => Math.round(angle / sameAngle));
  const lines: ParsedLine[] = [];
  let next = firstBlock;
  for (const group of groups.values()) {
    const originals = new Map(group.map(({ word, levelBox }) => [{ ...word, box: levelBox }, word]));
    const placed: { box: Box; block: number }[] = [];
    for (const level of arrangeWords([...originals.keys()])) {
      const block =
        placed.slice(-comparedLines).find((other) => areClose(other.box, level.box))?.block ?? next++;
      placed.push({ box: level.box, block });
      const words = level.words.map((word) => originals.get(word) as ParsedWord);
      lines.push({ text: level.text, words, box: boxOf(words), block, turned: true });
    }
  }
  return lines.sort((a, b) => a.block - b.block);
}

/** Returns whether two lines belong to the same text: they overlap horizontally, and the gap between them is small. */
function areClose(a: Box, b: Box): boolean {
  const height = Math.max(a.bottom - a.top, b.bottom - b.top);
  const gap = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
  return gap < height && Math.min(a.right, b.right) > Math.max(a.left, b.left);
}
