import { readXml } from '../flow/xml-events.ts';
import { withoutPrefix } from './package-parts.ts';

interface Style {
  name: string;
  basedOn?: string;
  outline?: number;
  numbering?: NumberingPlace;
}

export interface NumberingPlace {
  readonly id: string;
  readonly level: number;
}

const maxChainLength = 20;

/** Reads the paragraph styles of a document: heading levels and lists. */
export class DocxStyles {
  readonly #styles = new Map<string, Style>();

  async read(bytes: Uint8Array, file: string): Promise<void> {
    let current: Style | undefined;
    await readXml(
      bytes,
      { file, type: 'DOCX' },
      {
        open: (prefixed, attributes) => {
          const name = withoutPrefix(prefixed);
          const value = attributes['w:val'] ?? '';
          if (name === 'style') {
            current = { name: '' };
            this.#styles.set(attributes['w:styleId'] ?? '', current);
          } else if (current === undefined) return;
          else if (name === 'name') current.name = value;
          else if (name === 'basedOn') current.basedOn = value;
          else if (name === 'outlineLvl') current.outline = Number(value);
          else if (name === 'numId') current.numbering = { id: value, level: current.numbering?.level ?? 0 };
          else if (name === 'ilvl')
            current.numbering = { id: current.numbering?.id ?? '', level: Number(value) || 0 };
        },
        close: (prefixed) => {
          if (withoutPrefix(prefixed) === 'style') current = undefined;
        },
      },
    );
  }

  /**
   * Returns the heading level of a style: 1 for a title or first-level heading, `undefined` for ordinary text.
   */
  headingLevel(styleId: string): number | undefined {
    for (const style of this.#chain(styleId)) {
      const named = /^heading (\d)$/i.exec(style.name)?.[1];
      if (named !== undefined) return Number(named);
      if (/^title$/i.test(style.name)) return 1;
      if (/^subtitle$/i.test(style.name)) return 2;
      if (style.outline !== undefined && style.outline >= 0 && style.outline < 9) return style.outline + 1;
    }
    return undefined;
  }

  numbering(styleId: string): NumberingPlace | undefined {
    for (const { numbering } of this.#chain(styleId))
      if (numbering !== undefined && numbering.id !== '') return numbering;
    return undefined;
  }

  *#chain(styleId: string): Generator<Style> {
    let next: string | undefined = styleId;
    for (let step = 0; step < maxChainLength && next !== undefined; step++) {
      const style = this.#styles.get(next);
      if (style === undefined) return;
      yield style;
      next = style.basedOn;
    }
  }
}
