import { describe, expect, test } from 'vitest';
import { knownName, nearestName } from '../../../../src/loaders/gold/near-name.ts';

const isNear = (name: string, known: string) => nearestName(name, [knownName(known)])?.isNear;

describe('a name is near', () => {
  test.each<[reason: string, known: string, names: readonly string[]]>([
    ['with other case', 'total_amount', ['Total_Amount', 'TOTAL_AMOUNT', 'totalAmount', 'TotalAmount']],
    [
      'with other separators',
      'total_amount',
      ['total-amount', 'total amount', 'total.amount', 'totalamount', 'total__amount', ' total_amount '],
    ],
    ['with an invisible character', 'total_amount', ['\uFEFFtotal_amount', 'total_amount\u200b']],
    ['with abbreviations in capitals', 'vat_number', ['VATNumber', 'vatNUMBER', 'VAT Number']],
    ['with a number at another place of the separators', 'line_1', ['line1', 'Line 1', 'LINE-1']],
    ['with accents', 'montant_du', ['montant_dû', 'Montant Dû']],
    ['with words in another order', 'total_amount', ['amount_total', 'AmountTotal']],
    ['as a flat or a nested name', 'vendor.name', ['vendor_name', 'vendorName']],
    ['with an omitted letter', 'total_amount', ['total_amont', 'totl_amount', 'tota_amount', 'totalamont']],
    ['with an added letter', 'total_amount', ['total_ammount', 'totall_amount', 'total_amountt']],
    ['with a replaced letter', 'total_amount', ['total_amoumt', 'total_anount', 'totel_amount']],
    ['with swapped letters', 'total_amount', ['total_amuont', 'toatl_amount', 'totla_amount']],
    ['with swapped letters of a short word', 'due_date', ['due_dtae', 'due_adte']],
    ['with an error in two words', 'total_amount', ['totl_amont', 'toatl_amountt']],
    ['in the plural or the singular', 'line_item', ['line_items', 'lineItems']],
    ['in the plural of a short word', 'fee', ['fees']],
    ['with errors in another alphabet', 'сумма_итого', ['сума_итого', 'Сумма-Итого']],
    ['with a letter of another alphabet that looks equal', 'total_amount', ['t\u043etal_amount']],
    ['without its first letter', 'invoice_number', ['nvoice_number']],
    [
      'as the class of documents',
      'Credit note',
      ['credit_note', 'CreditNote', 'credit notes', 'Credit noet'],
    ],
  ])('%s', (_, known, names) => {
    expect(names.filter((name) => isNear(name, known) !== true)).toEqual([]);
  });
});

describe('a name is another name', () => {
  test.each<[reason: string, known: string, names: readonly string[]]>([
    ['with another word', 'net_amount', ['tax_amount', 'gross_amount', 'total_amount', 'net_weight']],
    [
      'with one word more or less',
      'total_amount',
      ['total', 'amount', 'sub_total_amount', 'total_net_amount'],
    ],
    ['with another number', 'address_1', ['address_2', 'address', 'address_11', 'address1b']],
    ['with another form number', 'form_1040', ['form_1041', 'form_1099']],
    ['with another short word', 'due_date', ['due_rate', 'pay_date', 'tue_date', 'due_data']],
    ['with another abbreviation', 'tax_id', ['vat_id', 'fax_id', 'tax_is', 'tax_in']],
    ['with another first letter', 'gross_weight', ['gross_height']],
    ['with another role', 'payer_name', ['payee_name', 'buyer_name']],
    ['with another side of a contract', 'insured', ['insurer']],
    ['with another party', 'employer', ['employee', 'employed']],
    ['with a word that differs by one letter', 'contact_number', ['contract_number']],
    ['with another place', 'country', ['county']],
    ['with another register', 'siren', ['siret']],
    ['with the person instead of the thing', 'issue', ['issuer']],
    ['with other words of the same length', 'sender_name', ['seller_name', 'lender_name', 'vendor_name']],
    ['with the opposite', 'internal_code', ['external_code', 'external_codes']],
    ['with several errors in one word', 'quantity', ['quality', 'qtity', 'quanitiyt']],
    ['with one of the two in the plural only by chance', 'as', ['a']],
    ['without a letter or digit', 'total', ['', '-', '___', '💶']],
  ])('%s', (_, known, names) => {
    expect(names.filter((name) => isNear(name, known) !== false && name !== known)).toEqual([]);
  });
});

test('returns the near name first, then the most similar one', () => {
  const known = ['net_amount', 'total_amount', 'total_amounts_due', 'note'].map(knownName);
  expect(nearestName('total_amont', known)).toEqual({ name: 'total_amount', isNear: true });
  expect(nearestName('tax_amount', known)).toEqual({ name: 'total_amount', isNear: false });
  expect(nearestName('amount_total', [knownName('amount_totals_a'), knownName('total_amount')])).toEqual({
    name: 'total_amount',
    isNear: true,
  });
  expect(nearestName('total', [])).toBeNull();
});
