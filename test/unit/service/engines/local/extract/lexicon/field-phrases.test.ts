import { expect, it } from 'vitest';
import { date, extract, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

it.each([
  ['driving_license_number', 'Driving licence number'],
  ['trade_licence_number', 'Trade license number'],
  ['service_center', 'Service centre'],
])('finds the value of %s next to "%s"', (field, label) => {
  const form = textDocument(`${label}        AB1234567\nMedical conditions        No`);
  expect(extract(form, { [field]: text() }).value).toEqual({ [field]: 'AB1234567' });
});

it('does not take the French `du` for a label of due_date', () => {
  const letter = textDocument(
    "Notre facture 2025-887 du 24/09/2025 d'un montant de 1 900,00 EUR reste impayée.",
  );
  expect(extract(letter, { due_date: date() }).value).toEqual({ due_date: null });
});
