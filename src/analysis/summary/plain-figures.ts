import { grouped } from '../../base/phrases.ts';
import type { Measurement } from '../../model/score/measurement.ts';

/**
 * Formats a share as a count of 100: `48`. A share above 0 that would be shown as 0 becomes `fewer than 1`. A share
 * below 1 that would be shown as 100 becomes `more than 99`.
 */
export function perHundred(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return 'fewer than 1';
  if (rounded === 100 && share < 1) return 'more than 99';
  return String(rounded);
}

/** Returns a number with its noun: `1 document`, `12,000 documents`. */
export function counted(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** Formats a share as `48 of 100`. */
export function ofHundred(share: number): string {
  return `${perHundred(share)} of 100`;
}

/** Formats a count as `3 of 8`. Means over repeats have one decimal. */
export function countOf(part: number, whole: number): string {
  return `${oneDecimal(part)} of ${oneDecimal(whole)}`;
}

function oneDecimal(count: number): string {
  return grouped(Math.round(count * 10) / 10);
}

/** A rate in words. With few documents, the text has the counts: `3 of 8`. */
export interface RateWords {
  /** `48 of 100`, or `3 of 8`. */
  readonly text: string;
  /** The first number of `text`: `48`. */
  readonly short: string;
  /** Text of the range, such as ` (range 35 to 61)`; empty with few documents, or without an interval. */
  readonly range: string;
}

/**
 * Returns a rate in words. Returns `null` if the rate is undefined. If `few` is set, the text has counts such as `3 of
 * 8`.
 */
export function rateWords(measurement: Measurement | null | undefined, few: boolean): RateWords | null {
  if (measurement?.value == null) return null;
  const { value, numerator, denominator, interval } = measurement;
  if (few && numerator !== undefined && denominator !== undefined) {
    return { text: countOf(numerator, denominator), short: oneDecimal(numerator), range: '' };
  }
  const range =
    interval === undefined ? '' : ` (range ${perHundred(interval.low)} to ${perHundred(interval.high)})`;
  return { text: ofHundred(value), short: perHundred(value), range };
}

/** Returns a text with the figure of the baseline and that of the candidate: `0 → 48 of 100`. */
export function fromTo(before: RateWords | null, after: RateWords, between = ' → '): string {
  return before === null ? after.text : `${before.short}${between}${after.text}`;
}

/** Rounds a number to two significant digits: 614.8 to 610. */
export function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}

/** Formats a number rounded to two significant digits: `14,000`, `0.083`, `−900`. */
export function roughly(value: number): string {
  const rounded = twoDigits(value);
  return rounded < 0 ? `−${grouped(-rounded)}` : grouped(rounded);
}

/** Formats a duration: `5.7 ms`, 270 ms as `0.27 s`, 126,000 ms as `2.1 min`. */
export function secondsText(ms: number): string {
  if (ms > 0 && ms < 100) return `${Number(ms.toPrecision(2))} ms`;
  if (ms >= 120_000) return `${grouped(Math.round(ms / 6000) / 10)} min`;
  const seconds = ms / 1000;
  return `${seconds >= 10 ? Math.round(seconds) : Number(seconds.toPrecision(2))} s`;
}

/** Formats credits with at most two decimals: `3.33`. A positive number below 0.01 has two significant digits. */
export function creditsText(credits: number): string {
  return credits > 0 && credits < 0.01
    ? String(Number(credits.toPrecision(2)))
    : grouped(Math.round(credits * 100) / 100);
}

/**
 * Formats a ratio with at most two decimals below 0.95 (`0.53`), with one decimal below 10 (`4.3`), and otherwise as a
 * whole number.
 */
export function timesText(ratio: number): string {
  return ratio >= 10 ? grouped(Math.round(ratio)) : String(Number(ratio.toFixed(ratio < 0.95 ? 2 : 1)));
}

/** Names a version inside a sentence: `the draft`, `version 1.0`. */
export function versionPhrase(name: string): string {
  return name === 'draft' ? 'the draft' : `version ${name}`;
}
