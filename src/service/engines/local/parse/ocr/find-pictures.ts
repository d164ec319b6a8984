import type { Canvas } from '@napi-rs/canvas';
import type { Box } from '../../../parsed-document.ts';
import { resized } from './resized.ts';

/** Longest side, in pixels, of the image in which pictures are searched. */
const maxSide = 960;
/** Side of the squares into which the image is divided, in pixels. */
const square = 8;
/** A pixel counts as coloured if it differs from the colour of the paper by at least this amount (0 to 255). */
const minContrast = 40;
/** Minimum share of coloured pixels in a square of a picture. A square with printed text has a third or less. */
const minInk = 0.6;
/** Minimum width and height of a picture, as a share of the longest side of the image. */
const minSize = 0.04;
/** Maximum share of the image that a picture covers. A larger picture is the background of a photographed page. */
const maxShare = 0.8;
/** The squares of a picture cover at least this share of the box of the picture. The lines of a table cover less. */
const minFill = 0.5;
/** Minimum standard deviation of the brightness in a picture. Shaded cells and black bars have a smaller deviation. */
const minVariation = 12;
/** Maximum share of a picture that words cover. An area with more words is a text with a background. */
const maxWords = 0.3;

/**
 * Returns the boxes of the pictures on a scanned page, from top to bottom: areas with printed or photographed colours that
 * vary, such as photos, logos and maps. Omits areas at the edge of the image, shaded text, and drawings that consist only
 * of thin lines. `words` are the boxes of the recognised words.
 */
export async function findPictures(canvas: Canvas, words: readonly Box[]): Promise<Box[]> {
  const shrink = Math.min(1, maxSide / Math.max(canvas.width, canvas.height));
  const width = Math.max(1, Math.round(canvas.width * shrink));
  const height = Math.max(1, Math.round(canvas.height * shrink));
  const small = await resized(canvas, width, height);
  const { data } = small.getContext('2d').getImageData(0, 0, width, height);
  const squares = new Squares(data, width, height);
  const least = Math.max(width, height) * minSize;
  return squares
    .areas()
    .filter((area) => {
      const [across, down] = [area.right - area.left, area.bottom - area.top];
      return Math.min(across, down) >= least && across * down <= width * height * maxShare;
    })
    .filter((area) => squares.isFilled(area) && squares.variation(area) >= minVariation)
    .map(({ left, top, right, bottom }) => ({
      left: left / shrink,
      top: top / shrink,
      right: right / shrink,
      bottom: bottom / shrink,
    }))
    .filter((box) => shareOfWords(box, words) <= maxWords)
    .sort((a, b) => a.top - b.top || a.left - b.left);
}

/** Returns the share of a box that words cover. */
function shareOfWords(box: Box, words: readonly Box[]): number {
  let covered = 0;
  for (const word of words) {
    const across = Math.min(box.right, word.right) - Math.max(box.left, word.left);
    const down = Math.min(box.bottom, word.bottom) - Math.max(box.top, word.top);
    if (across > 0 && down > 0) covered += across * down;
  }
  return covered / ((box.right - box.left) * (box.bottom - box.top));
}

/** The pixels of an image, divided into squares. */
class Squares {
  readonly #pixels: Uint8ClampedArray;
  readonly #width: number;
  readonly #columns: number;
  readonly #rows: number;
  /** 1 for each square that is part of a picture. */
  readonly #isDense: Uint8Array;

  constructor(pixels: Uint8ClampedArray, width: number, height: number) {
    this.#pixels = pixels;
    this.#width = width;
    this.#columns = Math.floor(width / square);
    this.#rows = Math.floor(height / square);
    this.#isDense = new Uint8Array(this.#columns * this.#rows);
    const [red, green, blue] = paperColour(pixels);
    const ink = new Uint16Array(this.#isDense.length);
    for (let y = 0; y < this.#rows * square; y++)
      for (let x = 0; x < this.#columns * square; x++) {
        const at = (y * width + x) * 4;
        const isPaper =
          Math.abs((pixels[at] as number) - red) < minContrast &&
          Math.abs((pixels[at + 1] as number) - green) < minContrast &&
          Math.abs((pixels[at + 2] as number) - blue) < minContrast;
        if (isPaper) continue;
        const index = Math.floor(y / square) * this.#columns + Math.floor(x / square);
        ink[index] = (ink[index] as number) + 1;
      }
    for (const [index, count] of ink.entries())
      if (count >= square * square * minInk) this.#isDense[index] = 1;
  }

  /** Returns the boxes of connected squares, in pixels, without those at the edge of the image. */
  areas(): Box[] {
    const seen = new Uint8Array(this.#isDense.length);
    const areas: Box[] = [];
    for (let start = 0; start < seen.length; start++) {
      if (seen[start] === 1 || this.#isDense[start] === 0) continue;
      let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
      const queue = [start];
      seen[start] = 1;
      for (let next = 0; next < queue.length; next++) {
        const index = queue[next] as number;
        const [x, y] = [index % this.#columns, Math.floor(index / this.#columns)];
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
        for (let row = Math.max(0, y - 1); row <= Math.min(this.#rows - 1, y + 1); row++)
          for (let column = Math.max(0, x - 1); column <= Math.min(this.#columns - 1, x + 1); column++) {
            const neighbour = row * this.#columns + column;
            if (seen[neighbour] === 1 || this.#isDense[neighbour] === 0) continue;
            seen[neighbour] = 1;
            queue.push(neighbour);
          }
      }
      if (left === 0 || top === 0 || right === this.#columns - 1 || bottom === this.#rows - 1) continue;
      areas.push({
        left: left * square,
        top: top * square,
        right: (right + 1) * square,
        bottom: (bottom + 1) * square,
      });
    }
    return areas;
  }

  isFilled({ left, top, right, bottom }: Box): boolean {
    let [dense, all] = [0, 0];
    for (let row = top / square; row < bottom / square; row++)
      for (let column = left / square; column < right / square; column++) {
        all++;
        dense += this.#isDense[row * this.#columns + column] ?? 0;
      }
    return dense >= all * minFill;
  }

  /** Returns the standard deviation of the brightness in a box. Reads only the squares that are part of a picture. */
  variation({ left, top, right, bottom }: Box): number {
    let [count, sum, squares] = [0, 0, 0];
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        if (this.#isDense[Math.floor(y / square) * this.#columns + Math.floor(x / square)] === 0) continue;
        const value = brightness(this.#pixels, (y * this.#width + x) * 4);
        count++;
        sum += value;
        squares += value * value;
      }
    return Math.sqrt(Math.max(0, squares / Math.max(1, count) - (sum / Math.max(1, count)) ** 2));
  }
}

/** Returns the brightness of the pixel at an index, from 0 to 255. */
function brightness(pixels: Uint8ClampedArray, at: number): number {
  const [red, green, blue] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number];
  return (red * 77 + green * 151 + blue * 28) >> 8;
}

/** Returns the colour of the paper: the 80th percentile of each channel, because most of a page is lighter than its print. */
function paperColour(pixels: Uint8ClampedArray): readonly [number, number, number] {
  const [red, green, blue] = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)];
  const count = (histogram: Uint32Array, value: number) => {
    histogram[value] = (histogram[value] as number) + 1;
  };
  for (let at = 0; at < pixels.length; at += 4) {
    count(red, pixels[at] as number);
    count(green, pixels[at + 1] as number);
    count(blue, pixels[at + 2] as number);
  }
  const percentile = (histogram: Uint32Array): number => {
    let darker = 0;
    return histogram.findIndex((number) => {
      darker += number;
      return darker >= (pixels.length / 4) * 0.8;
    });
  };
  return [percentile(red), percentile(green), percentile(blue)];
}
