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
