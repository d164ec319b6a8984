import type { Measurement } from '../../model/score/measurement.ts';

export const nothing = '—';

const thin = '\u202f';
const minus = '\u2212';

/** Formats a number with narrow spaces between thousands and the minus sign U+2212. */
export function formatNumber(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thin);
  const negative = value < 0 && Number(text) !== 0;
  return `${negative ? minus : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${formatNumber(milliseconds)}${thin}ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${formatNumber(seconds, seconds < 10 ? 2 : 1)}${thin}s`;
  const whole = Math.round(seconds);
  const rest = String(whole % 60).padStart(2, '0');
  return `${formatNumber(Math.floor(whole / 60))}${thin}m ${rest}${thin}s`;
}

function signed(value: number, digits: number): string {
  const text = formatNumber(value, digits);
  return value > 0 && Number(value.toFixed(digits)) !== 0 ? `+${text}` : text;
}

/**
 * Formats a number for its unit: a share in percent, a difference in points with its sign. Only durations
 * include the unit.
 */
export function formatInUnit(value: number, unit: Measurement['unit']): string {
  switch (unit) {
    case 'share':
      return formatNumber(value * 100, 1);
    case 'points':
      return signed(value * 100, 1);
    case 'ms':
      return formatDuration(value);
    case 'score':
      return formatNumber(value, 3);
    case 'credits':
      return formatNumber(value, Number.isInteger(Number(value.toFixed(2))) ? 0 : 2);
    default:
      return formatNumber(value, Number.isInteger(value) ? 0 : 1);
  }
}

/**
 * Formats a share as a whole number of 100, and a difference of shares as a whole number with its sign. A share that is
 * almost all or almost none reads `>99` or `<1`, so that 100 and 0 mean all and none. Other units are as in
 * `formatInUnit`.
 */
export function formatOf100(value: number, unit: Measurement['unit']): string {
  if (unit === 'points') return signed(value * 100, 0);
  if (unit !== 'share') return formatInUnit(value, unit);
  const whole = Math.round(value * 100);
  if (whole === 100 && value < 1) return '>99';
  return whole === 0 && value > 0 ? '<1' : formatNumber(whole);
}

/** Formats a measurement as `formatOf100` does, with its range in brackets: `+25 (−4 to 55)`. A dash without a value. */
export function formatWithRange(measurement: Measurement | null | undefined): string {
  if (measurement?.value == null) return nothing;
  return `${formatOf100(measurement.value, measurement.unit)}${unitOf100(measurement.unit)}${rangeText(measurement)}`;
}

function unitOf100(unit: Measurement['unit']): string {
  return unit === 'credits' ? ' credits' : '';
}

/** Returns ` (−4 to 55)`, or an empty text without an interval. */
export function rangeText({ interval, unit }: Measurement): string {
  if (interval === undefined) return '';
  const isShare = unit === 'share' || unit === 'points';
  const end = (value: number) => (isShare ? formatNumber(value * 100) : formatInUnit(value, unit));
  return ` (${end(interval.low)} to ${end(interval.high)})`;
}

const suffixes: Partial<Record<Measurement['unit'], string>> = {
  share: `${thin}%`,
  points: ' points',
  credits: ' credits',
};

/**
 * Returns the text to append to the result of `formatInUnit`, such as ` points`; empty for durations and
 * plain numbers.
 */
export function unitSuffix(unit: Measurement['unit']): string {
  return suffixes[unit] ?? '';
}

/** Formats a measurement with its unit. Returns a dash if the value is undefined. */
export function formatMeasurement(measurement: Measurement | null): string {
  if (measurement === null || measurement.value === null) return nothing;
  return formatInUnit(measurement.value, measurement.unit) + unitSuffix(measurement.unit);
}

/** Formats an interval as `64.4–76.8`, or as `−7.9 to −1.1` if it has signs or units. Empty if there is no interval. */
export function formatInterval(measurement: Measurement | null): string {
  const interval = measurement?.interval;
  if (!measurement || interval === undefined) return '';
  const joint = measurement.unit === 'points' || measurement.unit === 'ms' || interval.low < 0 ? ' to ' : '–';
  return `${formatInUnit(interval.low, measurement.unit)}${joint}${formatInUnit(interval.high, measurement.unit)}`;
}
