import type { Canvas } from '@napi-rs/canvas';

/** Width to which small images are enlarged, because the fast reader needs letters of about 20 pixels. */
const targetWidth = 1200;

/** Returns whether the image has content: its pixels differ in brightness by more than 40 of 255 levels. */
export function hasContent(canvas: Canvas): boolean {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let least = 255;
  let most = 0;
  for (let at = 1; at < data.length; at += 4) {
    const green = data[at] as number;
    least = Math.min(least, green);
    most = Math.max(most, green);
  }
  return most - least > 40;
}

/** Returns a grey copy in which the contrast extends from black to white. Enlarges a small image. */
export async function sharpened(canvas: Canvas): Promise<Canvas> {
  const factor = Math.max(1, Math.min(3, targetWidth / canvas.width));
  const { createCanvas } = await import('@napi-rs/canvas');
  const base = await resized(canvas, Math.round(canvas.width * factor), Math.round(canvas.height * factor));
  const image = base.getContext('2d').getImageData(0, 0, base.width, base.height);
  const { data } = image;
  const histogram = new Uint32Array(256);
  const grey = new Uint8Array(base.width * base.height);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const at = pixel * 4;
    const value = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 151 + (data[at + 2] ?? 0) * 28) >> 8;
    grey[pixel] = value;
    histogram[value] = (histogram[value] as number) + 1;
  }
  const dark = percentile(histogram, grey.length * 0.01);
  const light = percentile(histogram, grey.length * 0.6);
  const range = Math.max(1, light - dark);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const at = pixel * 4;
    data[at] = data[at + 1] = data[at + 2] = (((grey[pixel] as number) - dark) * 255) / range;
  }
  const out = createCanvas(base.width, base.height);
  out.getContext('2d').putImageData(image, 0, 0);
  return out;
}

function percentile(histogram: Uint32Array, count: number): number {
  let sum = 0;
  for (let value = 0; value < 256; value++) {
    sum += histogram[value] as number;
    if (sum >= count) return value;
  }
  return 255;
}

const profileSide = 600;

/**
 * Returns whether lines of text run vertically. Adjacent pixel columns then differ more than adjacent pixel
 * rows, because text and line gaps alternate.
 */
export async function isRotated(canvas: Canvas): Promise<boolean> {
  const shrink = Math.min(1, profileSide / Math.max(canvas.width, canvas.height));
  const small = await resized(
    canvas,
    Math.max(8, Math.round(canvas.width * shrink)),
    Math.max(8, Math.round(canvas.height * shrink)),
  );
  const { width, height } = small;
  const { data } = small.getContext('2d').getImageData(0, 0, width, height);
  const rows = new Float64Array(height);
  const columns = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const darkness = 255 - (data[(y * width + x) * 4 + 1] as number);
      rows[y] = (rows[y] as number) + darkness / width;
      columns[x] = (columns[x] as number) + darkness / height;
    }
  }
  return roughness(columns) > 1.3 * roughness(rows);
}

/**
 * Returns the mean squared difference of adjacent values. Ignores the largest 1 %, which come from drawn lines and
 * paper edges.
 */
function roughness(profile: Float64Array): number {
  const steps = Array.from(profile.subarray(1), (value, index) => (value - (profile[index] as number)) ** 2);
  const kept = steps.sort((a, b) => a - b).slice(0, Math.ceil(steps.length * 0.99));
  return kept.reduce((sum, step) => sum + step, 0) / kept.length;
}

/** Returns the image in another size, with smoothing. */
export async function resized(canvas: Canvas, width: number, height: number): Promise<Canvas> {
  if (canvas.width === width && canvas.height === height) return canvas;
  const { createCanvas } = await import('@napi-rs/canvas');
  const out = createCanvas(width, height);
  const context = out.getContext('2d');
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, width, height);
  return out;
}
