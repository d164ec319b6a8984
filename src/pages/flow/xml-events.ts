import { checkNesting, corrupt, tooLarge, unsafe } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';

export interface XmlEvents {
  /** Names are as written, with their prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Bytes that are decoded at a time. */
const piece = 1 << 16;
/** Markup and white space between elements count too, so that this is more than a document's own text may be. */
const mostCharacters = pageLimits.characters * 4;

/**
 * Walks through XML. Entities beside the five of the language are neither resolved nor fetched: a document that
 * declares any is refused (DOCUMENT_UNSAFE), and so is one nested beyond the limit. One that ends within an element
 * is DOCUMENT_CORRUPT.
 */
export async function readXml(
  source: Uint8Array | string,
  { file, type }: { readonly file: string; readonly type: string },
  events: XmlEvents,
): Promise<void> {
  const { Parser } = await import('htmlparser2');
  const open: string[] = [];
  let characters = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        open.push(name);
        checkNesting(open.length, file, 'elements');
        events.open?.(name, attributes);
      },
      onclosetag: (name) => {
        open.pop();
        events.close?.(name);
      },
      ontext: (text) => {
        characters += text.length;
        if (characters > mostCharacters)
          throw tooLarge(
            file,
            'its text',
            `more than ${mostCharacters} characters`,
            `${mostCharacters} characters`,
          );
        events.text?.(text);
      },
      onprocessinginstruction: (_name, data) => {
        if (/<?!ENTITY/i.test(data))
          throw unsafe(file, 'it declares entities of its own', 'without its entity declarations');
      },
    },
    { xmlMode: true },
  );
  if (typeof source === 'string') parser.write(source);
  else {
    const decoder = new TextDecoder(encodingOf(source));
    for (let at = 0; at < source.length; at += piece)
      parser.write(decoder.decode(source.subarray(at, at + piece), { stream: true }));
    parser.write(decoder.decode());
  }
  // The end closes what is open still, so that this is seen before.
  const left = open.at(-1);
  parser.end();
  if (left !== undefined) throw corrupt(file, type, `it ends inside the element ${left.slice(0, 80)}`);
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    return new TextDecoder(statedEncoding(bytes)).encoding;
  } catch {
    return 'utf-8';
  }
}

/** The encoding that an XML declaration names; undefined where there is none. */
export function statedEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
}
