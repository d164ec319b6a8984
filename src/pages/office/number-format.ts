/**
 * Built-in format codes of Excel by their number. Other numbers have a format only if the workbook defines
 * one.
 */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'yyyy-mm-dd',
  16: 'yyyy-mm-dd',
  17: 'yyyy-mm',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '$#,##0',
  43: '#,##0.00',
  44: '$#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};

export function builtInFormat(number: number): string | undefined {
  return builtIn[number];
}

const maxCodeLength = 255;
const dayMs = 86_400_000;

/** Formats a number as the sheet shows it. Formats dates as ISO dates, and fractions and powers as plain numbers. */
export function formatNumber(value: number, code: string | undefined, from1904: boolean): string {
  if (code === undefined || code === 'General' || code === '@' || code.length > maxCodeLength)
    return plain(value);
  const sections = code.split(';');
  const negative = value < 0 && sections.length > 1 && sections[1] !== '';
  const section = (negative ? sections[1] : sections[0]) ?? '';
  // Removes quoted words, escapes, colours and conditions, which do not show whether the number is a date.
  const bare = section
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .toLowerCase();
  if (/[ymdhs]/.test(bare) && !/[#?]/.test(bare) && !/^general/.test(bare))
    return formatDate(value, bare, from1904);
  if (!/[0#?]/.test(bare) || /[e/]/.test(bare)) return plain(value);
  return formatDigits(negative ? -value : value, section, bare);
}

function plain(value: number): string {
  if (!Number.isFinite(value)) return '';
  // Rounds to 15 digits, as spreadsheets do, to hide binary rounding errors.
  return String(Number(value.toPrecision(15)));
}

/** Returns the number in the requested format, with the text that the format adds before and after the number. */
function formatDigits(value: number, section: string, bare: string): string {
  const percent = bare.includes('%');
  const digits = /[0#?][0#?,]*(?:\.([0#?]*))?(,*)/.exec(bare);
  const decimals = Math.min(20, digits?.[1]?.length ?? 0);
  const least = digits?.[1]?.replace(/[#?]/g, '').length ?? 0;
  const scaled = (value * (percent ? 100 : 1)) / 1000 ** (digits?.[2]?.length ?? 0);
  const text = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: Math.min(least, decimals),
    maximumFractionDigits: decimals,
    useGrouping: /[0#?],[0#?]/.test(bare),
  }).format(scaled);
  const literal = section
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/_./g, ' ')
    .replace(/\*./g, '')
    .replace(/\\(.)/g, '$1');
  const parts = /^([^0#?]*)[0#?](?:.*[0#?])?[,.]*([^0#?]*)$/s.exec(literal);
  const before = (parts?.[1] ?? '').replaceAll('"', '');
  const after = (parts?.[2] ?? '').replaceAll('"', '');
  return `${before}${text}${after}`.replace(/\s+/g, ' ').trim();
}

/**
 * Formats a date from the number of days since the end of 1899, or since the start of 1904. As in Excel, 1900 counts as
 * a leap year.
 */
function formatDate(value: number, bare: string, from1904: boolean): string {
  if (!Number.isFinite(value) || value < 0 || value > 2_958_465) return plain(value);
  if (/\[[hms]/.test(bare)) return formatDuration(value * 24 * 60 * 60);
  const days = from1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const ms = Math.round(((days - 25_569) * dayMs) / 1000) * 1000;
  const iso = new Date(ms).toISOString();
  const hasDate = /[yd]/.test(bare);
  const hasTime = /[hs]/.test(bare);
  const time = /s/.test(bare) ? iso.slice(11, 19) : iso.slice(11, 16);
  if (!hasDate && !hasTime) return iso.slice(0, 7);
  const date = /d/.test(bare) ? iso.slice(0, 10) : iso.slice(0, 7);
  return [hasDate ? date : '', hasTime ? time : ''].filter((part) => part !== '').join(' ');
}

/** Formats a duration as `31:07:30`. The hours can exceed 24. */
function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (part: number): string => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  return `${hours}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
}
