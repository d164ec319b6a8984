/** What a sample beside the colours means, by the number that the file gives it. */
const associated = 1;
const unassociated = 2;

/** Each colour times the opacity: the stack holds the colours and the opacity. */
const multiplied: Readonly<Record<number, string>> = {
  1: 'dup 3 1 roll mul exch',
  3: '4 1 roll 3 index mul 3 1 roll 3 index mul 3 1 roll 3 index mul 3 1 roll 4 3 roll',
};
/** White as far as the paper shows through; the opacity is dropped. */
const overWhite: Readonly<Record<number, string>> = {
  1: '1 exch sub add',
  3: '1 exch sub 4 1 roll 3 index add 3 1 roll 3 index add 3 1 roll 3 index add 3 1 roll 4 3 roll pop',
};

/**
 * A PDF colour space for pixels of one grey or three colours with an opacity: a small program turns each into what it
 * looks like on white paper, so that the strips need not be unpacked here. `add` stores the program as an object.
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
