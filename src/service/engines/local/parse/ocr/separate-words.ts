/**
 * Minimum width of a space, as a share of the text height. Wide gaps count as spaces, because the network
 * misses most spaces.
 */
const wordGap = 0.28;
/** Minimum width of a space between a full stop or comma and a digit, as a share of the text height. */
const pointGap = 0.42;
/** Minimum width of a gap that is a space even in monospaced text, as a share of the text height. */
const clearGap = 0.46;
/** Maximum mean deviation of monospaced text from a regular grid, as a share of the character distance. */
const gridTolerance = 0.11;

interface Gap {
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Divides a line into words. A word ends at a recognised space, or at a gap that is wide compared with the
 * text height and the other gaps.
 */
export function separateWords(
  characters: readonly ReadCharacter[],
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): LineWord[] {
  if (characters.length === 0) return [];
  const profile = darkColumns(pixels, width, height);
  const gaps: Gap[] = characters.map((character, index) =>
    index === 0
      ? { width: 0, from: 0, to: 0 }
      : widestGap(profile.columns, characters[index - 1]?.at ?? 0, character.at),
  );
  const isSpace = spaceTest(characters, gaps, profile);
  const first = profile.columns.indexOf(1);
  const last = profile.columns.lastIndexOf(1);
  const words: LineWord[] = [];
  let text = '';
  let confidence = 0;
  let count = 0;
  let from = Math.max(0, first);
  const finish = (to: number) => {
    words.push({
      text,
      confidence: confidence / count,
      from: from / width,
      to: Math.max(to, from + 1) / width,
    });
  };
  for (const [index, character] of characters.entries()) {
    const gap = gaps[index] as Gap;
    if (index > 0 && (character.spaceBefore > 0.3 || isSpace(index))) {
      const middle = ((characters[index - 1]?.at ?? 0) + character.at) / 2;
      finish(gap.width > 0 ? gap.from : middle);
      from = gap.width > 0 ? gap.to : middle;
      text = '';
      confidence = 0;
      count = 0;
    }
    text += character.text;
    confidence += character.confidence;
    count++;
  }
  finish(last < 0 ? width : last + 1);
  return words;
}

/**
 * Returns a function that decides whether a space precedes a character. In monospaced text, the gap around a narrow
 * character is as wide as a space, so the distance between the character centres decides. Otherwise the gap decides.
 */
function spaceTest(
  characters: readonly ReadCharacter[],
  gaps: readonly Gap[],
  profile: { readonly columns: Uint8Array; readonly height: number },
): (index: number) => boolean {
  const middles = characters.map((character) => glyphCentre(profile.columns, character.at, profile.height));
  const distances = middles.slice(1).map((middle, index) => middle - (middles[index] as number));
  const pitch = gridPitch(distances);
  const insideAmount = (index: number) =>
    /[\d.,]/.test(characters[index - 1]?.text ?? '') && /\d/.test(characters[index]?.text ?? '');
  if (pitch !== undefined) {
    // In monospaced text, a space is a large distance between two centres. Proportional text can have regular distances
    // by chance, for example between digits, and spaces in proportional text are narrower. So a wide gap is a space
    // too, except inside an amount.
    const clear = Math.max(clearGap * profile.height, pitch * 0.6);
    return (index) => {
      const gap = (gaps[index] as Gap).width;
      if ((distances[index - 1] as number) > pitch * 1.5 && gap > profile.height * 0.2) return true;
      return gap >= clear && !insideAmount(index);
    };
  }
  const usual = median(gaps.slice(1).map((gap) => gap.width));
  const least = Math.max(wordGap * profile.height, usual * 1.6 + 2);
  return (index) => {
    const point = /[.,]/.test(characters[index - 1]?.text ?? '') && insideAmount(index);
    return (gaps[index] as Gap).width >= (point ? Math.max(least, pointGap * profile.height) : least);
  };
}

/** Returns the centre of the glyph at a position, or the position itself if glyphs touch. */
function glyphCentre(columns: Uint8Array, at: number, height: number): number {
  let from = Math.round(at);
  let to = from;
  if (!columns[from]) return at;
  while (from > 0 && columns[from - 1]) from--;
  while (to < columns.length - 1 && columns[to + 1]) to++;
  return to - from < height ? (from + to) / 2 : at;
}

/** Returns the character distance of monospaced text, or `undefined` if the text is not monospaced. */
function gridPitch(distances: readonly number[]): number | undefined {
  if (distances.length < 4) return undefined;
  const first = median(distances);
  let best = first;
  let least = Infinity;
  for (let percent = 85; percent <= 115; percent++) {
    const pitch = (first * percent) / 100;
    const off = distances.map((distance) =>
      Math.abs(distance / pitch - Math.max(1, Math.round(distance / pitch))),
    );
    const mean = off.reduce((sum, value) => sum + value, 0) / off.length;
    if (mean >= least) continue;
    best = pitch;
    least = mean;
  }
  return least <= gridTolerance ? best : undefined;
}

/**
 * Returns one number per pixel column (1 if the column contains text), and the height of the text in pixels.
 */
export function darkColumns(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): { columns: Uint8Array; height: number } {
  const grey = new Uint8Array(width * height);
  const histogram = new Uint32Array(256);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const at = pixel * 4;
    const value =
      ((pixels[at] as number) * 77 + (pixels[at + 1] as number) * 151 + (pixels[at + 2] as number) * 28) >> 8;
    grey[pixel] = value;
    histogram[value] = (histogram[value] as number) + 1;
  }
  const low = quantile(histogram, grey.length * 0.04);
  const high = quantile(histogram, grey.length * 0.96);
  const ground = quantile(histogram, grey.length * 0.5);
  const limit = Math.max(16, (high - low) * 0.4);
  // Whether the text is darker than the background.
  const dark = ground - low >= high - ground;
  const marks = new Uint8Array(width * height);
  const rows = new Uint16Array(height);
  for (let y = 0; y < height; y++) {
    let marked = 0;
    for (let pixel = y * width; pixel < (y + 1) * width; pixel++) {
      const value = grey[pixel] as number;
      if ((dark ? ground - value : value - ground) < limit) continue;
      marks[pixel] = 1;
      marked++;
    }
    rows[y] = marked;
  }
  const counts = new Uint16Array(width);
  for (let y = 0; y < height; y++) {
    // Skips a row in which more than 75 % of the pixels have the text colour. Such a row is part of a drawn
    // line, which would close every gap.
    if ((rows[y] as number) > width * 0.75) continue;
    for (let x = 0; x < width; x++) counts[x] = (counts[x] as number) + (marks[y * width + x] as number);
  }
  const columns = Uint8Array.from(counts, (count) => (count >= 2 ? 1 : 0));
  const filled = [...rows.keys()].filter((y) => (rows[y] as number) > Math.max(1, width * 0.01));
  const printed = filled.length > 0 ? (filled.at(-1) as number) - (filled[0] as number) + 1 : height;
  return { columns, height: Math.max(height * 0.4, printed) };
}

/** Returns the lowest grey value such that at least `count` pixels have this value or a lower value. */
function quantile(histogram: Uint32Array, count: number): number {
  let sum = 0;
  for (let value = 0; value < 256; value++) {
    sum += histogram[value] as number;
    if (sum >= count) return value;
  }
  return 255;
}

/** Returns the widest gap of empty pixel columns between two positions. */
function widestGap(
  columns: Uint8Array,
  start: number,
  end: number,
): { width: number; from: number; to: number } {
  let best = { width: 0, from: 0, to: 0 };
  let from = -1;
  for (let x = Math.floor(start); x <= Math.ceil(end) && x < columns.length; x++) {
    if (columns[x] === 0) {
      if (from < 0) from = x;
      if (x + 1 - from > best.width) best = { width: x + 1 - from, from, to: x + 1 };
    } else from = -1;
  }
  return best;
}

/** Returns the median (the upper of two middle values), or 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A recognised character. `at` is its position along the line image, in pixels. */
export interface ReadCharacter {
  readonly text: string;
  readonly confidence: number;
  readonly at: number;
  /** The network's probability of a space before the character, 0 to 1. */
  readonly spaceBefore: number;
}

/** A word of a line. Its start and end are shares of the width of the line. */
export interface LineWord {
  readonly text: string;
  readonly confidence: number;
  readonly from: number;
  readonly to: number;
}
