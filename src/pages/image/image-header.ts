export interface ImageHeader {
  readonly width: number;
  readonly height: number;
  /** Dots per inch, if the file states them. */
  readonly dotsPerInch?: number;
}

/**
 * Reads the size of a PNG, JPEG, GIF, BMP or WebP image from its header. Returns `undefined` if the header is
 * damaged.
 */
export function readImageHeader(bytes: Uint8Array, type: string): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (type === 'png') return pngHeader(view);
    if (type === 'jpg') return jpegHeader(view);
    if (type === 'gif') return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (type === 'bmp') return bmpHeader(view);
    if (type === 'webp') return webpHeader(view);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  return undefined;
}

function pngHeader(view: DataView): ImageHeader {
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  let at = 8;
  while (at + 12 <= view.byteLength) {
    const length = view.getUint32(at);
    const chunk = view.getUint32(at + 4);
    if (chunk === 0x49444154) break;
    if (chunk === 0x70485973 && view.getUint8(at + 16) === 1) {
      return { ...size, dotsPerInch: Math.round(view.getUint32(at + 8) * 0.0254) };
    }
    at += length + 12;
  }
  return size;
}

function jpegHeader(view: DataView): ImageHeader | undefined {
  let dotsPerInch: number | undefined;
  let at = 2;
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xe0 && view.getUint32(at + 4) === 0x4a464946) {
      const unit = view.getUint8(at + 11);
      const density = view.getUint16(at + 12);
      if (unit === 1) dotsPerInch = density;
      if (unit === 2) dotsPerInch = Math.round(density * 2.54);
    }
    // Markers SOF0 to SOF15 start a frame header, except the three markers DHT, JPG and DAC.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), dotsPerInch };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function bmpHeader(view: DataView): ImageHeader {
  const dotsPerInch = Math.round(view.getInt32(38, true) * 0.0254);
  const size = { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  return dotsPerInch > 0 ? { ...size, dotsPerInch } : size;
}

function webpHeader(view: DataView): ImageHeader | undefined {
  const kind = view.getUint32(12);
  if (kind === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 0x56503858) return undefined;
  const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return { width: three(24) + 1, height: three(27) + 1 };
}
