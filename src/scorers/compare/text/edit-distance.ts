import { distance as shortDistance } from 'fastest-levenshtein';

/**
 * Compiled from `src/scorers/compare/edit-distance.wat` by `wat2wasm`. Compares one text with four other texts at once,
 * 64 characters per step.
 */
const code =
  'AGFzbQEAAAABDgJgBH9/f38AYAJ/fwF/AwMCAAEFAwEAAgcYAwZtZW1vcnkCAARmaWxsAAAEcmlzZQABCvwEAq0EAgJ/EHsgAiEFA0AgBf0M////' +
  '//////////////////0LBAAgBf0M//////////////////////0LBBAgBf0MAAAAAAAAAAAAAAAAAAAAAP0LBCAgBf0MAAAAAAAAAAAAAAAAAAAA' +
  'AP0LBDAgBUHAAGoiBSADSQ0ACwNAIAAoAgAhBP0MAAAAAAAAAAAAAAAAAAAAACES/QwAAAAAAAAAAAAAAAAAAAAAIRP9DAAAAAAAAAAAAAAAAAAA' +
  'AAAhFP0MAAAAAAAAAAAAAAAAAAAAACEVIAIhBQNAIAT9AAQAIQYgBP0ABBAhDCAF/QAEACEHIAX9AAQQIQ0gBf0ABCAhCCAF/QAEMCEOIAYgCP1Q' +
  'IQkgDCAO/VAhDyAGIBP9UCEGIAwgFf1QIQwgBiAHIAcgBiAH/U79zgH9Uf1QIQYgDCANIA0gDCAN/U79zgH9Uf1QIQwgBiAH/VAgCP1PIQogDCAN' +
  '/VAgDv1PIRAgBiAH/U4hCyAMIA39TiERIApBAf3LASAS/VAhBiAQQQH9ywEgFP1QIQwgCkE//c0BIRIgEEE//c0BIRQgC0EB/csBIBP9UCEHIBFB' +
  'Af3LASAV/VAhDSALQT/9zQEhEyARQT/9zQEhFSAFIAcgBiAJ/U/9UP0LBAAgBSANIAwgD/1P/VD9CwQQIAUgCSAG/U/9CwQgIAUgDyAM/U/9CwQw' +
  'IARBIGohBCAFQcAAaiIFIANJDQALIABBBGoiACABSQ0ACwtLAQJ+A0BCf0IBIAGthkIBfSABQcAAThshAiADIAIgACkDAIN7IAIgACkDIIN7fXwh' +
  'AyAAQcAAaiEAIAFBwABrIgFBAEoNAAsgA6cL';

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface Kernel {
  readonly memory: Memory;
  readonly fill: (text: number, textEnd: number, state: number, stateEnd: number) => void;
  readonly rise: (block: number, rows: number) => number;
}

/** Up to this text length, the library `fastest-levenshtein` is faster than the WebAssembly code in this file. */
export const shortText = 64;
/** Number of other texts with which one pass of the WebAssembly code compares a text. */
const lanes = 4;
/**
 * Largest size of the match vectors (bit masks of the positions of each character). For larger vectors,
 * `fastest-levenshtein` is used.
 */
const maxVectorBytes = 32_000_000;
const pageBytes = 65_536;
const vectorBytes = 8 * lanes;
const stateBytes = 16 * lanes;

let kernel: Kernel | undefined;
/**
 * Maps each UTF-16 unit of the current text to a number from 1, in the order of its first occurrence. Other
 * units have 0.
 */
const numbers = new Int32Array(65_536);

/**
 * Returns the Levenshtein distance of two texts in UTF-16 units: the smallest number of insertions, deletions and
 * replacements. 0 for equal texts; the length of the other text if one is empty. Exact.
 */
export function editDistance(a: string, b: string): number {
  if (a.length <= shortText || b.length <= shortText) return shortDistance(a, b);
  return editDistances(a, [b])[0] as number;
}

/**
 * Returns the distance of a text to each text in `others`, in the same order. Comparing four long texts takes as long
 * as comparing one.
 */
export function editDistances(text: string, others: readonly string[]): number[] {
  const found = new Array<number>(others.length);
  const long: number[] = [];
  for (const [at, other] of others.entries()) {
    if (text.length > shortText && other.length > shortText) long.push(at);
    else found[at] = shortDistance(text, other);
  }
  if (long.length === 0) return found;
  // Sort the texts by length, so that one pass compares texts of similar length.
  const lengthOf = (at: number) => (others[at] as string).length;
  long.sort((one, other) => lengthOf(one) - lengthOf(other));
  const stride = Math.ceil(lengthOf(long.at(-1) as number) / 64) * vectorBytes;
  const characters = numberCharacters(text);
  if (characters * stride > maxVectorBytes) {
    for (const at of long) found[at] = shortDistance(text, others[at] as string);
  } else {
    const place = writeText(text, characters, stride);
    for (let first = 0; first < long.length; first += lanes) {
      const group = long.slice(first, first + lanes);
      const texts = group.map((at) => others[at] as string);
      for (const [lane, distance] of fourDistances(place, texts).entries())
        found[group[lane] as number] = distance;
    }
  }
  forgetCharacters(text);
  return found;
}

/** Fills `numbers` for a text and returns the number of distinct units. */
function numberCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (numbers[unit] === 0) numbers[unit] = ++count;
  }
  return count;
}

function forgetCharacters(text: string): void {
  for (let at = 0; at < text.length; at++) numbers[text.charCodeAt(at)] = 0;
}

/**
 * Layout of the memory of the WebAssembly code. The match vectors start at 0, the other parts at `state` and `text`.
 */
interface Place {
  readonly kernel: Kernel;
  /** Number of bytes of the match vectors of one character. */
  readonly stride: number;
  readonly state: number;
  readonly text: number;
  readonly length: number;
}

function writeText(text: string, characters: number, stride: number): Place {
  kernel ??= instantiate();
  const state = characters * stride;
  const start = state + (stride / vectorBytes) * stateBytes;
  reserve(kernel.memory, start + text.length * 4);
  const words = new Uint32Array(kernel.memory.buffer, start, text.length);
  for (let at = 0; at < text.length; at++)
    words[at] = ((numbers[text.charCodeAt(at)] as number) - 1) * stride;
  return { kernel, stride, state, text: start, length: text.length };
}

/** Returns the distances of the text to at most four other texts. The longest of these texts must be last. */
function fourDistances({ kernel, stride, state, text, length }: Place, others: readonly string[]): number[] {
  const matches = new Uint32Array(kernel.memory.buffer, 0, state / 4);
  matches.fill(0);
  for (const [lane, other] of others.entries()) {
    for (let row = 0; row < other.length; row++) {
      const number = numbers[other.charCodeAt(row)] as number;
      if (number === 0) continue;
      const word = ((number - 1) * stride + (row >> 6) * vectorBytes) / 4 + 2 * lane + ((row >> 5) & 1);
      matches[word] = (matches[word] as number) | (1 << (row & 31));
    }
  }
  const blocks = Math.ceil((others.at(-1) as string).length / 64);
  kernel.fill(text, text + 4 * length, state, state + blocks * stateBytes);
  return others.map((other, lane) => length + kernel.rise(state + 8 * lane, other.length));
}

function instantiate(): Kernel {
  // Node's types do not include WebAssembly.
  const { WebAssembly } = globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (bytes: Uint8Array) => object;
      readonly Instance: new (module: object) => { readonly exports: Kernel };
    };
  };
  return new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(code, 'base64'))).exports;
}

function reserve(memory: Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}
