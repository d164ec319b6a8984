import { tooLarge } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';
import { readXml } from './xml-events.ts';

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  hasChildren: boolean;
}

/**
 * Returns one line "name: value" per XML element with text. A leaf element without text gets one line per attribute
 * instead.
 */
export async function xmlLines(source: string, file: string): Promise<string> {
  const open: OpenElement[] = [];
  const lines: string[] = [];
  let characters = 0;
  const put = (line: string): void => {
    characters += line.length;
    if (characters > pageLimits.characters)
      throw tooLarge(
        file,
        'its text',
        `more than ${pageLimits.characters} characters`,
        `${pageLimits.characters} characters`,
      );
    lines.push(line);
  };
  await readXml(
    source,
    { file, type: 'XML' },
    {
      open: (name, attributes) => {
        const parent = open.at(-1);
        if (parent !== undefined) {
          parent.hasChildren = true;
          flushMixed(parent, put);
        }
        open.push({ name: localName(name), attributes, text: '', hasChildren: false });
      },
      text: (text) => {
        const element = open.at(-1);
        if (element !== undefined) element.text += text;
      },
      close: () => {
        const element = open.pop();
        if (element === undefined) return;
        if (element.hasChildren) flushMixed(element, put);
        else putLeaf(element, put);
      },
    },
  );
  return lines.join('\n');
}

function putLeaf({ name, attributes, text }: OpenElement, put: (line: string) => void): void {
  const value = folded(text);
  if (value !== '') return put(`${name}: ${value}`);
  for (const [key, attribute] of Object.entries(attributes))
    if (folded(attribute) !== '' && !/^(xmlns|xsi|xml)(:|$)/.test(key))
      put(`${name} ${localName(key)}: ${folded(attribute)}`);
}

/** Adds the text between child elements as a separate line. */
function flushMixed(element: OpenElement, put: (line: string) => void): void {
  const value = folded(element.text);
  if (value !== '') put(value);
  element.text = '';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
