import { GoldsetError } from '../../base/goldset-error.ts';
import { tooLarge } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';
import { alphaColours } from './tiff-alpha.ts';
import { maxTiffPages, type TiffDirectory, tiffDirectories } from './tiff-directory.ts';

const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  offsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  lengths: 279,
  resolution: 282,
  verticalResolution: 283,
  planar: 284,
  faxOptions: 292,
  resolutionUnit: 296,
  predictor: 317,
  colours: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileLengths: 325,
  extraSamples: 338,
  jpegTables: 347,
} as const;

/**
 * Converts a TIFF to a PDF that contains the same compressed images. The PDF library can decode these images, because
 * TIFF and PDF have the same compressions. Rejects images with separate colour planes.
 */
export function tiffAsPdf(bytes: Uint8Array, name: string): Uint8Array {
  const corrupt = (reason: string) =>
    new GoldsetError('DOCUMENT_CORRUPT', { file: name, type: 'TIFF', reason });
  let directories: TiffDirectory[];
  try {
    directories = tiffDirectories(bytes);
  } catch {
    throw corrupt('its directory points outside the file');
  }
  if (directories.length === 0)
    throw new GoldsetError('DOCUMENT_EMPTY', { file: name, reason: 'the TIFF has no pages' });
  if (directories.length > maxTiffPages)
    throw tooLarge(name, 'the TIFF', `more than ${maxTiffPages} pages`, `${maxTiffPages} pages`);
  const pdf = new PdfWriter();
  for (const directory of directories) addPage(pdf, bytes, directory, name, corrupt);
  return pdf.finish();
}

function addPage(
  pdf: PdfWriter,
  bytes: Uint8Array,
  directory: TiffDirectory,
  name: string,
  corrupt: (reason: string) => GoldsetError,
): void {
  const get = (number: number, fallback = 0) => directory.get(number)?.[0] ?? fallback;
  const [width, height] = [get(tag.width), get(tag.height)];
  if (width < 1 || height < 1) throw corrupt('a page has no size');
  if (width * height > pageLimits.imagePixels) {
    const found = `${width} x ${height} pixels`;
    const limit = `${pageLimits.imagePixels} pixels`;
    throw tooLarge(name, 'the image', found, limit, 'at a lower resolution');
  }
  const pieces = piecesOf(directory, width, height);
  const coding = codingOf(directory, bytes[0] === 0x49, pieces?.width ?? width, pdf);
  if (typeof coding === 'string' || pieces === undefined) {
    const found = `TIFF with ${typeof coding === 'string' ? coding : 'neither strips nor tiles'}`;
    throw new GoldsetError('DOCUMENT_TYPE_UNKNOWN', {
      file: name,
      found,
      supported: 'PDF, PNG, JPEG or a plain TIFF',
    });
  }
  const unit = get(tag.resolutionUnit, 2);
  const across = dotsPerInch(get(tag.resolution), unit);
  const down = dotsPerInch(get(tag.verticalResolution), unit) ?? across;
  // A fax can have half as many dots per inch vertically as horizontally.
  const [scaleX, scaleY] =
    across === undefined || down === undefined
      ? [842 / Math.max(width, height), 842 / Math.max(width, height)]
      : [72 / across, 72 / down];
  const images: number[] = [];
  let content = '';
  for (const [index, offset] of pieces.offsets.entries()) {
    const left = (index % pieces.across) * pieces.width;
    const above = Math.floor(index / pieces.across) * pieces.height;
    if (above >= height) break;
    const length = pieces.lengths[index] ?? 0;
    if (offset + length > bytes.length) throw corrupt('a strip is outside the file');
    const strip = coding.fix(Buffer.from(bytes.subarray(offset, offset + length)));
    // A tile always has the full height, even at the edge of the page. The last strip can be shorter.
    const rows = pieces.tiled ? pieces.height : Math.min(pieces.height, height - above);
    images.push(
      pdf.add(
        `/Type /XObject /Subtype /Image /Width ${pieces.width} /Height ${rows} ${coding.entries(rows)}`,
        strip,
      ),
    );
    const place = `${left * scaleX} ${(height - above - rows) * scaleY}`;
    content += `q ${pieces.width * scaleX} 0 0 ${rows * scaleY} ${place} cm /I${images.length - 1} Do Q\n`;
  }
  pdf.addPage(width * scaleX, height * scaleY, content, images, rotations[get(tag.orientation, 1)] ?? 0);
}

/**
 * Clockwise rotation of a page in degrees, by the TIFF orientation tag. Ignores mirrored orientations, which scanners
 * do not produce.
 */
const rotations: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

interface Pieces {
  readonly tiled: boolean;
  readonly offsets: readonly number[];
  readonly lengths: readonly number[];
  readonly width: number;
  readonly height: number;
  /** Number of tiles per row. */
  readonly across: number;
}

/**
 * Returns the strips or tiles of a page. Returns `undefined` if the page has none, or if the size of its tiles is
 * invalid.
 */
function piecesOf(directory: TiffDirectory, width: number, height: number): Pieces | undefined {
  const list = (number: number) => directory.get(number) ?? [];
  const tileWidth = list(tag.tileWidth)[0] ?? 0;
  const tileHeight = list(tag.tileHeight)[0] ?? 0;
  if (list(tag.tileOffsets).length > 0) {
    if (tileWidth < 1 || tileHeight < 1 || tileWidth > 65_536 || tileHeight > 65_536) return undefined;
    return {
      tiled: true,
      offsets: list(tag.tileOffsets),
      lengths: list(tag.tileLengths),
      width: tileWidth,
      height: tileHeight,
      across: Math.ceil(width / tileWidth),
    };
  }
  if (list(tag.offsets).length === 0) return undefined;
  const rows = Math.max(1, Math.min(height, list(tag.rowsPerStrip)[0] ?? height));
  return {
    tiled: false,
    offsets: list(tag.offsets),
    lengths: list(tag.lengths),
    width,
    height: rows,
    across: 1,
  };
}

interface Coding {
  /** Returns the PDF dictionary entries for the colour and compression of an image with `rows` pixel rows. */
  readonly entries: (rows: number) => string;
  /** Converts the stored bytes of an image to the format that PDF expects. */
  readonly fix: (strip: Buffer) => Buffer;
}

/** Returns the pixel encoding in PDF terms, or a text that names the unsupported feature. */
function codingOf(directory: TiffDirectory, little: boolean, width: number, pdf: PdfWriter): Coding | string {
  const get = (number: number, fallback: number) => directory.get(number)?.[0] ?? fallback;
  const [bits, samples, compression] = [get(tag.bits, 1), get(tag.samples, 1), get(tag.compression, 1)];
  const photometric = get(tag.photometric, 0);
  if (get(tag.planar, 1) !== 1 && samples > 1) return 'separate planes';
  // PDF expects the higher byte of a 16-bit value first. Bytes can only be swapped in uncompressed data.
  const swaps = bits > 8 && little;
  if (bits > 16 || (swaps && compression !== 1)) return `${bits} bits per sample`;
  const colour =
    alphaSpace(photometric, samples, get(tag.extraSamples, 0), pdf) ??
    colourSpace(photometric, samples, bits, directory.get(tag.colours) ?? []);
  if (colour === undefined) return `colours of kind ${photometric} with ${samples} samples`;
  const fax = compression >= 2 && compression <= 4;
  // In PDF, the value 0 is black. In a TIFF with `photometric` 0, the value 0 is white. The fax filter of PDF
  // already inverts the values.
  const inverted = fax ? photometric === 1 : photometric === 0;
  const base = `/ColorSpace ${colour} /BitsPerComponent ${bits}${inverted ? ' /Decode [1 0]' : ''}`;
  const predictor =
    get(tag.predictor, 1) === 2
      ? ` /DecodeParms << /Predictor 2 /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width} >>`
      : '';
  const same = (strip: Buffer) => strip;
  if (fax) {
    const twoDimensional = compression === 3 && (get(tag.faxOptions, 0) & 1) === 1;
    const k = compression === 4 ? -1 : twoDimensional ? 1 : 0;
    const align = compression === 2 ? ' /EncodedByteAlign true' : '';
    return {
      entries: (rows) =>
        `${base} /Filter /CCITTFaxDecode /DecodeParms << /K ${k} /Columns ${width} /Rows ${rows}${align} /EndOfBlock false >>`,
      fix: get(tag.fillOrder, 1) === 2 ? (strip) => strip.map(reversedBits) as Buffer : same,
    };
  }
  const tables = Buffer.from(directory.get(tag.jpegTables) ?? []);
  const joinJpeg = (strip: Buffer) =>
    tables.length > 4 ? Buffer.concat([tables.subarray(0, -2), strip.subarray(2)]) : strip;
  const filters: Readonly<Record<number, Coding>> = {
    1: { entries: () => base, fix: swaps ? (strip) => wholePairs(strip).swap16() : same },
    5: { entries: () => `${base} /Filter /LZWDecode${predictor}`, fix: same },
    7: { entries: () => `${base} /Filter /DCTDecode`, fix: joinJpeg },
    8: { entries: () => `${base} /Filter /FlateDecode${predictor}`, fix: same },
    32946: { entries: () => `${base} /Filter /FlateDecode${predictor}`, fix: same },
    32773: { entries: () => `${base} /Filter /RunLengthDecode`, fix: same },
  };
  return filters[compression] ?? `compression ${compression}`;
}

/** Returns the colour space of grey or RGB pixels with opacity, or `undefined` for other pixels. */
function alphaSpace(kind: number, samples: number, meaning: number, pdf: PdfWriter): string | undefined {
  const colours = samples === 2 && kind === 1 ? 1 : samples === 4 && kind === 2 ? 3 : undefined;
  if (colours === undefined) return undefined;
  return alphaColours(colours, meaning, (entries, data) => pdf.add(entries, data));
}

function wholePairs(strip: Buffer): Buffer {
  return strip.subarray(0, strip.length - (strip.length % 2));
}

function colourSpace(
  kind: number,
  samples: number,
  bits: number,
  map: readonly number[],
): string | undefined {
  if (samples === 1 && (kind === 0 || kind === 1)) return '/DeviceGray';
  if (samples === 3 && (kind === 2 || kind === 6)) return '/DeviceRGB';
  if (samples === 4 && kind === 5) return '/DeviceCMYK';
  if (samples !== 1 || kind !== 3) return undefined;
  const size = 2 ** bits;
  // A TIFF palette has all red values, then all green values, then all blue values, each with 16 bits.
  const palette = Array.from(
    { length: size * 3 },
    (_, index) => (map[(index % 3) * size + Math.floor(index / 3)] ?? 0) >> 8,
  );
  return `[/Indexed /DeviceRGB ${size - 1} <${Buffer.from(palette).toString('hex')}>]`;
}

/** Returns the dots per inch of a resolution, or `undefined` if no scanner has such a resolution. */
function dotsPerInch(resolution: number, unit: number): number | undefined {
  const found = unit === 3 ? resolution * 2.54 : resolution;
  return found >= 50 && found <= 1200 ? found : undefined;
}

function reversedBits(byte: number): number {
  let out = 0;
  for (let bit = 0; bit < 8; bit++) out |= ((byte >> bit) & 1) << (7 - bit);
  return out;
}

class PdfWriter {
  readonly #parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  readonly #places: number[] = [];
  readonly #pages: number[] = [];
  #length = 9;

  /** Adds an object with dictionary entries and an optional stream. Returns the number of the object. */
  add(entries: string, data?: Buffer, number = this.#places.length + 3): number {
    this.#places[number - 3] = this.#length;
    const head = data ? `<< ${entries} /Length ${data.length} >>\nstream\n` : `<< ${entries} >>`;
    this.#push(Buffer.from(`${number} 0 obj\n${head}`, 'latin1'));
    if (data) this.#push(data);
    this.#push(Buffer.from(data ? '\nendstream\nendobj\n' : '\nendobj\n'));
    return number;
  }

  addPage(width: number, height: number, content: string, images: readonly number[], turn = 0): void {
    const stream = this.add('', Buffer.from(content));
    const resources = images.map((number, index) => `/I${index} ${number} 0 R`).join(' ');
    this.#pages.push(
      this.add(
        `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}]${turn === 0 ? '' : ` /Rotate ${turn}`} /Contents ${stream} 0 R /Resources << /XObject << ${resources} >> >>`,
      ),
    );
  }

  finish(): Uint8Array {
    const root = this.#length;
    this.#push(Buffer.from('1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'));
    const pages = this.#length;
    const kids = this.#pages.map((number) => `${number} 0 R`).join(' ');
    this.#push(
      Buffer.from(`2 0 obj\n<< /Type /Pages /Count ${this.#pages.length} /Kids [${kids}] >>\nendobj\n`),
    );
    const places = [root, pages, ...this.#places];
    const table = this.#length;
    const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const size = places.length + 1;
    this.#push(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(this.#parts);
  }

  #push(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}
