import type { FlowLink } from './flow.ts';

/** Collects the links of a text that is read piece by piece. A link can extend over several paragraphs. */
export class LinkCollector {
  /**
   * Links that are open at the current position. Only the innermost link counts. `target` is empty if the link has no
   * usable address.
   */
  readonly #open: { start: number; readonly target: string }[] = [];
  #links: FlowLink[] = [];
  /** Number of characters of the text that was read so far, without white space. */
  #length = 0;

  open(target: string): void {
    this.#endLink();
    this.#open.push({ start: this.#length, target: linkTarget(target) });
  }

  close(): void {
    this.#endLink();
    this.#open.pop();
    const outer = this.#open.at(-1);
    if (outer !== undefined) outer.start = this.#length;
  }

  count(text: string): void {
    this.#length += inkLength(text);
  }

  /** Returns the links of the collected text. `prefix` is a text that precedes the collected text. */
  take(prefix = ''): { links?: FlowLink[] } {
    this.#endLink();
    const shift = inkLength(prefix);
    if (this.#links.length === 0) return {};
    return {
      links: this.#links.map(({ start, end, target }) => ({
        start: start + shift,
        end: end + shift,
        target,
      })),
    };
  }

  /** Starts the next text. Links that are still open continue in the next text. */
  clear(): void {
    this.#links = [];
    this.#length = 0;
    for (const link of this.#open) link.start = 0;
  }

  #endLink(): void {
    const link = this.#open.at(-1);
    if (link === undefined || link.target === '' || link.start >= this.#length) return;
    this.#links.push({ start: link.start, end: this.#length, target: link.target });
    link.start = this.#length;
  }
}

/** Returns the number of characters that are not white space. */
export function inkLength(text: string): number {
  return text.replace(/\s+/g, '').length;
}

/**
 * Returns the target of a link. Returns an empty text for a link within the document, for a target that is too long,
 * and for a scheme that is not used for addresses, such as `javascript`.
 */
export function linkTarget(target: string): string {
  // Browsers ignore control characters and white space in addresses.
  const bare = target.replace(/[\p{C}\s]/gu, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
  if (bare.startsWith('#') || bare.length > maxTargetLength) return '';
  return scheme === undefined || addressSchemes.has(scheme) ? bare : '';
}

const addressSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'ftp']);
const maxTargetLength = 2_000;
