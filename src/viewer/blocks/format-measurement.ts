import type { Measurement } from '../../model/score/measurement.ts';

export const nothing = '—';

const thin = '\u202f';
const minus = '\u2212';

/** Formats a number with commas as thousands separators and with the minus sign U+2212. */
export function formatNumber(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
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
 * Formats a number by its unit: a share in percent, a difference in points with a sign. The result contains the unit
 * only for durations.
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
 * Formats a share as a whole number out of 100, and a difference of shares as a whole number with a sign. A share just
 * below 1 is shown as `>99` and one just above 0 as `<1`, so that 100 means all and 0 means none. Numbers with other
 * units are formatted by `formatInUnit`.
 */
export function formatOf100(value: number, unit: Measurement['unit']): string {
  if (unit === 'points') return signed(value * 100, 0);
  if (unit !== 'share') return formatInUnit(value, unit);
  const whole = Math.round(value * 100);
  if (whole === 100 && value < 1) return '>99';
  return whole === 0 && value > 0 ? '<1' : formatNumber(whole);
}

/**
 * Formats a measurement by `formatOf100` and adds its range in brackets: `+25 (−4 to 55)`. Returns a dash if there is
 * no value.
 */
export function formatWithRange(measurement: Measurement | null | undefined): string {
  if (measurement?.value == null) return nothing;
  return `${formatOf100(measurement.value, measurement.unit)}${unitOf100(measurement.unit)}${rangeText(measurement)}`;
}

function unitOf100(unit: Measurement['unit']): string {
  return unit === 'credits' ? ' credits' : '';
}

/** Returns the range in brackets, such as ` (−4 to 55)`. Returns an empty text if there is no interval. */
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
 * Returns the unit that must follow a number formatted by `formatInUnit`, such as ` points`. Returns an empty text for
 * durations and plain numbers.
 */
export function unitSuffix(unit: Measurement['unit']): string {
  return suffixes[unit] ?? '';
}

/** Formats a measurement with its unit. Returns a dash if it has no value. */
export function formatMeasurement(measurement: Measurement | null): string {
  if (measurement === null || measurement.value === null) return nothing;
  return formatInUnit(measurement.value, measurement.unit) + unitSuffix(measurement.unit);
}

/**
 * Formats an interval as `64.4–76.8`, or as `−7.9 to −1.1` if its ends have signs or units. Returns an empty text if
 * there is no interval.
 */
export function formatInterval(measurement: Measurement | null): string {
  const interval = measurement?.interval;
  if (!measurement || interval === undefined) return '';
  const joint = measurement.unit === 'points' || measurement.unit === 'ms' || interval.low < 0 ? ' to ' : '–';
  return `${formatInUnit(interval.low, measurement.unit)}${joint}${formatInUnit(interval.high, measurement.unit)}`;
}
