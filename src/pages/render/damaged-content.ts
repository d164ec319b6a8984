/** A message of the PDF library which means that a drawn page lacks content. */
interface Rule {
  readonly pattern: RegExp;
  /** Returns the reason that users see. `found` is the text that the first capturing group of `pattern` matched. */
  readonly reason: (found: string) => string;
  /**
   * Whether the library's list of drawing operations still contains the damaged image, so that the area of the image is
   * known.
   */
  readonly hasArea?: true;
  /** Whether text is also missing. Without this member, only images or unused streams are missing. */
  readonly losesText?: true;
}

export interface DamagedContent {
  readonly reason: string;
  readonly hasArea: boolean;
  readonly losesText: boolean;
}

/**
 * One damaged image can cause several messages. Rules for the messages that name the cause most precisely come first.
 */
const rules: readonly Rule[] = [
  {
    pattern: /Empty "(DCT|DCTDecode|JPXDecode|JBIG2Decode|CCF|CCITTFaxDecode)" stream/,
    reason: (filter) => `the data of an image (${filter}) is missing`,
    hasArea: true,
  },
  {
    pattern: /Filter "(.*)" is not supported/s,
    reason: (filter) => `the filter ${onOneLine(filter)} is unknown`,
  },
  {
    pattern: /Invalid stream: "(.*)"/s,
    reason: (error) => `compressed data cannot be read: ${cause(error)}`,
  },
  {
    pattern: /Unable to decode image "[^"]*": "(.*)"/s,
    reason: (error) => `an image cannot be decoded: ${cause(error)}`,
    hasArea: true,
  },
  {
    pattern: /Unable to decode inline image: "(.*)"/s,
    reason: (error) => `an inline image cannot be decoded: ${cause(error)}`,
  },
  // Ignores messages about a drawing (form XObject) that contains itself, because the drawing lacks nothing.
  {
    pattern: /ignoring XObject: "(?!.*circular)(.*)"/s,
    reason: (error) => `an image or a part of the page cannot be read: ${cause(error)}`,
  },
  { pattern: /Image dimensions are missing/, reason: () => 'an image has no width or height' },
  {
    pattern: /JpegImage\.parse - reached the end|ignoring the rest of the image data/,
    reason: () => 'the data of an image (DCTDecode) ends too early',
    hasArea: true,
  },
  {
    pattern: /^(?!.*Invalid stream).*in flate stream/,
    reason: () => 'compressed data (FlateDecode) is damaged',
    losesText: true,
  },
  {
    pattern: /ignoring (?:errors during|sub-stream).*: "(.*)"/s,
    reason: (error) => `its content cannot be read to the end: ${cause(error)}`,
    losesText: true,
  },
];

/** Returns the content that the PDF library could not draw, according to its messages. */
export function damagedContent(messages: readonly string[]): DamagedContent[] {
  return rules.flatMap(({ pattern, reason, hasArea = false, losesText = false }) =>
    messages.flatMap((message) => {
      const match = pattern.exec(message);
      return match === null ? [] : [{ reason: reason(match[1] ?? ''), hasArea, losesText }];
    }),
  );
}

/** Returns whether the PDF library omitted an image above `pageLimits.imagePixels`. */
export function omitsLargeImage(messages: readonly string[]): boolean {
  return messages.some((message) => message.includes('exceeded maximum allowed size'));
}

/**
 * Maps the name of an error of the PDF library to the PDF filters that can cause this error. The library uses
 * one decoder for JBIG2 and fax images.
 */
const filters: Readonly<Record<string, string>> = {
  JpegError: 'DCTDecode',
  JpxError: 'JPXDecode',
  Jbig2Error: 'JBIG2Decode or CCITTFaxDecode',
};
const maxTextLength = 120;

/**
 * Returns a message of the PDF library without the name of the error. If the error name shows which PDF filter failed,
 * the result starts with this filter.
 */
function cause(error: string): string {
  const [, name = '', text = error] = /^(\w*(?:Error|Exception)): (.*)$/s.exec(error) ?? [];
  const filter = /DataView/.test(text) ? 'DCTDecode' : filters[name];
  return onOneLine(filter === undefined ? text : `${filter}: ${text}`);
}

function onOneLine(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  return line.slice(0, maxTextLength);
}
