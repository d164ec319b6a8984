import type { Canvas } from '@napi-rs/canvas';
import type { PrintRegion } from './detect-print.ts';
import { freeMemory } from './free-memory.ts';
import { inputValues, networkInput } from './network-input.ts';
import type { ReadingModels } from './reading-models.ts';
import { type LineWord, type ReadCharacter, separateWords } from './separate-words.ts';

const cropHeight = 48;
/** Maximum width of a line image. Wider images are slower and less accurate, and no printed line is wider. */
const maxCropWidth = 2400;
const pixelsPerStep = 8;
const lineValues = inputValues((colour) => colour / 127.5 - 1);
/**
 * An output class with a higher probability than this is the most probable class, because the probabilities of all
 * output classes add up to 1.
 */
const sureProbability = 0.51;

/**
 * Returns the image of a text region, deskewed and scaled to the height that the networks expect. `stretch` is a factor
 * for the width.
 */
export async function cropLine(canvas: Canvas, region: PrintRegion, stretch = 1): Promise<Canvas> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const natural = (region.width / region.height) * cropHeight * stretch;
  const width = Math.max(16, Math.min(maxCropWidth, Math.round(natural)));
  const crop = createCanvas(width, cropHeight);
  const context = crop.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, cropHeight);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.scale(width / region.width, cropHeight / region.height);
  context.translate(region.width / 2, region.height / 2);
  context.rotate(-region.angle);
  context.drawImage(canvas, -region.centreX, -region.centreY);
  return crop;
}

/**
 * Returns the words on `crop`, the image of a line. The network reads `stretched`, which can be a wider image of the
 * same line. The words are always separated on `crop`, because the usual widths of spaces are known only for natural
 * proportions.
 */
export async function recogniseLine(
  crop: Canvas,
  models: ReadingModels,
  stretched: Canvas = crop,
): Promise<LineWord[]> {
  const { width } = stretched;
  const pixels = pixelsOf(crop);
  const readPixels = stretched === crop ? pixels : pixelsOf(stretched);
  const { data, dims } = await models.recognise(lineInput(readPixels), [1, 3, cropHeight, width]);
  const [, steps = 0, classes = 0] = dims;
  const characters = decode(data, steps, classes, models.characters, crop.width / Math.max(1, steps));
  const words = separateWords(characters, pixels, crop.width, cropHeight);
  freeMemory(pixels, readPixels, data);
  return words;
}

function pixelsOf(crop: Canvas): Uint8ClampedArray {
  return crop.getContext('2d').getImageData(0, 0, crop.width, cropHeight).data;
}

/** Returns the input of the networks that read a line. The values are from -1 to 1. */
export function lineInput(pixels: Uint8ClampedArray): Float32Array {
  return networkInput(pixels, lineValues);
}

/**
 * Converts the class probabilities per step to characters. Equal classes in consecutive steps are one character. The
 * class "no character" separates two equal characters.
 */
function decode(
  data: Float32Array,
  steps: number,
  classes: number,
  characters: readonly string[],
  stepWidth = pixelsPerStep,
): ReadCharacter[] {
  const out: ReadCharacter[] = [];
  let previous = 0;
  let space = 0;
  for (let step = 0; step < steps; step++) {
    const offset = step * classes;
    let best = 0;
    let bestValue = -1;
    for (let index = 0; index < classes; index++) {
      const value = data[offset + index] as number;
      if (value > bestValue) {
        best = index;
        bestValue = value;
        if (value > sureProbability) break;
      }
    }
    space = Math.max(space, data[offset + classes - 1] as number);
    if (best !== 0 && best !== previous) {
      const text = characters[best] ?? '';
      if (text !== ' ') {
        out.push({ text, confidence: bestValue, at: (step + 0.5) * stepWidth, spaceBefore: space });
        space = 0;
      }
    }
    previous = best;
  }
  return out;
}
