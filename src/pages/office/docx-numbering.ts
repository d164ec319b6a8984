import { readXml } from '../flow/xml-events.ts';
import type { NumberingPlace } from './docx-styles.ts';
import { withoutPrefix } from './package-parts.ts';

interface ListLevel {
  format: string;
  text: string;
  start: number;
}

const levels = 9;

/** Generates the labels of list paragraphs, such as `2.1` and `•`. */
export class DocxNumbering {
  readonly #abstract = new Map<string, Map<number, ListLevel>>();
  readonly #lists = new Map<string, string>();
  readonly #counts = new Map<string, number[]>();

  async read(bytes: Uint8Array, file: string): Promise<void> {
    let abstract: Map<number, ListLevel> | undefined;
    let level: ListLevel | undefined;
    let list: string | undefined;
    await readXml(
      bytes,
      { file, type: 'DOCX' },
      {
        open: (prefixed, attributes) => {
          const name = withoutPrefix(prefixed);
          const value = attributes['w:val'] ?? '';
          if (name === 'abstractNum') {
            abstract = new Map();
            this.#abstract.set(attributes['w:abstractNumId'] ?? '', abstract);
          } else if (name === 'num') list = attributes['w:numId'] ?? '';
          else if (name === 'abstractNumId' && list !== undefined) this.#lists.set(list, value);
          else if (name === 'lvl' && abstract !== undefined) {
            level = { format: 'decimal', text: '', start: 1 };
            abstract.set(Number(attributes['w:ilvl'] ?? 0), level);
          } else if (level === undefined) return;
          else if (name === 'numFmt') level.format = value;
          else if (name === 'lvlText') level.text = value;
          else if (name === 'start') level.start = Number(value) || 0;
        },
        close: (prefixed) => {
          const name = withoutPrefix(prefixed);
          if (name === 'abstractNum') abstract = undefined;
          if (name === 'lvl') level = undefined;
          if (name === 'num') list = undefined;
        },
      },
    );
  }

  /**
   * Returns the label of the next paragraph of a list, with a space after it. Empty if the paragraph has no
   * label.
   */
  next(place: NumberingPlace): string {
    const abstractId = this.#lists.get(place.id);
    const list = this.#abstract.get(abstractId ?? '');
    const depth = Math.min(levels - 1, Math.max(0, Math.trunc(place.level) || 0));
    const level = list?.get(depth);
    if (abstractId === undefined || list === undefined || level === undefined) return '';
    if (level.format === 'bullet') return '• ';
    if (level.format === 'none') return '';
    // Lists with the same definition share their counters.
    const counts = this.#counts.get(abstractId) ?? [];
    this.#counts.set(abstractId, counts);
    for (let above = 0; above < depth; above++) counts[above] ??= list.get(above)?.start ?? 1;
    counts[depth] = (counts[depth] ?? level.start - 1) + 1;
    counts.length = depth + 1;
    const sign = level.text.replace(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      return numeral(counts[at] ?? 1, list.get(at)?.format ?? 'decimal');
    });
    return sign === '' ? '' : `${sign} `;
  }
}

function numeral(count: number, format: string): string {
  if (format === 'lowerLetter') return letters(count);
  if (format === 'upperLetter') return letters(count).toUpperCase();
  if (format === 'lowerRoman') return roman(count).toLowerCase();
  if (format === 'upperRoman') return roman(count);
  return String(count);
}

/** Returns a letter for a number: `a` to `z` for 1 to 26, `aa` to `zz` for 27 to 52, then `aaa` and so on. */
function letters(count: number): string {
  if (count < 1 || count > 780) return String(count);
  return String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26));
}

const romanSteps: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(count: number): string {
  if (count < 1 || count > 3999) return String(count);
  let left = count;
  let out = '';
  for (const [value, sign] of romanSteps)
    while (left >= value) {
      out += sign;
      left -= value;
    }
  return out;
}
