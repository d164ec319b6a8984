/**
 * Decodes the text of a file. Uses the first that applies: the byte order mark, valid UTF-8, the declared
 * encoding, Windows-1252. Line ends become "\n".
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  return decoded(bytes, declared).replace(/\r\n?/g, '\n');
}

function decoded(bytes: Uint8Array, declared: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderFor(declared).decode(bytes);
  }
}

function decoderFor(label: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label ?? 'windows-1252');
  } catch {
    return new TextDecoder('windows-1252');
  }
}
