import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../../../../src/model/processor/processor-config.ts';
import { extract, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

const texts = (more: SchemaNode = {}): SchemaNode => ({ type: 'array', items: { type: 'string' }, ...more });

const minutes = textDocument(`
MEETING OF THE GARDEN COMMITTEE

Date: 4 March 2031
Topics: budget, tool shed, summer party

PARTICIPANTS
- Ada Brandt
- Tom Okafor, treasurer, who joined
  by telephone
- Mia Lund

ACTION ITEMS
1. Ask for three offers for the shed
2. Book the hall

CONTACT
garden@example.org or Garden@example.org
Phone: 040 555 1234, +49 30 901820
Budget 2030-2031, pages 334-351
`);

describe('lists of texts', () => {
  it('reads the items below a heading that names the field, and joins wrapped items', () => {
    const { value } = extract(minutes, { participants: texts(), tasks: texts() });
    expect(value).toEqual({
      participants: ['Ada Brandt', 'Tom Okafor, treasurer, who joined by telephone', 'Mia Lund'],
      tasks: ['Ask for three offers for the shed', 'Book the hall'],
    });
  });

  it('cuts the list after a label at its separators', () => {
    expect(extract(minutes, { topics: texts() }).value).toEqual({
      topics: ['budget', 'tool shed', 'summer party'],
    });
  });

  it('collects different values with the format of the list', () => {
    const { value, metadata } = extract(minutes, {
      emails: { type: 'array', items: { type: 'string', format: 'email' } },
      phones: texts(),
    });
    expect(value).toEqual({ emails: ['garden@example.org'], phones: ['040 555 1234', '+49 30 901820'] });
    expect(metadata['emails[0]']?.citations?.[0]?.page).toBe(1);
    expect(metadata['phones[1]']?.logprobsConfidence).toBeLessThan(0.9);
  });

  it('returns an empty list if nothing names the field', () => {
    expect(extract(minutes, { allergens: texts() }).value).toEqual({ allergens: [] });
  });

  it('reads numbers and dates of a list', () => {
    const document = textDocument('Lucky numbers: 4, 8, 15\nHolidays: 1 May 2031; 25 December 2031');
    const { value } = extract(document, {
      lucky_numbers: { type: 'array', items: { type: 'integer' } },
      holidays: { type: 'array', items: { type: 'string', format: 'date' } },
    });
    expect(value).toEqual({ lucky_numbers: [4, 8, 15], holidays: ['2031-05-01', '2031-12-25'] });
  });

  it('ends a section at the next heading of the same style', () => {
    const document = textDocument(`
LANGUAGES
Italian (native)
English

BICYCLE REPAIRS
New brakes
`);
    expect(extract(document, { languages: texts(), name: text() }).value).toEqual({
      languages: ['Italian (native)', 'English'],
      name: null,
    });
  });
});
