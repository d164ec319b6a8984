import type { Box } from '../../../parsed-document.ts';
import type { Rotation } from '../layout/rotate-box.ts';

/** A word found on an image; box and type size in pixels of that image. */
export interface RecognisedWord {
  readonly text: string;
  readonly box: Box;
  /** 0 to 1. */
  readonly confidence: number;
  readonly fontSize: number;
}

/** What a reader found; boxes lie on the image after it was turned clockwise by `rotation`. */
export interface Recognised {
  readonly words: readonly RecognisedWord[];
  readonly rotation: Rotation;
  /** Radians clockwise by which the lines lean on the turned image; the boxes still lie where the words were found. */
  readonly skew: number;
}
