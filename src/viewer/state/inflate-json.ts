import { parseJson } from '../../base/exact-json.ts';

/** Decodes JSON from base64 of raw deflate. The promise is rejected if the text is incomplete or was changed. */
export async function inflateJson(base64: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return parseJson(await new Response(stream).text());
}
