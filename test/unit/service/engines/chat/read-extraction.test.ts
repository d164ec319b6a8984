import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldDefinition, FieldType } from '../../../../../src/model/processor/processor-config.ts';
import { answerJson } from '../../../../../src/service/engines/chat/answer-json.ts';
import { PageSearch } from '../../../../../src/service/engines/chat/page-search.ts';
import { readExtraction } from '../../../../../src/service/engines/chat/read-extraction.ts';
import { EngineFailure } from '../../../../../src/service/engines/engine-failure.ts';
import { fieldTreeOf } from '../../../../../src/service/engines/local/extract/lexicon/field-tree.ts';
import { fieldsArrayOutput } from '../../../../../src/service/engines/local/extract/values/output-builder.ts';
import { outputProblem } from '../../../../../src/service/outputs/check-output.ts';
import { textDocument } from '../../../../fixtures/documents/text-document.ts';

const field = (id: string, type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id,
  type,
  name: '',
  description: '',
  ...more,
});
const fields = [
  field('name', 'string'),
  field('count', 'number'),
  field('paid', 'boolean'),
  field('issued', 'date'),
  field('sum', 'currency'),
  field('terms', 'enum', { enum: [{ value: 'net', description: '' }] }),
  field('signed', 'signature'),
  field('place', 'object', { schema: [field('city', 'string')] }),
  field('lines', 'array', { schema: [field('price', 'number')] }),
];
const tree = fieldTreeOf({ type: 'EXTRACT', fields });
const { pages } = textDocument('Invoice for Ada Byron\nTotal 12.50 EUR\n3 April 2026', 'Signed: Ada Byron');

function read(value: unknown, quotes: unknown = [], quoted = true) {
  const answer = answerJson({ content: JSON.stringify({ value, quotes }), tokens: null });
  const { values, rowCounts } = readExtraction(answer, tree, { search: new PageSearch(pages), quoted });
  return {
    rowCounts: Object.fromEntries(rowCounts),
    values: Object.fromEntries(
      [...values].map(([path, { value, spans, certainty }]) => [
        path,
        [value, certainty, spans[0]?.segment.page.number ?? null],
      ]),
    ),
  };
}

describe('readExtraction', () => {
  it('reads every kind of field', () => {
    const value = {
      name: 'Ada Byron',
      count: 12.5,
      paid: false,
      issued: '2026-04-03',
      sum: { amount: 12.5, iso_4217_currency_code: 'EUR' },
      terms: 'net',
      signed: { printed_name: 'Ada Byron', signature_date: null, is_signed: true, title_or_role: null },
      place: { city: 'Paris' },
      lines: [{ price: 12.5 }, { price: null }],
    };
    const quotes = [
      { path: 'count', page: 1, quote: 'Total 12.50' },
      { path: 'issued', page: 2, quote: '3 April 2026' },
      { path: 'sum', page: 1, quote: '12.50 EUR' },
      { path: 'signed.printed_name', page: 2, quote: 'Signed: Ada Byron' },
      { path: 'place.city', page: 1, quote: 'Paris, France' },
      { path: 'lines[0].price', page: 1, quote: '12.50' },
      { path: 'lines[0].price', page: 1, quote: 'a second quote is ignored' },
      { path: 'elsewhere', page: 1, quote: 'ignored' },
    ];
    expect(read(value, quotes)).toEqual({
      rowCounts: { lines: 2 },
      values: {
        name: ['Ada Byron', 0.8, 1],
        count: [12.5, 0.8, 1],
        paid: [false, 0.6, null],
        issued: ['2026-04-03', 0.8, 1],
        sum: [value.sum, 0.8, 1],
        terms: ['net', 0.6, null],
        'signed.printed_name': ['Ada Byron', 0.8, 2],
        'signed.is_signed': [true, 0.6, null],
        'place.city': ['Paris', 0.4, null],
        'lines[0].price': [12.5, 0.8, 1],
      },
    });
  });

  it('does not cite a quote that is on the page but does not contain the value', () => {
    const quotes = [{ path: 'count', page: 1, quote: 'Total 12.50 EUR' }];
    expect(read({ count: 99 }, quotes).values).toEqual({ count: [99, 0.4, null] });
  });

  it('does not lower the confidence if no quotes were requested', () => {
    expect(read({ count: 99, name: 'Nobody' }, undefined, false).values).toEqual({
      count: [99, 0.8, null],
      name: ['Nobody', 0.8, null],
    });
  });

  it('reads null and absent fields as no value', () => {
    const empty = {
      name: null,
      sum: { amount: null, iso_4217_currency_code: null },
      place: null,
      lines: null,
    };
    expect(read(empty)).toEqual({ values: {}, rowCounts: {} });
    expect(read({ lines: [] })).toEqual({ values: {}, rowCounts: { lines: 0 } });
  });

  it.each([
    [[], 'value: found [], expected an object'],
    [{ name: ['x'] }, 'value.name: found ["x"], expected a string or null'],
    [{ count: '12' }, 'value.count: found "12", expected a number or null'],
    [{ paid: 'yes' }, 'value.paid: found "yes", expected a boolean or null'],
    [{ issued: '3.4.2026' }, 'value.issued: found "3.4.2026", expected a date yyyy-mm-dd or null'],
    [{ issued: '2026-02-30' }, 'value.issued'],
    [{ sum: 12 }, 'value.sum: found 12, expected {amount, iso_4217_currency_code} or null'],
    [{ sum: { amount: '12' } }, 'value.sum'],
    [{ sum: { amount: 1, note: '' } }, 'value.sum'],
    [{ terms: 'gross' }, 'value.terms: found "gross", expected one of net or null'],
    [{ signed: { name: 'x' } }, 'value.signed.name: found "x", expected no such member'],
    [{ signed: true }, 'value.signed: found true, expected an object'],
    [{ place: { city: 1 } }, 'value.place.city: found 1'],
    [{ place: { street: 'x' } }, 'value.place.street'],
    [{ lines: { price: 1 } }, 'value.lines: found {"price":1}, expected a list'],
    [{ lines: [1] }, 'value.lines[0]: found 1, expected an object'],
    [{ lines: [{ price: 1 }, { price: 'x' }] }, 'value.lines[1].price: found "x"'],
  ])('rejects %j', (value, problem) => {
    expect(() => read(value)).toThrow(problem);
  });

  it.each([
    ['text', 'quotes: found "text", expected a list'],
    [[1], 'quotes[0]: found 1, expected an object'],
    [[{ path: 'name' }], 'quotes[0].quote: found nothing, expected a string'],
  ])('rejects the quotes %j', (quotes, problem) => {
    expect(() => read({ name: null }, quotes)).toThrow(problem);
  });

  it('rejects numbers that a double cannot hold', () => {
    const answer = answerJson({ content: '{"value":{"count":1e999}}', tokens: null });
    expect(() => readExtraction(answer, tree, { search: new PageSearch(pages), quoted: true })).toThrow(
      'value.count',
    );
  });

  it('gives an output that fits the config, or fails, for any answer', () => {
    const config = { type: 'EXTRACT' as const, fields };
    const leaf = fc.oneof(
      fc.constantFrom('net', '2026-04-03', 'Ada Byron', 12.5, 0, true, null),
      fc.string(),
      fc.double(),
    );
    const value = fc.oneof(
      { weight: 4, arbitrary: leaf },
      fc.record({ amount: leaf, iso_4217_currency_code: leaf }),
      fc.record({ city: leaf }),
      fc.array(fc.record({ price: leaf })),
      fc.record({ printed_name: leaf, is_signed: leaf }),
    );
    const count = fc.double({ noNaN: true, noDefaultInfinity: true });
    const right = {
      name: fc.string(),
      count,
      paid: fc.boolean(),
      issued: fc.constant('2026-04-03'),
      sum: fc.record({ amount: count, iso_4217_currency_code: fc.string() }),
      terms: fc.constant('net'),
      signed: fc.record({ printed_name: fc.string(), is_signed: fc.boolean() }),
      place: fc.record({ city: fc.string() }),
      lines: fc.array(fc.record({ price: count })),
    };
    const members = Object.fromEntries(
      Object.entries(right).map(([id, arbitrary]) => [
        id,
        fc.oneof({ weight: 20, arbitrary: fc.option<unknown>(arbitrary) }, { weight: 1, arbitrary: value }),
      ]),
    );
    const answers = fc.oneof(
      { weight: 9, arbitrary: fc.record(members, { requiredKeys: [] }) },
      { weight: 1, arbitrary: fc.object() },
    );
    let outputs = 0;
    fc.assert(
      fc.property(answers, (answer) => {
        const content = JSON.stringify({ value: answer, quotes: [] });
        try {
          const findings = readExtraction(answerJson({ content, tokens: null }), tree, {
            search: new PageSearch(pages),
            quoted: true,
          });
          const output = fieldsArrayOutput(tree, findings, config, 'performance');
          expect(outputProblem(config, output)).toBeNull();
          outputs++;
        } catch (error) {
          if (!(error instanceof EngineFailure)) throw error;
        }
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(outputs).toBeGreaterThan(100);
    expect(outputs).toBeLessThan(290);
  });
});
