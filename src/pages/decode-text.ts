/**
 * The text of a file in any of the usual encodings: a byte order mark decides, else UTF-8 when the bytes are
 * valid UTF-8, else Windows-1252. Line ends become "\n".
 */
export function decodeText(bytes: Uint8Array): string {
  return decoded(bytes).replace(/\r\n?/g, '\n');
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
