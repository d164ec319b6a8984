import { crc32, inflateRawSync } from 'node:zlib';
import { GoldsetError } from '../../base/goldset-error.ts';
import { corrupt, expandedLimit, tooExpanded, tooLarge } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';

interface Entry {
  readonly method: number;
  readonly encrypted: boolean;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, end64: 0x06064b50 } as const;
const endLength = 22;

/**
 * Reads the parts of a zipped document by name. Decompresses a part on request. Limits the total decompressed size,
 * whatever sizes the archive declares.
 */
export class ZipArchive {
  readonly #bytes: Buffer;
  readonly #file: string;
  readonly #type: string;
  readonly #limit: number;
  readonly #entries: Map<string, Entry>;
  #unpacked = 0;

  constructor(bytes: Uint8Array, file: string, type: string, limit: number = pageLimits.archiveBytes) {
    this.#limit = limit;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#file = file;
    this.#type = type;
    try {
      this.#entries = this.#readDirectory();
    } catch (thrown) {
      if (thrown instanceof RangeError) throw corrupt(file, type, 'its list of parts is damaged', thrown);
      throw thrown;
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name.replace(/^\//, ''));
    if (entry === undefined) return undefined;
    if (entry.encrypted) throw new GoldsetError('DOCUMENT_PASSWORD', { file: this.#file });
    const room = this.#limit - this.#unpacked;
    if (entry.size > room) throw this.#tooLarge();
    const limit = entry.method === 0 ? room : expandedLimit(entry.packed, pageLimits.expansion);
    const expanded = () => tooExpanded(this.#file, `its part ${name.slice(0, 80)}`, entry.packed, limit);
    if (entry.size > limit) throw expanded();
    let bytes: Buffer;
    try {
      const start = this.#dataStart(entry);
      const packed = this.#bytes.subarray(start, start + entry.packed);
      if (packed.length < entry.packed) throw new RangeError('cut short');
      if (entry.method !== 0 && entry.method !== 8) throw new RangeError('another compression');
      // Limits the decompression itself, because the declared size can be wrong.
      bytes =
        entry.method === 0
          ? packed
          : inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(room, limit)) });
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw limit < room ? expanded() : this.#tooLarge();
      throw corrupt(this.#file, this.#type, `its part ${name.slice(0, 80)} is damaged`, thrown);
    }
    this.#unpacked += bytes.length;
    if (crc32(bytes) !== entry.checksum)
      throw corrupt(this.#file, this.#type, `its part ${name.slice(0, 80)} is damaged`);
    return bytes;
  }

  #tooLarge(): GoldsetError {
    const limit = `${this.#limit} bytes`;
    return tooLarge(this.#file, 'its decompressed content', `more than ${limit}`, limit);
  }

  #readDirectory(): Map<string, Entry> {
    const { count, start } = this.#findEnd();
    if (count > pageLimits.archiveEntries) {
      const limit = `${pageLimits.archiveEntries} parts`;
      throw tooLarge(this.#file, 'its list of parts', `${count} parts`, limit);
    }
    const entries = new Map<string, Entry>();
    let at = start;
    for (let index = 0; index < count; index++) {
      if (this.#bytes.readUInt32LE(at) !== signatures.central) throw new RangeError('no entry');
      const lengths = [28, 30, 32].map((offset) => this.#bytes.readUInt16LE(at + offset));
      const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
      const name = this.#bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
      entries.set(name, this.#entryAt(at, nameLength, extraLength));
      at += 46 + nameLength + extraLength + commentLength;
    }
    return entries;
  }

  #entryAt(at: number, nameLength: number, extraLength: number): Entry {
    const bytes = this.#bytes;
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const wide = wideNumbers(extra);
    const number = (offset: number): number => {
      const value = bytes.readUInt32LE(at + offset);
      return value === 0xffffffff ? (wide.shift() ?? value) : value;
    };
    const size = number(24);
    const packed = number(20);
    return {
      method: bytes.readUInt16LE(at + 10),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      checksum: bytes.readUInt32LE(at + 16),
      packed,
      size,
      at: number(42),
    };
  }

  #findEnd(): { count: number; start: number } {
    const bytes = this.#bytes;
    // Searches backwards, because a comment of up to 64 KB can follow the end record.
    for (let at = bytes.length - endLength; at >= Math.max(0, bytes.length - endLength - 0xffff); at--) {
      if (bytes.readUInt32LE(at) !== signatures.end) continue;
      const count = bytes.readUInt16LE(at + 10);
      const start = bytes.readUInt32LE(at + 16);
      if (count !== 0xffff && start !== 0xffffffff) return { count, start };
      const far = Number(bytes.readBigUInt64LE(at - 20 + 8));
      if (bytes.readUInt32LE(far) !== signatures.end64) throw new RangeError('no 64-bit record');
      return {
        count: Number(bytes.readBigUInt64LE(far + 32)),
        start: Number(bytes.readBigUInt64LE(far + 48)),
      };
    }
    throw corrupt(this.#file, this.#type, 'its end is missing, so the file is incomplete');
  }

  #dataStart(entry: Entry): number {
    if (this.#bytes.readUInt32LE(entry.at) !== signatures.local) throw new RangeError('no part');
    const nameLength = this.#bytes.readUInt16LE(entry.at + 26);
    return entry.at + 30 + nameLength + this.#bytes.readUInt16LE(entry.at + 28);
  }
}

/** Returns the numbers of an entry that need 64 bits, in the order size, packed size, position. */
function wideNumbers(extra: Buffer): number[] {
  let at = 0;
  while (at + 4 <= extra.length) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      const numbers: number[] = [];
      for (let from = at + 4; from + 8 <= Math.min(extra.length, at + 4 + length); from += 8)
        numbers.push(Number(extra.readBigUInt64LE(from)));
      return numbers;
    }
    at += 4 + length;
  }
  return [];
}
