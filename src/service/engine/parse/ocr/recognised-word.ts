import type { Box } from '../../parsed-document.ts';

/** A word found on an image; box and type size in pixels of that image. */
export interface RecognisedWord {
  readonly text: string;
  readonly box: Box;
  /** 0 to 1. */
  readonly confidence: number;
  readonly fontSize: number;
}
