import { describe, expect, test } from 'vitest';
import type { SplitterConfig } from '../../../../../../src/model/processor/processor-config.ts';
import { splitPacket } from '../../../../../../src/service/engines/local/split/split-packet.ts';
import type { ParsedDocument } from '../../../../../../src/service/engines/parsed-document.ts';
import { type MadePage, parsedDocument } from '../../../../../fixtures/documents/parsed-document.ts';

function config(types: readonly string[], more: Partial<SplitterConfig> = {}): SplitterConfig {
  const splitClassifications = types.map((type) => ({
    id: type.toLowerCase().replace(/ /g, '_'),
    type,
    description: `A ${type.toLowerCase()}.`,
  }));
  return { type: 'SPLITTER', splitClassifications, ...more };
}

const office = config(['Invoice', 'Lease Agreement', 'Bank Statement', 'Other']);
const performance = { effort: 'performance' } as const;
const light = { effort: 'light' } as const;

/** Returns each split as `Type:first-last`. */
function ranges(
  document: ParsedDocument,
  by: SplitterConfig,
  effort: 'light' | 'performance' = 'performance',
): string[] {
  return splitPacket(document, by, { effort }).splits.map((s) => `${s.type}:${s.startPage}-${s.endPage}`);
}

const invoice = (number: string, customer: string, foot = '') => `# INVOICE
Harbour Tools Ltd, 4 Quay Street
Invoice no: ${number}
Bill to: ${customer}
Quantity Description Unit price Amount
2 Clamp 12.00 24.00
1 Vice 80.00 80.00
Subtotal 104.00
VAT 20.80
Total due 124.80
${foot}`;

const leaseStart = `# LEASE AGREEMENT
This lease is made between the landlord and the tenant named in the schedule below and it
covers the premises described in clause one, for the rent and the term that are stated there.
1. Premises. The landlord lets to the tenant the premises at 9 Mill Lane together with the
right to use the yard, and the tenant takes them in the state in which they are today and`;
const leaseMiddle = `accepts that no repairs are owed by the landlord before the term begins, unless the parties
agree on them in writing and attach the list of repairs to this lease before both have signed.
2. Rent. The tenant pays the rent on the first working day of each month to the account that
the landlord names in writing, and pays the deposit before the keys are handed over to it and`;
const leaseEnd = `before it moves in any goods. The landlord returns the deposit when the term ends.
3. Term. The term is three years and it is renewed for a year at a time unless one of the
parties gives notice to the other at least three months before the term or the year ends.
Signature of landlord: ______________
Signature of tenant: ______________`;
const statement = `# BANK STATEMENT
Account number: 4471-22
Opening balance 1,200.00
03 May Deposit 300.00 1,500.00
07 May Withdrawal 40.00 1,460.00
Closing balance 1,460.00`;

describe('splitPacket', () => {
  test('finds documents of several types and several pages', () => {
    const packet = parsedDocument(invoice('11', 'Mill Works'), leaseStart, leaseMiddle, leaseEnd, statement);
    expect(ranges(packet, office)).toEqual(['Invoice:1-1', 'Lease Agreement:2-4', 'Bank Statement:5-5']);
  });

  test('separates adjacent documents of one type by their numbers', () => {
    const packet = parsedDocument(
      invoice('11', 'Mill Works'),
      invoice('12', 'Mill Works'),
      invoice('13', 'Old Forge'),
    );
    expect(ranges(packet, office)).toEqual(['Invoice:1-1', 'Invoice:2-2', 'Invoice:3-3']);
  });

  test('keeps the pages of one invoice together by page numbers and invoice number', () => {
    const rows = (from: number) =>
      Array.from({ length: 8 }, (_, i) => `${from + i} Part ${from + i} 2.00 ${(from + i) * 2}.00`).join(
        '\n',
      );
    const packet = parsedDocument(
      `# INVOICE\nInvoice no: 77\nBill to: Mill Works\n${rows(1)}\nPage 1 of 2`,
      `Harbour Tools Ltd\nInvoice no: 77\n${rows(9)}\nTotal due 300.00\nPage 2 of 2`,
      `# INVOICE\nInvoice no: 78\nBill to: Mill Works\n${rows(1)}\nTotal due 80.00\nPage 1 of 1`,
    );
    expect(ranges(packet, office)).toEqual(['Invoice:1-2', 'Invoice:3-3']);
  });

  test('uses restarted page numbers as a boundary if there is no other evidence', () => {
    const page = (words: string, foot: string) => `${words} is described on this page.\n\n${foot}`;
    const packet = parsedDocument(
      page('The first matter', 'Seite 1 von 2'),
      page('Still the first matter', 'Seite 2 von 2'),
      page('The second matter', 'Seite 1 von 3'),
      page('More of it', 'Seite 2 von 3'),
      page('The end of it', 'Seite 3 von 3'),
    );
    const found = splitPacket(packet, config(['Memo']), performance).splits;
    expect(found.map((s) => [s.startPage, s.endPage])).toEqual([
      [1, 2],
      [3, 5],
    ]);
    expect(found[1]?.observation).toContain('page number');
  });

  const prices = `# STATEMENT OF PRICES
Quantity Description Unit price Amount
2 Clamp 12.00 24.00
1 Vice 80.00 80.00
Subtotal 104.00`;
  const right = (number: number) => `${' '.repeat(60)}${number}`;

  test('keeps an attachment with its own title if the page numbers of three pages follow each other', () => {
    const lease = (foot: (page: number) => string) => [
      `${leaseStart}\n${foot(1)}`,
      `${leaseMiddle}\n${foot(2)}`,
      `${leaseEnd}\n${foot(3)}`,
      `${prices}\n${foot(4)}`,
    ];
    const none = () => '';
    const own = ['Lease Agreement:2-4', 'Bank Statement:5-5'];
    expect(ranges(parsedDocument(invoice('11', 'Mill Works'), ...lease(none)), office).slice(1)).toEqual(own);
    expect(ranges(parsedDocument(invoice('11', 'Mill Works'), ...lease(right)), office).slice(1)).toEqual([
      'Lease Agreement:2-5',
    ]);
    // The stamp numbers the pages of the whole packet, so it is not evidence that pages belong together.
    const stamp = (page: number) => right(page + 1);
    const stamped = parsedDocument(invoice('11', 'Mill Works', right(1)), ...lease(stamp));
    expect(ranges(stamped, office).slice(1)).toEqual(own);
  });

  test('keeps an exhibit below a notice', () => {
    const notice = '* * *\nSome words on this page were omitted.\nThey were filed with the office.';
    const exhibit = (title: string) => `${notice}\n* * *\n# ${title}\n${prices.slice(2)}`;
    const packet = (title: string) => parsedDocument(leaseStart, leaseMiddle, leaseEnd, exhibit(title));
    expect(ranges(packet('EXHIBIT B'), office)).toEqual(['Lease Agreement:1-4']);
    expect(ranges(packet('PART TWO'), office)).toEqual(['Lease Agreement:1-3', 'Bank Statement:4-4']);
  });

  test('does not split a document at a running header with the title', () => {
    const packet = parsedDocument(
      `Lease Agreement\n${leaseStart}`,
      `Lease Agreement\n${leaseMiddle}`,
      `Lease Agreement\n${leaseEnd}`,
    );
    expect(ranges(packet, office)).toEqual(['Lease Agreement:1-3']);
  });

  test('assigns a blank page to the document before it', () => {
    const packet = parsedDocument(invoice('11', 'Mill Works'), '', statement, '');
    expect(ranges(packet, office)).toEqual(['Invoice:1-2', 'Bank Statement:3-4']);
  });

  test('uses a change of page size as evidence', () => {
    const slip: MadePage = { text: 'Weighbridge 4\nGross 1200\nTare 400', width: 300, height: 400 };
    const packet = parsedDocument(leaseStart, leaseMiddle, slip);
    expect(ranges(packet, office).at(-1)).toBe('Other:3-3');
  });

  test('returns splits for one page, and none for no pages', () => {
    expect(ranges(parsedDocument(invoice('1', 'A')), office)).toEqual(['Invoice:1-1']);
    expect(splitPacket(parsedDocument(), office, performance)).toEqual({ splits: [] });
    expect(splitPacket(parsedDocument('', '', ''), office, performance).splits).toMatchObject([
      { startPage: 1, endPage: 3 },
    ]);
  });

  test('returns an id, a class of the config, an identifier and the reason per split', () => {
    const { splits } = splitPacket(
      parsedDocument(invoice('A-11', 'Mill Works'), statement),
      office,
      performance,
    );
    expect(splits).toMatchObject([
      { classificationId: 'invoice', type: 'Invoice', identifier: 'A-11' },
      { classificationId: 'bank_statement', type: 'Bank Statement', identifier: '4471-22' },
    ]);
    for (const split of splits) expect(split.id).toMatch(/^split_[0-9a-f]{16}$/);
    expect(splits[1]?.observation).toContain('BANK STATEMENT');
    const again = splitPacket(parsedDocument(invoice('A-11', 'Mill Works'), statement), office, performance);
    expect(again.splits).toEqual(splits);
  });

  test('chooses the identifier that the identifier rules name', () => {
    const page = '# INVOICE\nInvoice no: A-11\nCustomer number: K-900\nTotal due 5.00';
    const identifier = (splitIdentifierRules: string) =>
      splitPacket(parsedDocument(page), { ...office, advancedOptions: { splitIdentifierRules } }, performance)
        .splits[0]?.identifier;
    expect(identifier('')).toBe('A-11');
    expect(identifier('Use the customer number to identify each document.')).toBe('K-900');
    expect(identifier('Use the tracking number.')).toBeNull();
  });

  test('applies rules for every page, and for words that start or continue a document', () => {
    const packet = parsedDocument(leaseStart, leaseMiddle, leaseEnd);
    const by = (splitRules: string) => ranges(packet, { ...office, splitRules });
    expect(by('')).toHaveLength(1);
    expect(by('Every page is a separate document.')).toHaveLength(3);
    expect(by('A page that has "accepts that no repairs" at its top starts a new document.')).toHaveLength(2);
    const two = parsedDocument(leaseStart, statement);
    expect(
      ranges(two, { ...office, splitRules: 'A page titled "Bank Statement" belongs to the lease.' }),
    ).toHaveLength(1);
  });

  test('uses only the pages that the config selects, and splits at a gap between them', () => {
    const packet = parsedDocument(leaseStart, leaseMiddle, leaseEnd, statement);
    expect(ranges(packet, { ...office, advancedOptions: { fixedPageLimit: 2 } })).toEqual([
      'Lease Agreement:1-2',
    ]);
    const pageRanges = [
      { start: 1, end: 1 },
      { start: 3, end: 4 },
    ];
    const gaps = splitPacket(packet, { ...office, advancedOptions: { pageRanges } }, performance).splits;
    expect(gaps.map((s) => [s.startPage, s.endPage])).toEqual([
      [1, 1],
      [3, 3],
      [4, 4],
    ]);
  });

  test('splits a workbook by sheet if the option is set', () => {
    const book: ParsedDocument = { ...parsedDocument(leaseStart, leaseMiddle), type: 'EXCEL' };
    const advancedOptions = { splitExcelDocumentsBySheetEnabled: true };
    expect(ranges(book, { ...office, advancedOptions })).toHaveLength(2);
    expect(ranges(book, office)).toHaveLength(1);
  });

  test('ignores evidence from running text with low latency and light effort', () => {
    const packet = parsedDocument(
      `# INVOICE\nInvoice no: 5\nBill to: A\nTotal due 5.00`,
      leaseStart.replace('# LEASE AGREEMENT\n', ''),
      leaseMiddle,
    );
    expect(ranges(packet, office)).toEqual(['Invoice:1-1', 'Lease Agreement:2-3']);
    const quick = ranges(packet, { ...office, advancedOptions: { splitMethod: 'low_latency' } });
    expect(quick).not.toEqual(ranges(packet, office));
    expect(ranges(packet, office, 'light')).not.toEqual(ranges(packet, office));
  });
});

describe('splitPacket under load', () => {
  test('splits 500 pages within seconds, without gaps or overlaps', () => {
    const body = `${leaseStart}\n${leaseMiddle}\n${leaseEnd}\n`.replace('# LEASE AGREEMENT\n', '');
    const pages = Array.from({ length: 500 }, (_, i) =>
      i % 5 === 0 ? `# INVOICE\nInvoice no: ${i}\n${body}` : `${body} ${i}`,
    );
    const started = globalThis.performance.now();
    const { splits } = splitPacket(parsedDocument(...pages), office, performance);
    expect(globalThis.performance.now() - started).toBeLessThan(6000);
    expectCovering(splits, 500);
  });

  test('reads hostile text in bounded time', () => {
    const nasty = [
      'no '.repeat(20_000),
      'Invoice number '.repeat(3000),
      `Page ${'1'.repeat(10_000)} of 2`,
      '- '.repeat(20_000),
      'x'.repeat(300_000),
      '"'.repeat(5000),
      'By: Name: Title: _'.repeat(4000),
    ];
    const rules = nasty.join('\n');
    const by = { ...office, splitRules: rules, advancedOptions: { splitIdentifierRules: rules } };
    const started = globalThis.performance.now();
    expectCovering(splitPacket(parsedDocument(...nasty), by, performance).splits, nasty.length);
    expectCovering(splitPacket(parsedDocument(...nasty), office, light).splits, nasty.length);
    expect(globalThis.performance.now() - started).toBeLessThan(6000);
  });
});

function expectCovering(splits: readonly { startPage: number; endPage: number }[], pages: number): void {
  let next = 1;
  for (const split of splits) {
    expect(split.startPage).toBe(next);
    expect(split.endPage).toBeGreaterThanOrEqual(split.startPage);
    next = split.endPage + 1;
  }
  expect(next).toBe(pages + 1);
}
