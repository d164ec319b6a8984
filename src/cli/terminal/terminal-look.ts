/** How a terminal shows text. */
export interface TerminalLook {
  /** Number of columns. */
  readonly width: number;
  readonly color: boolean;
  /** False if the terminal shows only ASCII characters. */
  readonly unicode: boolean;
}

/** Format of output to a pipe or a file. */
export const plainLook: TerminalLook = { width: 80, color: false, unicode: true };

interface Stream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

const narrowest = 40;

/**
 * Returns the look of a stream. `--no-color` and `NO_COLOR` switch colours off, and `FORCE_COLOR` switches them on for
 * pipes and CI too. Otherwise, only terminals outside of CI have colours. `TERM=dumb` has neither colours nor special
 * characters. Anything but a terminal has 80 columns.
 */
export function lookOf(
  stream: Stream,
  env: Readonly<Record<string, string | undefined>>,
  noColor = false,
): TerminalLook {
  const isTerminal = stream.isTTY === true;
  const isDumb = env.TERM === 'dumb';
  const { NO_COLOR, FORCE_COLOR, CI } = env;
  const isForbidden = noColor || (NO_COLOR !== undefined && NO_COLOR !== '') || FORCE_COLOR === '0';
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return {
    width: isTerminal ? Math.max(narrowest, stream.columns ?? plainLook.width) : plainLook.width,
    color: !isForbidden && (isForced || (isTerminal && !isDumb && !CI)),
    unicode: !isDumb && !hasAsciiLocale(env),
  };
}

/** Returns whether the locale is set to one without UTF-8. An unset locale counts as UTF-8. */
function hasAsciiLocale({ LC_ALL, LC_CTYPE, LANG }: Readonly<Record<string, string | undefined>>): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '');
  return locale !== undefined && !/utf-?8/i.test(locale);
}

/** Codes of the 16 standard colours. */
const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
export type TextStyle = keyof typeof codes;

/** Adds the codes of styles around a text, if the terminal has colours. */
export function styled(text: string, styles: readonly TextStyle[], { color }: TerminalLook): string {
  if (!color || text === '') return text;
  return styles.reduce(
    (inner, style) => `\u001b[${codes[style][0]}m${inner}\u001b[${codes[style][1]}m`,
    text,
  );
}

const asciiSigns: Readonly<Record<string, string>> = {
  '▲': '^',
  '▼': 'v',
  '◇': '?',
  '◆': '!',
  '✗': 'x',
  '✓': 'ok',
  '●': '*',
  '○': 'o',
  '◔': 'o',
  '◐': 'o',
  '→': '->',
  '…': '~',
  '–': '-',
  '—': '-',
  '−': '-',
  '·': '-',
  '─': '-',
  '≤': '<=',
};

/** Replaces signs by ASCII characters, and every other character that ASCII does not have by `?`. */
export function toAscii(text: string): string {
  return text.replace(/[\u0080-\u{10ffff}]/gu, (sign) => asciiSigns[sign] ?? (/\s/.test(sign) ? ' ' : '?'));
}
