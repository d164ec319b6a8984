import { checkNesting, corrupt } from '../input/document-errors.ts';
import type { Flow } from './flow.ts';
import { FlowBuilder } from './flow-builder.ts';
import { FlowReader } from './flow-reader.ts';
import { rtfCodePage, rtfCodePages } from './rtf-code-pages.ts';

/** RTF groups whose text is not part of the document. */
const hiddenGroups = new Set(
  'annotation atnauthor atnid background bkmkend bkmkstart colorschememapping colortbl comment datafield datastore fldinst fontemb footnotesep footnotesepc ftnsep ftnsepc generator info latentstyles listoverridetable listtable mmathPr objdata objclass pgptbl pict private revtbl rsidtbl stylesheet themedata userprops wgrffmtfilter xmlnstbl'.split(
    ' ',
  ),
);
/** Characters that RTF writes as control words. */
const signs: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};

/** Maximum length of a field instruction. Longer instructions are cut off. */
const maxInstruction = 4_000;

interface Group {
  isVisible: boolean;
  /** Whether the group is the font table or inside the font table, which defines the encoding of each font. */
  fonts: boolean;
  font: number;
  /** Number of fallback characters after each Unicode character. Old programs display the fallback instead. */
  fallbackCount: number;
  hidden: boolean;
  /**
   * Whether the group is the style sheet or inside the style sheet. `style` is the number of the style that the group
   * defines.
   */
  styles: boolean;
  style: number;
  /** Whether the group is the instruction of an RTF field, such as the address of a link. */
  instruction: boolean;
}

/** Returns the paragraphs, table rows and page breaks of a Rich Text document. Omits pictures and objects. */
export function rtfFlow(bytes: Uint8Array, file: string): Flow {
  const flow = new FlowBuilder(file);
  new RtfReader(
    Buffer.from(bytes).toString('latin1'),
    new FlowReader(flow, file, { keepsTabs: true }),
    file,
  ).read();
  return flow.finish();
}

class RtfReader {
  readonly #source: string;
  readonly #reader: FlowReader;
  readonly #file: string;
  readonly #groups: Group[] = [];
  readonly #fonts = new Map<number, string>();
  #group: Group = {
    isVisible: true,
    fonts: false,
    font: -1,
    fallbackCount: 1,
    hidden: false,
    styles: false,
    style: 0,
    instruction: false,
  };
  #codePage = 'windows-1252';
  #bytes: number[] = [];
  #skip = 0;
  #inTable = false;
  #inRow = false;
  #cellOpen = false;
  #tableOpen = false;
  /** Heading levels of the styles that are headings. */
  readonly #styleLevels = new Map<number, number>();
  #level: number | undefined;
  #openHeading: string | undefined;
  #instruction = '';
  /** For each open link, the number of RTF groups that were open at its start. */
  readonly #openLinks: number[] = [];

  constructor(source: string, reader: FlowReader, file: string) {
    this.#source = source;
    this.#reader = reader;
    this.#file = file;
  }

  read(): void {
    const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|([^\\{}]+)|[\s\S]/gi;
    for (let match = token.exec(this.#source); match !== null; match = token.exec(this.#source)) {
      const [, word, number, hex, sign, brace, plain] = match;
      if (hex === undefined) this.#endBytes();
      // Skips the `number` bytes of a binary picture.
      if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0));
      else if (word !== undefined) this.#handleWord(word, number === undefined ? undefined : Number(number));
      else if (hex !== undefined) this.#handleByte(Number.parseInt(hex, 16));
      else if (sign !== undefined) this.#handleSign(sign);
      else if (brace === '{') this.#open();
      else if (brace === '}') {
        if (this.#groups.length === 0) break;
        this.#close();
        if (this.#groups.length === 0) break;
      } else if (plain !== undefined) this.#handlePlain(plain.replace(/[\r\n]+/g, ''));
    }
    this.#endBytes();
    if (this.#groups.length > 0)
      throw corrupt(this.#file, 'RTF', 'it ends inside a group, so the file is incomplete');
    this.#endTable();
    this.#reader.finish();
  }

  #open(): void {
    this.#groups.push(this.#group);
    checkNesting(this.#groups.length, this.#file, 'groups');
    this.#group = { ...this.#group };
  }

  #close(): void {
    const { isVisible } = this.#group;
    if (this.#openLinks.at(-1) === this.#groups.length) {
      this.#openLinks.pop();
      this.#reader.close('a');
    }
    this.#group = this.#groups.pop() as Group;
    if (isVisible) this.#skip = 0;
  }

  #handleWord(word: string, number: number | undefined): void {
    const group = this.#group;
    if (word === 'stylesheet') group.styles = true;
    if (word === 'fldinst') {
      group.instruction = true;
      this.#instruction = '';
    }
    if (group.styles) this.#handleStyle(word, number ?? 0);
    if (word === 'pict' && group.isVisible) this.#addFigure();
    if (hiddenGroups.has(word)) group.isVisible = false;
    else if (word === 'fonttbl') Object.assign(group, { isVisible: false, fonts: true });
    else if (word === 'f') group.font = number ?? 0;
    else if (word === 'fcharset' && group.fonts)
      this.#fonts.set(group.font, rtfCodePages[number ?? 0] ?? 'windows-1252');
    else if (word === 'ansicpg') this.#codePage = rtfCodePage(number ?? 1252);
    else if (word === 'uc') group.fallbackCount = Math.min(100, Math.max(0, number ?? 1));
    else if (word === 'v') group.hidden = number !== 0;
    else if (word === 'plain') group.hidden = false;
    if (!group.isVisible || group.hidden) return;
    if (word === 'u' && number !== undefined) {
      this.#put(String.fromCharCode(number < 0 ? number + 65_536 : number & 0xffff));
      this.#skip = group.fallbackCount;
    } else if (signs[word] !== undefined) this.#put(signs[word]);
    else this.#handleLayout(word, number);
  }

  #handleLayout(word: string, number: number | undefined): void {
    if (word === 'fldrslt') this.#beginLink();
    else if (word === 's') this.#level = this.#styleLevels.get(number ?? 0);
    else if (word === 'outlinelevel') this.#level = headingLevel(number) ?? this.#level;
    else if (word === 'pard') {
      this.#inTable = false;
      this.#level = undefined;
    } else if (word === 'intbl') this.#inTable = true;
    else if (word === 'trowd') this.#beginRow();
    else if (word === 'cell') this.#endCell();
    else if (word === 'row') this.#endRow();
    else if (word === 'par' || word === 'sect') {
      if (this.#cellOpen) this.#reader.addText('\n');
      else if (!this.#inTable) this.#endTable();
      if (!this.#endHeading()) {
        this.#reader.open('p', {});
        this.#reader.close('p');
      }
    } else if (word === 'page' || word === 'sbkpage') this.#reader.endPage();
  }

  #handleStyle(word: string, number: number): void {
    if (word === 's') this.#group.style = number;
    if (word !== 'outlinelevel') return;
    const level = headingLevel(number);
    if (level !== undefined) this.#styleLevels.set(this.#group.style, level);
  }

  #beginHeading(): void {
    if (this.#level === undefined || this.#openHeading !== undefined || this.#inTable) return;
    this.#openHeading = `h${Math.min(6, this.#level)}`;
    this.#reader.open(this.#openHeading, {});
  }

  /** Ends the current heading. Returns `false` if the paragraph is not a heading. */
  #endHeading(): boolean {
    if (this.#openHeading === undefined) return false;
    this.#reader.close(this.#openHeading);
    this.#openHeading = undefined;
    return true;
  }

  #beginLink(): void {
    // The field can have a switch such as \l instead of an address. Such a switch refers to a position in the document.
    const href = /^\s*HYPERLINK\s+(?!\\)"?([^"\s]+)/i.exec(this.#instruction)?.[1];
    this.#instruction = '';
    if (href === undefined) return;
    this.#openLinks.push(this.#groups.length);
    this.#reader.open('a', { href });
  }

  #addFigure(): void {
    this.#reader.open('img', {});
    this.#reader.close('img');
  }

  #beginRow(): void {
    if (this.#inRow) return;
    this.#endHeading();
    if (!this.#tableOpen) {
      this.#reader.open('table', {});
      this.#tableOpen = true;
    }
    this.#reader.open('tr', {});
    this.#inRow = true;
  }

  #openCell(): void {
    if (this.#cellOpen) return;
    this.#beginRow();
    this.#reader.open('td', {});
    this.#cellOpen = true;
  }

  #endCell(): void {
    this.#openCell();
    this.#reader.close('td');
    this.#cellOpen = false;
  }

  #endRow(): void {
    if (this.#cellOpen) this.#endCell();
    if (this.#inRow) this.#reader.close('tr');
    this.#inRow = false;
  }

  #endTable(): void {
    if (!this.#tableOpen) return;
    this.#endRow();
    this.#reader.close('table');
    this.#tableOpen = false;
  }

  #handleSign(sign: string): void {
    if (sign === '*') this.#group.isVisible = false;
    else if (sign === '~') this.#put('\u00a0');
    else if (sign === '_') this.#put('-');
    else if (sign === '\n' || sign === '\r') this.#handleWord('par', undefined);
    else if (sign === '\\' || sign === '{' || sign === '}') this.#handlePlain(sign);
  }

  #handleByte(byte: number): void {
    if (this.#skip > 0) this.#skip--;
    else this.#bytes.push(byte);
  }

  /** Decodes the collected bytes together, because a character can have two bytes. */
  #endBytes(): void {
    if (this.#bytes.length === 0) return;
    const label = this.#fonts.get(this.#group.font) ?? this.#codePage;
    this.#put(new TextDecoder(label).decode(Uint8Array.from(this.#bytes)));
    this.#bytes = [];
  }

  #handlePlain(text: string): void {
    const skipped = Math.min(this.#skip, text.length);
    this.#skip -= skipped;
    const kept = text.slice(skipped);
    if (this.#group.instruction) this.#instruction = (this.#instruction + kept).slice(0, maxInstruction);
    if (this.#group.styles) {
      const level = /^\s*heading (\d)/i.exec(kept)?.[1] ?? (/^\s*title\b/i.test(kept) ? 1 : undefined);
      if (level !== undefined) this.#styleLevels.set(this.#group.style, Number(level));
    }
    this.#put(kept);
  }

  #put(text: string): void {
    if (!this.#group.isVisible || this.#group.hidden || text === '') return;
    if (this.#inTable && text.trim() !== '') this.#openCell();
    else if (!this.#inTable && this.#tableOpen && !this.#cellOpen && text.trim() !== '') this.#endTable();
    if (text.trim() !== '') this.#beginHeading();
    this.#reader.addText(text);
  }
}

/** Returns the heading level of an outline level, or `undefined` for the level of ordinary text. */
function headingLevel(outline = 9): number | undefined {
  return outline >= 0 && outline < 9 ? outline + 1 : undefined;
}
