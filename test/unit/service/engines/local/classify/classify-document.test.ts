import { describe, expect, test } from 'vitest';
import type {
  Classification,
  ClassifyConfig,
} from '../../../../../../src/model/processor/processor-config.ts';
import { classifyDocument } from '../../../../../../src/service/engines/local/classify/classify-document.ts';
import { parsedDocument } from '../../../../../fixtures/documents/parsed-document.ts';

function config(
  classes: readonly (readonly [string, string])[],
  more: Partial<ClassifyConfig> = {},
): ClassifyConfig {
  const classifications: Classification[] = classes.map(([id, description]) => ({
    id,
    type: id.replace(/_/g, ' '),
    description,
  }));
  return { type: 'CLASSIFY', classifications, ...more };
}

const office = config([
  ['invoice', 'An invoice.'],
  ['receipt', 'A receipt.'],
  ['credit_note', 'A credit note.'],
  ['bank_statement', 'A bank statement.'],
  ['lease_agreement', 'A lease agreement.'],
]);

const invoice = parsedDocument(`# INVOICE
Harbour Tools Ltd, 4 Quay Street
Invoice no: 2024-118
Invoice date: 3 May 2024
Bill to: Mill Works
Quantity Description Unit price Amount
2 Clamp 12.00 24.00
1 Vice 80.00 80.00
Subtotal 104.00
VAT 20.80
Total due 124.80
Payment terms: 30 days`);

const creditNote = parsedDocument(`# CREDIT NOTE
Harbour Tools Ltd, 4 Quay Street
Credit note no: C-17
Original invoice: 2024-118
Bill to: Mill Works
1 Vice returned 80.00
Total 80.00 credited to your account`);

const performance = { effort: 'performance' } as const;
const light = { effort: 'light' } as const;

describe('classifyDocument', () => {
  test('distinguishes an invoice from a credit note that mentions the invoice', () => {
    expect(classifyDocument(invoice, office, performance)).toMatchObject({ id: 'invoice', type: 'invoice' });
    expect(classifyDocument(creditNote, office, performance)).toMatchObject({
      id: 'credit_note',
      type: 'credit note',
    });
  });

  test('returns id and type of the config, and the words that decided', () => {
    const own = config([
      ['invoice', 'An invoice.'],
      ['receipt', 'A receipt.'],
    ]);
    const renamed = {
      ...own,
      classifications: own.classifications.map((c) => ({ ...c, id: `cls_${c.id}_9` })),
    };
    const output = classifyDocument(invoice, renamed, performance);
    expect(output).toMatchObject({ id: 'cls_invoice_9', type: 'invoice' });
    expect(output.insights?.[0]).toMatchObject({ type: 'reasoning' });
    expect(output.insights?.[0]?.content).toContain('"INVOICE"');
  });

  test('recognises titles in other languages, including compounds', () => {
    const page = (title: string) =>
      parsedDocument(`# ${title}\nMuster AG\nNr. 5\nDatum 1.2.2024\nBetrag 17,00`);
    expect(classifyDocument(page('Schlussrechnung'), office, performance).id).toBe('invoice');
    expect(classifyDocument(page('Gutschrift'), office, performance).id).toBe('credit_note');
    expect(classifyDocument(page('Contrat de location'), office, performance).id).toBe('lease_agreement');
    expect(classifyDocument(page('R E C H N U N G'), office, performance).id).toBe('invoice');
  });

  test('decides by the words of the running text if there is no title', () => {
    const untitled = parsedDocument(`Account holder: Mill Works
Opening balance 1,200.00
03 May Deposit 300.00 1,500.00
07 May Withdrawal 40.00 1,460.00
Closing balance 1,460.00
Statement period 1 May to 31 May, sort code 11-22-33`);
    expect(classifyDocument(untitled, office, performance).id).toBe('bank_statement');
  });

  test('recognises form codes in any spelling', () => {
    const forms = config([
      ['w9', 'W-9'],
      ['w8ben', 'W-8BEN'],
      ['1099_misc', '1099-MISC'],
      ['1099_div', '1099-DIV'],
    ]);
    const page = (code: string) =>
      parsedDocument(`CORRECTED\nPayer name and address\nForm ${code}\nRecipient name`);
    expect(classifyDocument(page('W-9'), forms, performance).id).toBe('w9');
    expect(classifyDocument(page('W-8BEN'), forms, performance).id).toBe('w8ben');
    expect(classifyDocument(page('1099-MISC'), forms, performance).id).toBe('1099_misc');
    expect(classifyDocument(page('1099-DIV'), forms, performance).id).toBe('1099_div');
  });

  test('returns the fallback class for a document that fits no class', () => {
    const withOther = config([
      ['invoice', 'An invoice.'],
      ['receipt', 'A receipt.'],
      ['rest', 'Any other document that does not fit the classes above.'],
    ]);
    const minutes = parsedDocument('# Minutes of the meeting\nAttendees: the board\nThe agenda was agreed.');
    expect(classifyDocument(minutes, withOther, performance).id).toBe('rest');
    expect(classifyDocument(invoice, withOther, performance).id).toBe('invoice');
  });

  test('has a high confidence with a clear title, and a low one without evidence', () => {
    const blur = parsedDocument('zorp quax\nblim nard\nvopp');
    expect(classifyDocument(invoice, office, performance).confidence).toBeGreaterThan(0.9);
    expect(classifyDocument(blur, office, performance).confidence).toBeLessThan(0.5);
  });

  test('uses only the first lines of the first page and the class names with light effort', () => {
    const opaque: ClassifyConfig = {
      type: 'CLASSIFY',
      classifications: [
        { id: 'a', type: 'Inbound A', description: 'Crew rosters with watchkeeping hours for seafarers.' },
        { id: 'b', type: 'Inbound B', description: 'Cargo manifests with stowage positions.' },
      ],
    };
    const roster = parsedDocument(
      'Ship: Nordlys\nCrew roster for May\nSeafarers and watchkeeping hours\nBosun 8 hours',
    );
    const read = classifyDocument(roster, opaque, performance);
    expect(read.id).toBe('a');
    expect(read.confidence ?? 0).toBeGreaterThan(classifyDocument(roster, opaque, light).confidence ?? 1);
    const late = parsedDocument(`${'A line of greeting here.\n'.repeat(15)}# BANK STATEMENT`);
    expect(classifyDocument(late, office, light).confidence).toBeLessThan(0.4);
    expect(classifyDocument(late, office, performance).id).toBe('bank_statement');
    expect(classifyDocument(invoice, office, light).id).toBe('invoice');
  });

  test('applies rules with quoted words', () => {
    const page = parsedDocument('# INVOICE\nStorno of order 5\nTotal 10.00');
    const by = (classificationRules: string) =>
      classifyDocument(page, { ...office, classificationRules }, performance).id;
    expect(by('')).toBe('invoice');
    expect(by('A document with the words "Storno of order" is a credit note.')).toBe('credit_note');
    expect(by('A document with the words "Storno of order" is not an invoice.')).not.toBe('invoice');
    expect(by('A document with the words "Pro memoria" is a credit note.')).toBe('invoice');
  });

  test('reads only the pages that the config selects', () => {
    const two = parsedDocument(
      '# BANK STATEMENT\nOpening balance 1.00',
      '# INVOICE\nInvoice no 5\nAmount due 7.00',
    );
    const only = (advancedOptions: ClassifyConfig['advancedOptions']) =>
      classifyDocument(two, { ...office, advancedOptions }, performance).id;
    expect(only({ fixedPageLimit: 1 })).toBe('bank_statement');
    expect(only({ pageRanges: [{ start: 2, end: 2 }] })).toBe('invoice');
  });

  test('reads more pages with max context', () => {
    const filler = 'Text of no kind.';
    const document = parsedDocument(
      filler,
      filler,
      filler,
      filler,
      '# LEASE AGREEMENT\nlandlord tenant rent premises',
    );
    const limited = classifyDocument(document, office, performance);
    const whole = classifyDocument(document, { ...office, advancedOptions: { context: 'max' } }, performance);
    expect(whole.id).toBe('lease_agreement');
    expect(limited.confidence ?? 1).toBeLessThan(whole.confidence ?? 0);
  });

  test('returns a class with low confidence for empty pages and for a document without pages', () => {
    for (const document of [parsedDocument(), parsedDocument('', '')]) {
      const output = classifyDocument(document, office, performance);
      expect(office.classifications.map((c) => c.id)).toContain(output.id);
      expect(output.confidence).toBeLessThan(0.5);
    }
  });

  test('accepts a config with one class, and class names of punctuation', () => {
    expect(classifyDocument(invoice, config([['invoice', '']]), performance).id).toBe('invoice');
    const unusual = config([
      ['***', ''],
      ['???', ''],
      ['invoice', ''],
    ]);
    expect(classifyDocument(invoice, unusual, performance).id).toBe('invoice');
  });

  test('returns equal results for equal input', () => {
    expect(classifyDocument(creditNote, office, performance)).toEqual(
      classifyDocument(creditNote, office, performance),
    );
  });

  test('classifies an agreement of an unlisted type as an agreement', () => {
    const contracts = config([
      ['joint_venture_agreement', 'A joint venture agreement.'],
      ['maintenance_agreement', 'A maintenance agreement.'],
      ['hosting_agreement', 'A hosting agreement.'],
    ]);
    const page = parsedDocument(
      '# JOINT FILING AGREEMENT\nThe parties hereby agree to file one statement for all.',
    );
    expect(classifyDocument(page, contracts, performance).id).toBe('joint_venture_agreement');
  });

  test('supports thousands of classes', () => {
    const many = config(
      Array.from({ length: 3000 }, (_, i) => [`kind_${i}_agreement`, `An agreement of kind ${i}.`]),
    );
    const started = performanceNow();
    expect(classifyDocument(invoice, many, performance).confidence).toBeLessThan(0.5);
    expect(performanceNow() - started).toBeLessThan(5000);
  });

  test('reads hostile text in bounded time', () => {
    const started = performanceNow();
    const nasty = [
      'a '.repeat(50_000),
      'x'.repeat(200_000),
      `${'('.repeat(5000)}${'"'.repeat(5000)}`,
      `${'Invoice no '.repeat(5000)}1`,
      '\u0000\uD800\u202E'.repeat(1000),
      '1.1.1.1.1.1.'.repeat(3000),
    ];
    const rules = nasty.join('\n');
    const output = classifyDocument(
      parsedDocument(...nasty),
      { ...office, classificationRules: rules },
      performance,
    );
    expect(output.confidence).toBeGreaterThanOrEqual(0);
    expect(output.confidence).toBeLessThanOrEqual(1);
    expect(performanceNow() - started).toBeLessThan(5000);
  });
});

function performanceNow(): number {
  return globalThis.performance.now();
}
