import { expect, it } from 'vitest';
import { isIsoDate } from '../../../../src/model/processor/is-iso-date.ts';

it.each(['2024-02-29', '0001-01-01', '9999-12-31', '2000-02-29'])('accepts %s', (text) => {
  expect(isIsoDate(text)).toBe(true);
});

it.each([
  '2023-02-29',
  '1900-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-1-01',
  '2024-01-01T00:00',
  ' 2024-01-01',
  '',
  20240101,
  null,
])('rejects %j', (value) => {
  expect(isIsoDate(value)).toBe(false);
});
