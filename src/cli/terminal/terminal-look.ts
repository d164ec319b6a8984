/** What a terminal can show. */
export interface TerminalLook {
  readonly width: number;
  readonly color: boolean;
  /** False if the terminal can show only ASCII characters. */
  readonly unicode: boolean;
}

/** The look that functions assume if the caller gives none: 80 columns, no colours, all characters. */
export const plainLook: TerminalLook = { width: 80, color: false, unicode: true };

interface Stream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

const narrowest = 40;

/** Minimum width of a terminal, in characters, at which lists and tables show additional columns. */
export const wideFrom = 100;

/**
 * Returns what a stream can show. `--no-color` and `NO_COLOR` switch colours off. `FORCE_COLOR` switches colours on,
 * also for pipes and in CI. If neither is set, only terminals outside of CI have colours. With `TERM=dumb`, there are
 * neither colours nor special characters. Output that is not a terminal has 80 columns.
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

/** Returns whether the locale is set and does not use UTF-8. If no locale is set, UTF-8 is assumed. */
function hasAsciiLocale({ LC_ALL, LC_CTYPE, LANG }: Readonly<Record<string, string | undefined>>): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '');
  return locale !== undefined && !/utf-?8/i.test(locale);
}

/** Terminal codes that start and end each style. */
const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
export type TextStyle = keyof typeof codes;

/** Encloses a text in the codes of styles, if the terminal has colours. */
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

/** Replaces some signs by similar ASCII characters, and every other non-ASCII character by `?`. */
export function toAscii(text: string): string {
  return text.replace(/[\u0080-\u{10ffff}]/gu, (sign) => asciiSigns[sign] ?? (/\s/.test(sign) ? ' ' : '?'));
}
