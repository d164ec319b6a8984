import type { ScannedLine } from './scan-lines.ts';

const quote = 0x22;
const backslash = 0x5c;

/**
 * Reads the first keys of a JSON line byte by byte, without parsing the line. Expects the keys in the order in which
 * the record writer writes them. A `take` method returns the value at the current position and advances past it. If the
 * line has something else at this position, the method returns `null`, -1 or false.
 */
export class KeyScanner {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;

  reset({ bytes, start, end }: ScannedLine): void {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** Skips `text`. Returns false if the line has other bytes at the current position. */
  takeText(text: Uint8Array): boolean {
    const { length } = text;
    if (this.#at + length > this.#end) return false;
    for (let i = 0; i < length; i++) if (this.#bytes[this.#at + i] !== text[i]) return false;
    this.#at += length;
    return true;
  }

  /** Reads a whole number from 0 to 999,999,999. */
  takeNumber(): number {
    const start = this.#at;
    let value = 0;
    for (; this.#at < this.#end && this.#at - start < 10; this.#at++) {
      const digit = (this.#bytes[this.#at] as number) - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    const digits = this.#at - start;
    const hasLeadingZero = digits > 1 && this.#bytes[start] === 0x30;
    return digits === 0 || digits > 9 || hasLeadingZero ? -1 : value;
  }

  takeString(): string | null {
    const start = this.#at;
    const escaped = this.#passString();
    if (escaped === null) return null;
    return escaped
      ? parsedString(this.#bytes, start, this.#at)
      : this.#bytes.toString('utf8', start + 1, this.#at - 1);
  }

  /** Skips a JSON string. Returns false if there is no complete string. */
  skipString(): boolean {
    return this.#passString() !== null;
  }

  /** Skips a JSON string. Returns whether it has escapes, or `null` if there is no complete string. */
  #passString(): boolean | null {
    if (this.#bytes[this.#at] !== quote) return null;
    let escaped = false;
    for (let at = this.#at + 1; at < this.#end; at++) {
      const byte = this.#bytes[at];
      if (byte === backslash) {
        escaped = true;
        at++;
      } else if (byte === quote) {
        this.#at = at + 1;
        return escaped;
      }
    }
    return null;
  }
}

function parsedString(bytes: Buffer, start: number, end: number): string | null {
  try {
    return JSON.parse(bytes.toString('utf8', start, end)) as string;
  } catch {
    return null;
  }
}
