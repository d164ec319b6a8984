import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../../../../src/model/processor/processor-config.ts';
import {
  extract,
  number,
  rowsOf,
  text,
  textDocument,
} from '../../../../../../fixtures/documents/text-document.ts';

const groups = (inner: SchemaNode): SchemaNode => ({
  type: 'array',
  items: { type: 'object', properties: { age_group: text(), results: inner } },
});
const results = rowsOf({ rank: number(), name: text(), time: text() });

describe('groups of table rows', () => {
  it('starts a group at a label that names a field of the group', () => {
    const page = `
Age group: 30-34
Rank   Name              Time
1      Ada Brandt        44.01
2      Mia Lund          46.80

Age group: 35-39
Rank   Name              Time
1      Lena Vogel        45.10
`;
    expect(extract(textDocument(page), { age_groups: groups(results) }).value.age_groups).toEqual([
      {
        age_group: '30-34',
        results: [
          { rank: 1, name: 'Ada Brandt', time: '44.01' },
          { rank: 2, name: 'Mia Lund', time: '46.80' },
        ],
      },
      { age_group: '35-39', results: [{ rank: 1, name: 'Lena Vogel', time: '45.10' }] },
    ]);
  });

  it('starts a group at a line with one text, with a confidence below 0.9', () => {
    const page = `
Rank   Name              Time
WOMEN
1      Ada Brandt        44.01
MEN
1      Tom Okafor        43.70
2      Jon Reyes         49.20
`;
    const { value, metadata } = extract(textDocument(page), { age_groups: groups(results) });
    expect(value.age_groups).toEqual([
      { age_group: 'WOMEN', results: [{ rank: 1, name: 'Ada Brandt', time: '44.01' }] },
      {
        age_group: 'MEN',
        results: [
          { rank: 1, name: 'Tom Okafor', time: '43.70' },
          { rank: 2, name: 'Jon Reyes', time: '49.20' },
        ],
      },
    ]);
    expect(metadata['age_groups[1].age_group']?.logprobsConfidence).toBeLessThan(0.9);
    expect(metadata['age_groups[1].results[1].time']?.citations?.[0]?.page).toBe(1);
  });

  it('does not read groups of rows with one field, such as the authors of a work', () => {
    const page = 'Title             Name\nOn Tables         Ada Brandt\nOn Lists          Mia Lund';
    const works = rowsOf({ title: text(), authors: rowsOf({ name: text() }) });
    const { value } = extract(textDocument(page), { works });
    expect((value.works as { authors: unknown[] }[]).flatMap(({ authors }) => authors)).toEqual([]);
  });

  it('reads several values of one cell into a list', () => {
    const page = `
Name              Time     Records
Ada Brandt        44.01    WR, CR
Mia Lund          46.80    NR
Lena Vogel        49.33
`;
    const rows = rowsOf({
      name: text(),
      time: text(),
      records: { type: 'array', items: { type: 'string', enum: ['WR', 'CR', 'NR'] } },
    });
    expect(extract(textDocument(page), { results: rows }).value.results).toEqual([
      { name: 'Ada Brandt', time: '44.01', records: ['WR', 'CR'] },
      { name: 'Mia Lund', time: '46.80', records: ['NR'] },
      { name: 'Lena Vogel', time: '49.33', records: [] },
    ]);
  });
});
