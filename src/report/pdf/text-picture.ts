import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { fontFiles } from './font-files.ts';
import { twoColourPng } from './two-colour-png.ts';

const family = 'goldset report';
/** Pixels per point. */
const scale = 3;
/** Matches characters that the font of the file does not have, or that run from right to left. */
const unsupported = /[^\u0020-\u058f\u1d00-\u27bf\u2c60-\u2c7f\ufffd]/u;

GlobalFonts.registerFromPath(fontFiles.regular, family);
GlobalFonts.registerFromPath(fontFiles.bold, `${family} bold`);
const probe = createCanvas(1, 1).getContext('2d');

/**
 * Returns whether a text must be drawn as a picture, because it runs from right to left, has joined letters, or has
 * characters that the font of the file lacks. The picture uses fonts of the machine. If the machine has no font for a
 * character either, the picture shows a box.
 */
export function needsPicture(text: string): boolean {
  return unsupported.test(text);
}

export interface PictureStyle {
  /** Font size in points. */
  readonly size: number;
  readonly bold: boolean;
  readonly color: string;
  readonly ground: string;
}

/** Returns the width in points that a text has in the picture of `textPicture`. */
export function pictureWidth(text: string, { size, bold }: Pick<PictureStyle, 'size' | 'bold'>): number {
  probe.font = fontOf(size, bold);
  return probe.measureText(text).width;
}

/** Draws one line of text as PNG. `width` and `height` are in points. */
export function textPicture(
  text: string,
  style: PictureStyle,
): { readonly bytes: Buffer; readonly width: number; readonly height: number } {
  const { size, bold, color, ground } = style;
  const width = Math.max(1, pictureWidth(text, style));
  const height = size * 1.3;
  const canvas = createCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.font = fontOf(size, bold);
  context.fillStyle = '#000000';
  context.fillText(text, 0, size);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { bytes: twoColourPng(data, canvas, { ink: color, ground }), width, height };
}

function fontOf(size: number, bold: boolean): string {
  return `${size}px "${family}${bold ? ' bold' : ''}"`;
}
