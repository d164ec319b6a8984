import type { Box } from '../../../parsed-document.ts';
import type { Rotation } from '../layout/rotate-box.ts';

/** A word on an image. Box and font size are in pixels of that image. */
export interface RecognisedWord {
  readonly text: string;
  readonly box: Box;
  /** OCR confidence, 0 to 1. */
  readonly confidence: number;
  readonly fontSize: number;
}

/** Result of a reader. Boxes refer to the image after it was rotated clockwise by `rotation`. */
export interface Recognised {
  readonly words: readonly RecognisedWord[];
  readonly rotation: Rotation;
  /** Skew of the lines on the rotated image, in radians clockwise. The boxes are not deskewed. */
  readonly skew: number;
}
