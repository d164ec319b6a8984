import type { Canvas } from '@napi-rs/canvas';

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
