import { expect, test } from 'vitest';
import { ChangeList } from '../../../../src/analysis/fold/change-list.ts';
import { changeFlags } from '../../../../src/analysis/fold/documents/find-changes.ts';

test('counts the changes of documents and finds them by field', () => {
  const changes = new ChangeList();
  const kinds = ['same', 'broke', 'fixed', 'changed-wrong', 'broke'] as const;
  for (let position = 0; position < 500; position++) {
    const change = kinds[position % 5] as (typeof kinds)[number];
    changes.set(position, change);
    if (change === 'broke') {
      changes.addField(position, position % 2 === 0 ? 'total' : 'lines.amount', changeFlags.broke);
      changes.addField(position, 'date', changeFlags.fixed);
    }
  }
  expect(changes.count('broke')).toBe(200);
  expect(changes.count('same')).toBe(100);
  expect([changes.at(0), changes.at(1), changes.at(3)]).toEqual(['same', 'broke', 'changed-wrong']);
  const broke = changes.documentsWith((field) => field === 'total', changeFlags.broke);
  expect(broke).toHaveLength(100);
  expect(broke.every((position) => position % 2 === 0)).toBe(true);
  expect(changes.documentsWith((field) => field === 'date', changeFlags.broke)).toEqual([]);
  expect(changes.documentsWith(() => true, changeFlags.broke)).toHaveLength(200);
});
