import { expect, test } from 'vitest';
import { fieldKey, slug, unusedName } from '../../../../src/loaders/reading/names.ts';

test.each([
  ['totalAmount', 'total_amount'],
  ['Total (net)', 'total_net'],
  ['Beträge', 'betrage'],
  ['金額', '金額'],
  ['ガス', 'ガス'],
  ['ｶﾞｽ', 'ガス'],
  ['が', 'が'],
  ['Итоговый счёт', 'итоговый_счёт'],
  ['Заказчик: їжа, Ўфа', 'заказчик_їжа_ўфа'],
  ['Σύνολο ΐ', 'συνολο_ι'],
  ['Số tiền', 'so_tien'],
  ['हिन्दी', 'हिन्दी'],
  ['__proto__', 'proto'],
  ['***', 'field'],
])('fieldKey converts %s to %s', (name, key) => {
  expect(fieldKey(name)).toBe(key);
});

test('slug has only letters from a to z, digits and underscores', () => {
  expect(['Crédit note', '金額', 'A+B'].map(slug)).toEqual(['credit_note', 'class', 'a_b']);
});

test('unusedName adds the first number that is not used', () => {
  const used = new Set(['a', 'a_2']);
  expect(unusedName('a', (name) => used.has(name))).toBe('a_3');
  expect(unusedName('b', (name) => used.has(name))).toBe('b');
});
