import type { Box } from '../../../parsed-document.ts';
import type { Rotation } from '../layout/rotate-box.ts';

/** A word on an image, with its box and font size in pixels. */
export interface RecognisedWord {
  readonly text: string;
  readonly box: Box;
  /** OCR confidence, 0 to 1. */
  readonly confidence: number;
  readonly fontSize: number;
}

/** A word of a stamp or note that is not parallel to the text of the page, as in `TurnedWord`. Boxes are in pixels. */
interface RecognisedTurnedWord {
  readonly word: RecognisedWord;
  readonly angle: number;
  readonly levelBox: Box;
}

/** The words and pictures found on an image. Boxes refer to the image after a clockwise rotation by `rotation`. */
export interface Recognised {
  readonly words: readonly RecognisedWord[];
  readonly turned: readonly RecognisedTurnedWord[];
  readonly pictures: readonly Box[];
  readonly rotation: Rotation;
  /** Skew of the lines on the rotated image, in radians clockwise. The boxes are not deskewed. */
  readonly skew: number;
}
