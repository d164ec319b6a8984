import type { Canvas } from '@napi-rs/canvas';
import { correctConfusions } from './correct-confusions.ts';
import { skewOf } from './deskew-words.ts';
import { maxSkew, type PrintRegion } from './detect-print.ts';
import { dropDoubledWords } from './drop-doubled-words.ts';
import { findPictures } from './find-pictures.ts';
import { findRotation } from './find-rotation.ts';
import type { ReadingModels } from './reading-models.ts';
import { cropLine, recogniseLine } from './recognise-line.ts';
import type { Recognised, RecognisedWord } from './recognised-word.ts';
import type { LineWord } from './separate-words.ts';

/** Minimum confidence of a line. A line with a lower confidence is noise that was read as text. */
const minConfidence = 0.5;

/** A line with at least this confidence is not read again. */
const clearConfidence = 0.9;
/**
 * Letters are narrow if a line image is less than this number of pixels wide per letter. The network drops narrow
 * letters.
 */
const maxNarrow = 34;
/** Factor for the width of the image of a line that is read again. */
const stretch = 1.5;
/**
 * A second reading of a line replaces the first reading only if the confidence increases by more than this. Smaller
 * differences occur by chance.
 */
const minGain = 0.02;

/** Minimum height of a region of vertical text, relative to its width. */
const minVertical = 2;
/** Maximum difference between the angles of lines of the same stamp, in radians. */
const maxAngleDifference = 0.15;

/** A region with the words that were read in it. `region.angle` is the direction of reading. */
interface ReadRegion {
  readonly region: PrintRegion;
  readonly words: readonly LineWord[];
}

/**
 * Reads an image with two networks. The first network detects text regions, on an image with sides of at most `maxSide`
 * pixels. The second network recognises the text of each region.
 */
export async function recogniseWords(
  canvas: Canvas,
  models: ReadingModels,
  maxSide: number,
): Promise<Recognised> {
  const upright = await findRotation(canvas, models, maxSide);
  // Uses only long regions, because the angle of a short region is inaccurate.
  const skewed = upright.regions
    .filter((region) => region.width > 5 * region.height)
    .map((region) => ({ angle: region.angle, length: region.width }));
  const skew = skewOf(skewed);
  const read: ReadRegion[] = [];
  for (const region of upright.regions) {
    const found = await readRegion(upright.canvas, region, models);
    if (meanConfidence(found.words) >= minConfidence) read.push(found);
  }
  const isTurned = ({ region: { angle } }: ReadRegion) => angle !== 0 && Math.abs(angle - skew) >= maxSkew;
  const words = dropDoubledWords(read.filter((found) => !isTurned(found)).flatMap(wordsOf));
  const turned = withCommonAngles(read.filter(isTurned)).flatMap((found) => turnedWordsOf(found));
  const boxes = [...words, ...turned.map(({ word }) => word)].map(({ box }) => box);
  const pictures = await findPictures(upright.canvas, boxes);
  return { words, turned, pictures, rotation: upright.rotation, skew };
}

/** Reads a region. If it is much higher than wide, its text can also run upwards or downwards. */
async function readRegion(canvas: Canvas, region: PrintRegion, models: ReadingModels): Promise<ReadRegion> {
  const read = async (shape: PrintRegion): Promise<ReadRegion> => ({
    region: shape,
    words: await readLine(canvas, shape, models),
  });
  let best = await read(region);
  if (region.height < region.width * minVertical) return best;
  for (const angle of [-Math.PI / 2, Math.PI / 2]) {
    const found = await read({ ...region, width: region.height, height: region.width, angle });
    if (totalConfidence(found.words) > totalConfidence(best.words)) best = found;
  }
  return best;
}

/** Reads a line. Reads an unclear line with narrow letters again on a wider image, and returns the surer words. */
async function readLine(canvas: Canvas, shape: PrintRegion, models: ReadingModels): Promise<LineWord[]> {
  const crop = await cropLine(canvas, shape);
  const words = await recogniseLine(crop, models);
  const confidence = meanConfidence(words);
  const letters = lettersOf(words);
  const isNarrow = letters >= 4 && crop.width / letters < maxNarrow;
  if (!isNarrow || confidence < minConfidence || confidence >= clearConfidence) return words;
  const stretched = await recogniseLine(crop, models, await cropLine(canvas, shape, stretch));
  return meanConfidence(stretched) > confidence + minGain ? stretched : words;
}

function totalConfidence(words: readonly LineWord[]): number {
  return words.reduce((sum, word) => sum + word.confidence * word.text.length, 0);
}

function lettersOf(words: readonly LineWord[]): number {
  return words.reduce((sum, word) => sum + word.text.length, 0);
}

function meanConfidence(words: readonly LineWord[]): number {
  const letters = lettersOf(words);
  return letters === 0 ? 0 : totalConfidence(words) / letters;
}

/** About a quarter of the height of a detected region is margin. */
const typeShare = 0.76;

function wordsOf({ region, words }: ReadRegion): RecognisedWord[] {
  const cos = Math.cos(region.angle);
  const sin = Math.sin(region.angle);
  const type = region.height * typeShare;
  return words.map((word) => {
    const along = [word.from - 0.5, word.to - 0.5].map((share) => share * region.width);
    const [x0 = 0, x1 = 0] = along.map((distance) => region.centreX + distance * cos);
    const middle = region.centreY + (((along[0] as number) + (along[1] as number)) / 2) * sin;
    return {
      text: correctConfusions(word.text),
      confidence: word.confidence,
      fontSize: type,
      box: { left: x0, top: middle - type / 2, right: x1, bottom: middle + type / 2 },
    };
  });
}

/** Gives lines with similar angles the same angle, for example all lines of a stamp. */
function withCommonAngles(read: readonly ReadRegion[]): ReadRegion[] {
  const groups: ReadRegion[][] = [];
  for (const found of [...read].sort((a, b) => a.region.angle - b.region.angle)) {
    const first = groups.at(-1)?.[0];
    if (first !== undefined && found.region.angle - first.region.angle <= maxAngleDifference)
      groups.at(-1)?.push(found);
    else groups.push([found]);
  }
  return groups.flatMap((group) => {
    const width = group.reduce((sum, { region }) => sum + region.width, 0);
    const angle = group.reduce((sum, { region }) => sum + region.angle * region.width, 0) / width;
    return group.map(({ region, words }) => ({ region: { ...region, angle }, words }));
  });
}

function turnedWordsOf({ region, words }: ReadRegion): Recognised['turned'][number][] {
  const cos = Math.cos(region.angle);
  const sin = Math.sin(region.angle);
  const half = (region.height * typeShare) / 2;
  const level = {
    x: region.centreX * cos + region.centreY * sin,
    y: region.centreY * cos - region.centreX * sin,
  };
  return words.map((word) => {
    const [left, right] = [word.from - 0.5, word.to - 0.5].map((share) => level.x + share * region.width);
    const levelBox = {
      left: left as number,
      top: level.y - half,
      right: right as number,
      bottom: level.y + half,
    };
    const corners = [levelBox.left, levelBox.right].flatMap((x) =>
      [levelBox.top, levelBox.bottom].map((y) => ({ x: x * cos - y * sin, y: x * sin + y * cos })),
    );
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    const box = {
      left: Math.min(...xs),
      top: Math.min(...ys),
      right: Math.max(...xs),
      bottom: Math.max(...ys),
    };
    const text = correctConfusions(word.text);
    return {
      word: { text, confidence: word.confidence, fontSize: half * 2, box },
      angle: region.angle,
      levelBox,
    };
  });
}
