import { checkNesting, corrupt, tooLarge, unsafe } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';

export interface XmlEvents {
  /** `name` includes the prefix, as in `w:p`. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Number of bytes that are decoded at a time. */
const piece = 1 << 16;
/**
 * Maximum number of characters outside tags, including white space. Because white space counts, the limit is higher
 * than `pageLimits.characters`.
 */
const maxCharacters = pageLimits.characters * 4;

/**
 * Parses XML and calls the event handlers. Resolves only the five predefined entities. Throws DOCUMENT_UNSAFE
 * for declared entities and for too deep nesting, DOCUMENT_TOO_LARGE for too much text, and DOCUMENT_CORRUPT
 * if the document ends inside an element.
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
        if (characters > maxCharacters)
          throw tooLarge(
            file,
            'its text',
            `more than ${maxCharacters} characters`,
            `${maxCharacters} characters`,
          );
        events.text?.(text);
      },
      onprocessinginstruction: (_name, data) => {
        if (/<?!ENTITY/i.test(data))
          throw unsafe(file, 'it declares its own entities', 'without its entity declarations');
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
  // The call of `end` empties the list `open`, so the innermost open element is read before the call.
  const left = open.at(-1);
  parser.end();
  if (left !== undefined) throw corrupt(file, type, `it ends inside the element ${left.slice(0, 80)}`);
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    return new TextDecoder(declaredEncoding(bytes)).encoding;
  } catch {
    return 'utf-8';
  }
}

export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
}
