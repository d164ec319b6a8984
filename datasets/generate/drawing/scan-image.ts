import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { Random } from '../../../src/base/random.ts';
import type { FontName } from './font-metrics.ts';
import { textWidth } from './font-metrics.ts';
import type { Colour, Sheet } from './sheet.ts';

/** Quality of a scanned page. */
export interface ScanQuality {
  /** Resolution in pixels per inch. */
  readonly resolution: number;
  /** Clockwise rotation in degrees. */
  readonly tilt: number;
  /** Standard deviation of the noise in grey levels, which range from 0 to 255. */
  readonly noise: number;
  /** Radius of the blur in pixels. */
  readonly blur: number;
  readonly format: 'jpg' | 'png';
}

const faces: Readonly<Record<FontName, string>> = {
  sans: 'DejaVuSansCondensed',
  'sans-bold': 'DejaVuSansCondensed-Bold',
  'sans-italic': 'DejaVuSansCondensed-Oblique',
  serif: 'DejaVuSerifCondensed',
  'serif-bold': 'DejaVuSerifCondensed-Bold',
  'serif-italic': 'DejaVuSerifCondensed-Italic',
  mono: 'DejaVuSansMono',
  'mono-bold': 'DejaVuSansMono-Bold',
};

const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
  'ttf',
);
for (const face of Object.values(faces)) GlobalFonts.registerFromPath(join(fontFolder, `${face}.ttf`), face);

/** Draws a sheet like a scanner: slightly rotated, blurred and noisy, on off-white paper. */
export function scanImage(sheet: Sheet, quality: ScanQuality, random: Random): Buffer {
  const scale = quality.resolution / 72;
  const width = Math.round(sheet.width * scale);
  const height = Math.round(sheet.height * scale);
  const crisp = createCanvas(width, height);
  const print = crisp.getContext('2d');
  const paper = quality.format === 'png' ? '#ffffff' : '#f6f5f2';
  print.fillStyle = paper;
  print.fillRect(0, 0, width, height);
  print.translate(width / 2, height / 2);
  print.rotate((quality.tilt * Math.PI) / 180);
  print.translate(-width / 2, -height / 2);
  print.scale(scale, scale);
  drawMarks(print, sheet);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  // Blurs the whole page once, because a filter per text would take ten times as long.
  context.filter = `blur(${quality.blur}px)`;
  context.drawImage(crisp, 0, 0);
  context.filter = 'none';
  const image = context.getImageData(0, 0, width, height);
  addNoise(image.data, quality, random);
  context.putImageData(image, 0, 0);
  return quality.format === 'png' ? canvas.encodeSync('png') : canvas.encodeSync('jpeg', 62);
}

function drawMarks(context: SKRSContext2D, sheet: Sheet): void {
  for (const mark of sheet.marks) {
    if (mark.kind === 'text') {
      context.font = `${mark.size}px ${faces[mark.font]}`;
      context.fillStyle = css(mark.colour);
      // Scales the text to its width in the PDF font, so that scan and PDF have the same layout.
      const stretch = textWidth(mark.text, mark.font, mark.size) / context.measureText(mark.text).width;
      context.save();
      context.translate(mark.x, mark.y);
      context.scale(stretch, 1);
      context.fillText(mark.text, 0, 0);
      context.restore();
    } else if (mark.kind === 'line') {
      context.strokeStyle = css(mark.colour);
      context.lineWidth = mark.lineWidth;
      context.beginPath();
      context.moveTo(mark.x1, mark.y1);
      context.lineTo(mark.x2, mark.y2);
      context.stroke();
    } else if (mark.fill !== null) {
      context.fillStyle = css(mark.fill);
      context.fillRect(mark.x, mark.y, mark.width, mark.height);
    } else if (mark.stroke !== null) {
      context.strokeStyle = css(mark.stroke);
      context.lineWidth = mark.lineWidth;
      context.strokeRect(mark.x, mark.y, mark.width, mark.height);
    }
  }
}

/**
 * Adds noise to the grey levels. PNG pages use few levels, like scanned text pages, so that they compress well.
 */
function addNoise(pixels: Uint8ClampedArray, quality: ScanQuality, random: Random): void {
  const few = quality.format === 'png';
  for (let at = 0; at < pixels.length; at += 4) {
    const light = 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!;
    const level = quality.noise === 0 ? light : light + quality.noise * standardNormal(random.nextUint32());
    const shade = few ? Math.round(level / 85) * 85 : level;
    pixels[at] = shade;
    pixels[at + 1] = shade;
    pixels[at + 2] = shade;
  }
}

/**
 * Returns an approximately standard normal number: the sum of four bytes (mean 510, standard deviation 147.8). The
 * function is fast, because it needs only one random draw per pixel.
 */
function standardNormal(bits: number): number {
  return ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) / 147.8;
}

function css(colour: Colour): string {
  return `rgb(${colour.map((part) => Math.round(part * 255)).join(',')})`;
}
