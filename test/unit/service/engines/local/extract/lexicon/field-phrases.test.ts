import { expect, it } from 'vitest';
import { extract, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

it.each([
  ['driving_license_number', 'Driving licence number'],
  ['trade_licence_number', 'Trade license number'],
  ['service_center', 'Service centre'],
])('finds the value of %s next to "%s"', (field, label) => {
  const form = textDocument(`${label}        AB1234567\nMedical conditions        No`);
  expect(extract(form, { [field]: text() }).value).toEqual({ [field]: 'AB1234567' });
});
