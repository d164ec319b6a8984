import { expect, test } from 'vitest';
import { ChangeList } from '../../../../src/analysis/fold/change-list.ts';
import { changeFlags } from '../../../../src/analysis/fold/documents/find-changes.ts';

test('counts the changes of documents and finds them by field', () => {
  const changes = new ChangeList();
  const kinds = ['same', 'new-errors', 'fixed', 'changed-wrong', 'new-errors'] as const;
  for (let position = 0; position < 500; position++) {
    const change = kinds[position % 5] as (typeof kinds)[number];
    const fields = new Map<string, number>([
      [position % 2 === 0 ? 'total' : 'lines.amount', changeFlags.newErrors],
      ['date', changeFlags.fixed],
    ]);
    changes.add(position, { change, fields: change === 'new-errors' ? fields : new Map() });
  }
  expect(changes.count('new-errors')).toBe(200);
  expect(changes.count('same')).toBe(100);
  expect([changes.at(0), changes.at(1), changes.at(3)]).toEqual(['same', 'new-errors', 'changed-wrong']);
  const newErrors = changes.documentsWith((field) => field === 'total', changeFlags.newErrors);
  expect(newErrors).toHaveLength(100);
  expect(newErrors.every((position) => position % 2 === 0)).toBe(true);
  expect(changes.documentsWith((field) => field === 'date', changeFlags.newErrors)).toEqual([]);
  expect(changes.documentsWith(() => true, changeFlags.newErrors)).toHaveLength(200);
});
