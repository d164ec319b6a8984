import type { FormField, FormWord } from '../../../../pages/render/form-words.ts';
import type { PageText, PageWord } from '../../../../pages/render/page-words.ts';
import type { Box, ParsedPage, ParsedWord } from '../../parsed-document.ts';
import { arrangeWords } from './layout/arrange-words.ts';
import { findFigures } from './layout/find-figures.ts';
import { type Rotation, rotateBox } from './layout/rotate-box.ts';
import { arrangeTurned } from './layout/turned-lines.ts';

/**
 * A text counts as tilted if the sine of twice its angle is at least this value. The value corresponds to an angle of
 * about 4 degrees. Texts at multiples of 90 degrees are not tilted, because the sine is 0 there.
 */
const minTilt = 0.14;

/**
 * Converts a text layer and the form fields to a parsed page. Rotates a page whose text is mostly vertical, and stores
 * the angle in `rotation`.
 */
export function parsePdfText(
  text: PageText,
  number: number,
  formFields: readonly FormField[] = [],
): ParsedPage {
  const rotation = uprightRotation(text.words);
  const size = { width: text.width, height: text.height };
  const fields = formFields.map((field) => ({
    ...field,
    box: rotateBox(field.box, size, rotation),
    words: field.words.map((word) => parsedFormWord(word, rotateBox(word.box, size, rotation))),
  }));
  const words = text.words.map(({ slope, direction, ...word }) => {
    const { angle, levelBox } = slope ?? { angle: 0, levelBox: word.box };
    const isTilted = Math.abs(Math.sin(2 * angle)) > minTilt;
    const isTurned = (direction + rotation) % 360 !== 0;
    return {
      isTilted,
      isTurned,
      word: parsedWord(word, rotateBox(word.box, size, rotation)),
      angle,
      levelBox,
    };
  });
  // If most words are tilted, the whole page is tilted, and not only a stamp on it.
  const pageIsTilted = words.filter(({ isTilted }) => isTilted).length * 2 > words.length;
  const isMain = ({ isTilted, isTurned }: (typeof words)[number]) => !isTurned && (!isTilted || pageIsTilted);
  const typed = fields.flatMap((field) => field.words);
  const lines = arrangeWords([...words.filter(isMain).map(({ word }) => word), ...typed]);
  const next = lines.reduce((last, line) => Math.max(last, line.block + 1), 0);
  // Stamps and texts in the margin follow at the end, because they would otherwise split rows.
  const turned = arrangeTurned(
    words.filter((word) => !isMain(word)),
    next,
  );
  const figures = findFigures(text).map((box) => ({ text: '', box: rotateBox(box, size, rotation) }));
  const swap = rotation === 90 || rotation === 270;
  return {
    number,
    width: swap ? text.height : text.width,
    height: swap ? text.width : text.height,
    source: 'text',
    lines: [...lines, ...turned],
    ...(figures.length === 0 ? {} : { figures }),
    ...(rotation === 0 ? {} : { rotation }),
    ...(fields.length === 0 ? {} : { fields }),
  };
}

function parsedWord(word: Pick<PageWord, 'text' | 'fontSize' | 'bold' | 'link'>, box: Box): ParsedWord {
  return {
    text: word.text,
    box,
    confidence: 1,
    fontSize: word.fontSize,
    ...(word.bold ? { bold: true } : {}),
    ...(word.link === undefined ? {} : { link: word.link }),
  };
}

function parsedFormWord({ text, fontSize }: FormWord, box: Box): ParsedWord {
  return { text, box, confidence: 1, fontSize };
}

/** Returns the rotation of the page after which most letters run from left to right. */
function uprightRotation(words: readonly PageWord[]): Rotation {
  const letters = new Map<Rotation, number>();
  for (const word of words)
    letters.set(word.direction, (letters.get(word.direction) ?? 0) + word.text.length);
  const most = [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  return ((360 - most) % 360) as Rotation;
}
