import type { PDFPageProxy } from 'pdfjs-dist';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { corrupt } from '../input/document-errors.ts';
import { collectMessages } from '../open/library-messages.ts';
import { type PdfFile, pdfPage } from '../open/pdf-file.ts';
import { imageBoxes, imageShares } from './covered-by-images.ts';
import { damagedContent } from './damaged-content.ts';
import { boxAroundPoints } from './page-box.ts';
import { readPageLinks, withLinks } from './page-links.ts';
import { splitRun } from './split-run.ts';

/** A word in the text layer of a PDF. The box is in points from the top left corner of the displayed page. */
export interface PageWord {
  readonly text: string;
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /** Font size in points. */
  readonly fontSize: number;
  /** Always false if `readPageWords` did not read the fonts. */
  readonly bold: boolean;
  /** Writing direction in degrees clockwise from left to right, rounded to a multiple of 90. */
  readonly direction: 0 | 90 | 180 | 270;
  /** Target of the link that contains the word. Absent if `readPageWords` did not read the fonts. */
  readonly link?: string;
  /** Absent for words whose text is parallel to the top edge of the page. */
  readonly slope?: Slope;
  /**
   * Index of the text run that contains the word, in drawing order. A text run is a text that the PDF draws at once.
   */
  readonly run: number;
}

/** Direction of a text that is not parallel to the top edge of the page. */
export interface Slope {
  /** Angle in radians clockwise. */
  readonly angle: number;
  /**
   * Box of the word after an anticlockwise rotation of the page by `angle`. The centre of the rotation is the top left
   * corner of the page.
   */
  readonly levelBox: PageWord['box'];
}

/** Minimum angle of a slope in radians. Scanned pages often have a smaller angle. */
const minAngle = 0.07;

export interface PageText {
  readonly width: number;
  readonly height: number;
  readonly words: readonly PageWord[];
  /**
   * Share of the page that its largest image covers, 0 to 1. The share is 0 if the images are not measured.
   * `readPageWords` does not measure the images of pages with at least 200 letters. With `ignoresScans`,
   * `readPageWords` also does not measure the images of pages without words.
   */
  readonly imageShare: number;
  /** Boxes of the images. Empty if `readPageWords` did not read the fonts. */
  readonly images: readonly PageWord['box'][];
  readonly messages: readonly string[];
}

/** A page with at least this number of letters is not a scan. */
const maxLettersOfSparsePage = 200;

interface TextRun {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

/**
 * Returns the words of a PDF page's text layer. Includes hidden words, such as the OCR text below a scanned image.
 * Throws DOCUMENT_CORRUPT if a part of the text cannot be read. Bold words need `withFonts`, which takes longer: the library
 * then prepares the whole page for drawing, with its images. With `ignoresScans`, the images of a page without words are
 * not measured: decoding a scan takes most of the time.
 */
export async function readPageWords(
  file: PdfFile,
  number: number,
  {
    withFonts = false,
    ignoresScans = false,
  }: { readonly withFonts?: boolean; readonly ignoresScans?: boolean } = {},
): Promise<PageText> {
  const page = await pdfPage(file, number);
  try {
    const viewport = page.getViewport({ scale: 1 });
    const { result: content, messages } = await collectMessages(file.worker, () => page.getTextContent());
    const lost = damagedContent(messages).find(({ losesText }) => losesText);
    if (lost !== undefined) throw corrupt(file.name, 'PDF', `page ${number}: ${lost.reason}`);
    const bold = await boldFonts(page, withFonts ? Object.keys(content.styles) : []);
    const words: PageWord[] = [];
    let open = false;
    for (const [index, item] of content.items.entries()) {
      if (!('str' in item)) continue;
      const [first, ...others] = wordsOfRun(item, viewport.transform, index, bold.has(item.fontName));
      const last = words.at(-1);
      if (
        first !== undefined &&
        last !== undefined &&
        open &&
        /^\S/.test(item.str) &&
        areAdjacent(last, first)
      )
        words[words.length - 1] = joined(last, first);
      else if (first !== undefined) words.push(first);
      words.push(...others);
      open = item.str === '' ? open : /\S$/.test(item.str);
    }
    const { width, height } = viewport;
    const kept = withoutRepeats(words.filter((word) => inside(word, width, height)));
    const letters = kept.reduce((sum, word) => sum + word.text.length, 0);
    const isMeasured = letters < maxLettersOfSparsePage && !(ignoresScans && kept.length === 0);
    const imageShare = isMeasured ? (await imageShares(page, width * height)).largest : 0;
    const images = withFonts ? await imageBoxes(page) : [];
    const linked = withFonts ? withLinks(kept, await readPageLinks(page)) : kept;
    return { width, height, words: linked, imageShare, images, messages };
  } catch (thrown) {
    if (thrown instanceof GoldsetError) throw thrown;
    const reason = `the text of page ${number} cannot be read: ${messageOf(thrown)}`;
    throw new GoldsetError('DOCUMENT_CORRUPT', { file: file.name, type: 'PDF', reason }, { cause: thrown });
  } finally {
    page.cleanup();
  }
}

/**
 * Returns the bold fonts of a page. Prepares the page for drawing first, because the library knows the font names only
 * then.
 */
async function boldFonts(page: PDFPageProxy, fonts: readonly string[]): Promise<Set<string>> {
  const bold = new Set<string>();
  if (fonts.length === 0) return bold;
  try {
    await page.getOperatorList();
  } catch {
    return bold;
  }
  for (const font of fonts) {
    if (!page.commonObjs.has(font)) continue;
    const found = page.commonObjs.get(font) as { name?: string; bold?: boolean; black?: boolean } | null;
    if (found?.bold || found?.black || /bold|black|heavy|demi/i.test(found?.name ?? '')) bold.add(font);
  }
  return bold;
}

function wordsOfRun(item: TextRun, view: readonly number[], run: number, bold: boolean): PageWord[] {
  const [a, b, c, d, e, f] = multiply(view, item.transform);
  const fontSize = Math.hypot(c, d) || item.height;
  const stretch = Math.hypot(a, b) || 1;
  const along = { x: a / stretch, y: b / stretch };
  // Unit vector from the top of a letter to its bottom.
  const down = { x: -c / (fontSize || 1), y: -d / (fontSize || 1) };
  const angle = Math.atan2(along.y, along.x);
  const turn = Math.round((angle * 2) / Math.PI);
  const direction = ((((turn % 4) + 4) % 4) * 90) as PageWord['direction'];
  return splitRun(item.str, item.width).map(({ text, start, end }) => {
    const corners = [start, end].flatMap((offset) =>
      [-0.8 * fontSize, 0.22 * fontSize].map((depth) => ({
        x: e + along.x * offset + down.x * depth,
        y: f + along.y * offset + down.y * depth,
      })),
    );
    const box = boxAroundPoints(corners);
    if (Math.abs(angle) < minAngle) return { text, box, fontSize, bold, direction, run };
    const levelBox = boxAroundPoints(
      corners.map(({ x, y }) => ({ x: x * along.x + y * along.y, y: y * along.x - x * along.y })),
    );
    return { text, box, fontSize, bold, direction, run, slope: { angle, levelBox } };
  });
}

/** Returns whether two text runs are parts of one word. A word with manual letter spacing is drawn in several runs. */
function areAdjacent(a: PageWord, b: PageWord): boolean {
  if (a.direction !== 0 || b.direction !== 0 || a.slope !== undefined) return false;
  const size = Math.min(a.fontSize, b.fontSize);
  const gap = b.box.left - a.box.right;
  const level = Math.abs(a.box.bottom - b.box.bottom) < 0.1 * size;
  return level && Math.abs(a.fontSize - b.fontSize) < 0.1 * size && gap < 0.08 * size && gap > -0.15 * size;
}

function joined(a: PageWord, b: PageWord): PageWord {
  return {
    ...a,
    text: a.text + b.text,
    box: { ...a.box, right: Math.max(a.box.right, b.box.right), top: Math.min(a.box.top, b.box.top) },
    bold: a.bold && b.bold,
  };
}

type Matrix = [number, number, number, number, number, number];

function multiply(m: readonly number[], n: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function inside(word: PageWord, width: number, height: number): boolean {
  const x = (word.box.left + word.box.right) / 2;
  const y = (word.box.top + word.box.bottom) / 2;
  return x >= 0 && x <= width && y >= 0 && y <= height;
}

/** Removes repeated words, because some programs print bold text by drawing each word twice. */
function withoutRepeats(words: readonly PageWord[]): PageWord[] {
  const kept: PageWord[] = [];
  const byText = new Map<string, PageWord[]>();
  for (const word of words) {
    const sameText = byText.get(word.text) ?? [];
    const reach = word.fontSize * 0.25;
    const repeat = sameText.some(
      (other) =>
        Math.abs(other.box.left - word.box.left) < reach && Math.abs(other.box.top - word.box.top) < reach,
    );
    if (repeat) continue;
    sameText.push(word);
    byText.set(word.text, sameText);
    kept.push(word);
  }
  return kept;
}
