import type { FlowLink } from './flow.ts';
import { inkLength, linkTarget } from './link-collector.ts';

/** Text without markup, and its links if there are any. */
export interface InlinePart {
  readonly text: string;
  readonly links?: readonly FlowLink[];
}

/** Collects the lines of a paragraph. */
export class InlineText {
  readonly #lines: string[] = [];
  readonly #links: FlowLink[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  addLine(markdown: string): void {
    const { text, links = [] } = inlineText(markdown);
    for (const { start, end, target } of links)
      this.#links.push({ start: start + this.#length, end: end + this.#length, target });
    this.#lines.push(text);
    this.#length += inkLength(text);
  }

  finish(): InlinePart {
    const text = this.#lines.join('\n');
    return this.#links.length === 0 ? { text } : { text, links: this.#links };
  }
}

/** Codes that mark the start and end of a link while other markup is removed. Unicode assigns no characters to these codes. */
const linkStart = '\ufdd0';
const linkEnd = '\ufdd1';

/** Removes the markup of emphasis, code, images, links and line breaks. `prefix` precedes the text. */
export function inlineText(markdown: string, prefix = ''): InlinePart {
  const targets: string[] = [];
  const mark = (text: string, target: string): string => {
    targets.push(linkTarget(target));
    return `${linkStart}${text}${linkEnd}`;
  };
  const marked = markdown
    .replace(/[\ufdd0\ufdd1]/g, '')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/!\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\[([^[\]]*)\]\(([^()]*)\)/g, (_, text: string, link: string) => mark(text, targetOf(link)))
    .replace(/<((?:https?:|mailto:)[^<>\s]+)>/g, (_, target: string) => mark(target, target))
    .replace(/(\*\*|__)(?=\S)([^*_]*?\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*]*?\S)\*(?![\w*])/g, '$1')
    .replace(/(?<![\w_])_(?=\S)([^_]*?\S)_(?![\w_])/g, '$1')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1');
  const links: FlowLink[] = [];
  let text = prefix;
  let start = 0;
  for (const piece of marked.split(/([\ufdd0\ufdd1])/)) {
    if (piece === linkStart) start = inkLength(text);
    else if (piece === linkEnd) {
      const target = targets.shift() ?? '';
      const end = inkLength(text);
      if (target !== '' && end > start) links.push({ start, end, target });
    } else text += piece;
  }
  return links.length === 0 ? { text } : { text, links };
}

/** Returns the target of a link such as `https://a.example "Title"` or `<https://a.example>`. */
function targetOf(link: string): string {
  return /^<?([^\s<>]*)/.exec(link.trimStart())?.[1] ?? '';
}
