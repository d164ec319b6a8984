/** Values of the TIFF tag ExtraSamples. With associated alpha, the colours are already multiplied by the opacity. */
const associated = 1;
const unassociated = 2;

/**
 * PostScript code that multiplies each colour by the opacity, which is on top of the stack. The key is the number of
 * colours.
 */
const multiplied: Readonly<Record<number, string>> = {
  1: 'dup 3 1 roll mul exch',
  3: '4 1 roll 3 index mul 3 1 roll 3 index mul 3 1 roll 3 index mul 3 1 roll 4 3 roll',
};
/**
 * PostScript code that blends each colour with white paper, and then removes the opacity from the stack. The key is the
 * number of colours.
 */
const overWhite: Readonly<Record<number, string>> = {
  1: '1 exch sub add',
  3: '1 exch sub 4 1 roll 3 index add 3 1 roll 3 index add 3 1 roll 3 index add 3 1 roll 4 3 roll pop',
};

/**
 * Returns a PDF colour space for pixels with opacity. A PostScript program in the colour space converts each
 * pixel to the colour that it has on white paper. So the image data need not be decompressed. `add` stores
 * the program in the PDF.
 */
export function alphaColours(
  colours: 1 | 3,
  meaning: number,
  add: (entries: string, data: Buffer) => number,
): string {
  const steps =
    meaning === unassociated
      ? `${multiplied[colours]} ${overWhite[colours]}`
      : meaning === associated
        ? overWhite[colours]
        : 'pop';
  const domain = Array.from({ length: colours + 1 }, () => '0 1').join(' ');
  const range = Array.from({ length: colours }, () => '0 1').join(' ');
  const program = add(`/FunctionType 4 /Domain [${domain}] /Range [${range}]`, Buffer.from(`{ ${steps} }`));
  const names = colours === 1 ? '/Light /Opacity' : '/First /Second /Third /Opacity';
  return `[/DeviceN [${names}] ${colours === 1 ? '/DeviceGray' : '/DeviceRGB'} ${program} 0 R]`;
}
