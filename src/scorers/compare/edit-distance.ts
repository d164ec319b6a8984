import { distance as shortDistance } from 'fastest-levenshtein';

/** `edit-distance.wat` as `wat2wasm` makes it: 64 rows at once, which JavaScript's numbers cannot hold. */
const code =
  'AGFzbQEAAAABCwFgBn9/f39/fgF/AwIBAAUDAQACBxUCBm1lbW9yeQIACGRpc3RhbmNlAAAKpwIBpAICBX8JfiAEIQYgAiADQQR0' +
  'aiEJIAIhCANAIAhCfzcDACAIQgA3AwggCEEQaiIIIAlJDQALIAAgAUECdGohBwNAIAAoAgAhCkIBIRJCACETIAIhCANAIAopAwAh' +
  'CyAIKQMAIQwgCCkDCCENIAsgDYQhDiALIBOEIQsgCyAMgyAMfCAMhSALhCEPIA0gDyAMhEJ/hYQhECAMIA+DIREgCkEIaiEKIAhB' +
  'EGohCCAIIAlGBEAgBiAQIAWIQgGDp2ogESAFiEIBg6drIQYLIBBCAYYgEoQhDyAQQj+IIRIgEUIBhiAThCELIBFCP4ghEyAIQRBr' +
  'IAsgDiAPhEJ/hYQ3AwAgCEEQayAPIA6DNwMIIAggCUkNAAsgAEEEaiIAIAdJDQALIAYL';

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface Kernel {
  readonly memory: Memory;
  readonly distance: (
    text: number,
    length: number,
    vectors: number,
    blocks: number,
    rows: number,
    last: bigint,
  ) => number;
}

/** Texts up to this length are left to the library, which is faster there. */
const short = 64;
/** Bytes of match vectors beyond which (long texts of very many different characters) the library takes over. */
const mostVectorBytes = 8_000_000;
const pageBytes = 65_536;

let kernel: Kernel | undefined;
/** The pattern whose match vectors are in the memory, and the address of the vector of each of its characters. */
let pattern: string | null = null;
const addresses = new Map<number, number>();

/**
 * Levenshtein distance of two texts in UTF-16 units: fewest insertions, deletions and replacements. 0 for equal texts, the
 * length of the other where one is empty. Exact. Several calls with the same first text share its preparation.
 */
export function editDistance(a: string, b: string): number {
  if (a.length <= short || b.length <= short) return shortDistance(a, b);
  const blocks = Math.ceil(a.length / 64);
  if (a !== pattern && !prepare(a, blocks)) return shortDistance(a, b);
  const { memory, distance } = kernel as Kernel;
  // Behind the match vectors: one that matches nowhere, the vertical differences, the text.
  const nowhere = addresses.size * blocks * 8;
  const vectors = nowhere + blocks * 8;
  const text = vectors + blocks * 16;
  reserve(memory, text + b.length * 4);
  new Uint8Array(memory.buffer, nowhere, blocks * 8).fill(0);
  const words = new Uint32Array(memory.buffer, text, b.length);
  for (let at = 0; at < b.length; at++) words[at] = addresses.get(b.charCodeAt(at)) ?? nowhere;
  return distance(text, b.length, vectors, blocks, a.length, BigInt((a.length - 1) % 64));
}

/** Writes the match vectors of a text; false where they would take too much room. */
function prepare(a: string, blocks: number): boolean {
  pattern = null;
  addresses.clear();
  const bytes = blocks * 8;
  for (let at = 0; at < a.length; at++) {
    const unit = a.charCodeAt(at);
    if (!addresses.has(unit)) addresses.set(unit, addresses.size * bytes);
  }
  if (addresses.size * bytes > mostVectorBytes) return false;
  kernel ??= instantiate();
  reserve(kernel.memory, addresses.size * bytes);
  const matches = new Uint32Array(kernel.memory.buffer, 0, (addresses.size * bytes) / 4);
  matches.fill(0);
  for (let at = 0; at < a.length; at++) {
    const word = (addresses.get(a.charCodeAt(at)) as number) / 4 + (at >> 5);
    matches[word] = (matches[word] as number) | (1 << (at & 31));
  }
  pattern = a;
  return true;
}

function instantiate(): Kernel {
  // The types of Node leave WebAssembly out.
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
