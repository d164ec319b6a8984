import { crc32, deflateSync } from 'node:zlib';

/** Number of shades from one colour to the other. A shade is stored in 4 bits. */
const shades = 16;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Encodes a black-and-white drawing as a PNG image whose colours are shades from `ink` to `ground` (`#rrggbb`). `rgba`
 * has four bytes per pixel. The file is small and has no transparency. Equal pixels give equal bytes.
 */
export function twoColourPng(
  rgba: Uint8ClampedArray,
  { width, height }: { readonly width: number; readonly height: number },
  { ink, ground }: { readonly ink: string; readonly ground: string },
): Buffer {
  const rowLength = Math.ceil(width / 2);
  const rows = Buffer.alloc(height * (1 + rowLength));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const shade = Math.round(((rgba[4 * (y * width + x)] ?? 0) * (shades - 1)) / 255);
      const at = y * (1 + rowLength) + 1 + (x >> 1);
      rows[at] = (rows[at] ?? 0) | (x % 2 === 0 ? shade << 4 : shade);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Each pixel has 4 bits, which are the index of a colour in the palette.
  header.set([4, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette(ink, ground)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the palette: the shades from `ink` to `ground`, with three bytes per shade. */
function palette(ink: string, ground: string): Buffer {
  const from = Buffer.from(ink.slice(1), 'hex');
  const to = Buffer.from(ground.slice(1), 'hex');
  const share = (i: number) => i / (shades - 1);
  const values = Array.from({ length: shades }, (_, i) =>
    [0, 1, 2].map((part) => {
      const [low, high] = [from[part] ?? 0, to[part] ?? 0];
      return Math.round(low + share(i) * (high - low));
    }),
  );
  return Buffer.from(values.flat());
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
