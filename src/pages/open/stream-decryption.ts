import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

/** Decrypts the stream of an object. The result is meaningless if the document has a password. */
export type StreamDecryption = (object: number, generation: number, data: Buffer) => Buffer;

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const dictionaryBytes = 4096;

/**
 * Returns the decryption of a PDF that opens without a password. Returns `undefined` for a PDF without encryption, and
 * for an unknown encryption. Does not verify the password or the dictionary, because `checkStreams` needs only sizes.
 */
export function streamDecryption(file: Buffer): StreamDecryption | undefined {
  const dictionary = encryptionDictionary(file);
  if (dictionary === undefined || /\/StmF\s*\/Identity\b/.test(dictionary)) return undefined;
  const number = (name: string) => Number(new RegExp(`/${name}\\s*(-?\\d+)`).exec(dictionary)?.[1] ?? 0);
  const method = /\/CFM\s*\/(\w+)/.exec(dictionary)?.[1] ?? 'V2';
  if (number('V') >= 5) {
    const key = newKey(dictionary, number('R'));
    return key && ((_object, _generation, data) => decryptAes('aes-256-cbc', key, data));
  }
  const isAes = method === 'AESV2';
  const bits = isAes || number('V') >= 4 ? 128 : number('V') === 1 ? 40 : number('Length') || 40;
  const key = oldKey(file, dictionary, { revision: number('R'), permissions: number('P'), length: bits / 8 });
  return (object, generation, data) => {
    const numbers = Buffer.alloc(5);
    numbers.writeUIntLE(object % 0x100_0000, 0, 3);
    numbers.writeUIntLE(generation % 0x1_0000, 3, 2);
    const objectKey = md5(key, numbers, Buffer.from(isAes ? 'sAlT' : ''));
    const used = objectKey.subarray(0, Math.min(16, key.length + 5));
    return isAes ? decryptAes('aes-128-cbc', used, data) : rc4(used, data);
  };
}

/** Returns the text of the encryption dictionary, which the trailer contains or refers to. */
function encryptionDictionary(file: Buffer): string | undefined {
  const after = lastEntry(file, '/Encrypt', /^\/Encrypt\s*(<<|\d+\s+\d+\s+R)/);
  if (after === undefined) return undefined;
  const reference = /^\/Encrypt\s*(\d+)\s+(\d+)\s+R/.exec(after);
  if (reference === null) return after;
  return objectText(file, `${reference[1]} ${reference[2]}`);
}

/**
 * Returns the first bytes of an object as text, or `undefined` if the object is not found. `numbers` contains the
 * number and the generation of the object.
 */
export function objectText(file: Buffer, numbers: string): string | undefined {
  const head = `${numbers} obj`;
  let at = file.indexOf(head);
  while (at > 0 && isDigit(file[at - 1])) at = file.indexOf(head, at + 1);
  return at < 0 ? undefined : file.toString('latin1', at + head.length, at + dictionaryBytes);
}

/**
 * Searches backwards for a text that starts with `name` and matches `pattern`. Tries at most 100 occurrences of `name`.
 */
function lastEntry(file: Buffer, name: string, pattern: RegExp): string | undefined {
  let at = file.length;
  for (let tries = 0; tries < 100 && at > 0; tries++) {
    at = file.lastIndexOf(name, at - 1);
    if (at < 0) return undefined;
    const text = file.toString('latin1', at, at + dictionaryBytes);
    if (pattern.test(text)) return text;
  }
  return undefined;
}

function isDigit(code = 0): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * Returns the PDF string that follows a pattern. The string is written in hexadecimal digits, or in brackets with
 * escapes.
 */
function stringAfter(text: string, pattern: string): Buffer {
  const hex = new RegExp(`${pattern}\\s*<([\\da-fA-F\\s]*)>`).exec(text)?.[1];
  if (hex !== undefined) return Buffer.from(hex.replace(/\s/g, ''), 'hex');
  // A bracket inside the string is escaped, or part of a pair. Nested pairs are not supported.
  const literal =
    new RegExp(`${pattern}\\s*\\(((?:[^\\\\()]|\\\\[\\s\\S]|\\([^()]*\\))*)\\)`).exec(text)?.[1] ?? '';
  const plain = literal.replace(/\\([0-7]{1,3}|\r\n|[\s\S])/g, (_, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    return escapes[code] ?? code;
  });
  return Buffer.from(plain, 'latin1');
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
  '\r\n': '',
};

/** Returns the key of an encryption before version 5 (ISO 32000-1, algorithm 2). */
function oldKey(
  file: Buffer,
  dictionary: string,
  { revision, permissions, length }: { revision: number; permissions: number; length: number },
): Buffer {
  const bits = Buffer.alloc(4);
  bits.writeInt32LE(permissions | 0);
  const identity = stringAfter(lastEntry(file, '/ID', /^\/ID\s*\[/) ?? '', '/ID\\s*\\[');
  const isWithoutMetadata = revision >= 4 && /\/EncryptMetadata\s+false/.test(dictionary);
  const owner = stringAfter(dictionary, '/O').subarray(0, 32);
  let key = md5(padding, owner, bits, identity, Buffer.alloc(isWithoutMetadata ? 4 : 0, 255));
  for (let round = 0; revision >= 3 && round < 50; round++) key = md5(key.subarray(0, length));
  return key.subarray(0, length);
}

/** Returns the key of an encryption of version 5 (ISO 32000-2, algorithm 2.A). */
function newKey(dictionary: string, revision: number): Buffer | undefined {
  const salt = stringAfter(dictionary, '/U').subarray(40, 48);
  const wrapped = stringAfter(dictionary, '/UE').subarray(0, 32);
  if (wrapped.length < 32) return undefined;
  const start: Buffer = createHash('sha256').update(salt).digest();
  const decipher = createDecipheriv('aes-256-cbc', revision >= 6 ? slowHash(start) : start, Buffer.alloc(16));
  return decipher.setAutoPadding(false).update(wrapped);
}

/** Computes the repeated hash of an empty password (ISO 32000-2, algorithm 2.B). */
function slowHash(start: Buffer): Buffer {
  let hash = start;
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat(Array<Buffer>(64).fill(hash));
    const cipher = createCipheriv('aes-128-cbc', hash.subarray(0, 16), hash.subarray(16, 32));
    const mixed = cipher.setAutoPadding(false).update(block);
    const kind = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    hash = createHash((['sha256', 'sha384', 'sha512'] as const)[kind] ?? 'sha256')
      .update(mixed)
      .digest();
    last = mixed.at(-1) ?? 0;
  }
  return hash.subarray(0, 32);
}

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

/**
 * Decrypts whole blocks. The first block is the initial vector. Keeps the padding, which is at most one
 * block.
 */
function decryptAes(algorithm: string, key: Buffer, data: Buffer): Buffer {
  if (data.length < 32) return Buffer.alloc(0);
  const decipher = createDecipheriv(algorithm, key, data.subarray(0, 16)).setAutoPadding(false);
  return decipher.update(data.subarray(16, data.length - (data.length % 16)));
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index] as number;
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] as number)) & 255;
    [state[i], state[j]] = [at(j), at(i)];
  }
  const out = Buffer.allocUnsafe(data.length);
  for (let index = 0, i = 0, j = 0; index < data.length; index++) {
    i = (i + 1) & 255;
    const first = at(i);
    j = (j + first) & 255;
    const second = at(j);
    state[i] = second;
    state[j] = first;
    out[index] = (data[index] as number) ^ at((first + second) & 255);
  }
  return out;
}
