import { describe, expect, it } from 'vitest';
import { formatValue } from '../../../../src/model/json/json-value.ts';
import type { Measurement } from '../../../../src/model/score/measurement.ts';
import {
  formatDuration,
  formatInterval,
  formatMeasurement,
  formatNumber,
} from '../../../../src/viewer/blocks/format-measurement.ts';

const plain = (text: string) => text.replaceAll('\u202f', ' ').replaceAll('\u2212', '-');
const measure = (value: number | null, unit: Measurement['unit'], ends?: [number, number]): Measurement => ({
  metric: 'm',
  scope: 'overall',
  value,
  n: 1,
  unscored: 0,
  unit,
  interval: ends && { low: ends[0], high: ends[1], confidence: 0.95, method: 'wilson' },
});

describe('formatting', () => {
  it.each([
    [1234567, 0, '1,234,567'],
    [-0.04, 1, '0.0'],
    [-1234.5, 1, '-1,234.5'],
    [999, 0, '999'],
  ])('writes %d with %d digits as %s', (value, digits, text) =>
    expect(plain(formatNumber(value, digits))).toBe(text),
  );

  it.each([
    [measure(0.965, 'share'), '96.5 %'],
    [measure(-0.045, 'points'), '-4.5 points'],
    [measure(0.008, 'points'), '+0.8 points'],
    [measure(0, 'points'), '0.0 points'],
    [measure(1240, 'credits'), '1,240 credits'],
    [measure(null, 'share'), '—'],
  ])('writes a measurement with its unit', (value, text) =>
    expect(plain(formatMeasurement(value))).toBe(text),
  );

  it('writes intervals by unit', () => {
    expect(plain(formatInterval(measure(0.7, 'share', [0.644, 0.768])))).toBe('64.4–76.8');
    expect(plain(formatInterval(measure(-0.045, 'points', [-0.079, -0.011])))).toBe('-7.9 to -1.1');
    expect(formatInterval(measure(1, 'count'))).toBe('');
  });

  it('writes durations', () => {
    expect([320, 1240, 842_000].map((ms) => plain(formatDuration(ms)))).toEqual([
      '320 ms',
      '1.24 s',
      '14 m 02 s',
    ]);
    expect(plain(formatDuration(119_800))).toBe('2 m 00 s');
  });

  it('writes values of documents', () => {
    expect(formatValue({ amount: 12.5, iso_4217_currency_code: 'EUR' })).toBe('12.5 EUR');
    expect(formatValue({ amount: null, iso_4217_currency_code: null })).toBe('—');
    expect([formatValue(null), formatValue(''), formatValue(false), formatValue({ a: 1 })]).toEqual([
      '—',
      '""',
      'false',
      '{"a":1}',
    ]);
  });
});
