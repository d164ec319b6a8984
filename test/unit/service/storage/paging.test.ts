import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ListQuery } from '../../../../src/model/wire/list.ts';
import { Database } from '../../../../src/service/storage/database.ts';
import { migrations } from '../../../../src/service/storage/migrations.ts';
import { type Filter, listPage } from '../../../../src/service/storage/paging.ts';

interface Row {
  readonly id: string;
}

/**
 * Opens a database with a table of the service, and returns functions that change and list the table. Times have the
 * form `time 00001`.
 */
function openTable(name = 'evaluation_sets', sql = migrations) {
  const folder = mkdtempSync(path.join(tmpdir(), 'goldset-paging-'));
  const database = new Database(path.join(folder, 'service.sqlite'), sql);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const at = (time: number): string => `time ${String(time).padStart(5, '0')}`;
  return {
    add: (id: string, time: number) =>
      database.run(`INSERT INTO ${name} (id, name, created_at, updated_at) VALUES (:id, :id, :time, :time)`, {
        id,
        time: at(time),
      }),
    update: (id: string, time: number) =>
      database.run(`UPDATE ${name} SET updated_at = :time WHERE id = :id`, { id, time: at(time) }),
    remove: (id: string) => database.run(`DELETE FROM ${name} WHERE id = :id`, { id }),
    page: (query: ListQuery, filters: readonly Filter[] = [], list = name) => {
      const { rows, nextPageToken } = listPage(database, { name: list, columns: 'id' }, query, filters);
      return { ids: (rows as unknown as Row[]).map(({ id }) => id), nextPageToken };
    },
  };
}

it('shows a row once that is updated after the first page, at its former place', () => {
  const { add, update, page } = openTable();
  for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries()) add(id, index);
  const first = page({ maxPageSize: 2 });
  expect(first.ids).toEqual(['e', 'd']);
  // `d` was on the first page. `a` and `b` were not, and `b` is updated twice.
  for (const [index, id] of ['b', 'd', 'a', 'b'].entries()) update(id, 10 + index);
  const second = page({ maxPageSize: 2, nextPageToken: first.nextPageToken });
  expect(second.ids).toEqual(['c', 'b']);
  update('a', 20);
  const last = page({ maxPageSize: 2, nextPageToken: second.nextPageToken });
  expect([last.ids, last.nextPageToken]).toEqual([['a'], undefined]);
  expect(page({}).ids).toEqual(['a', 'b', 'd', 'e', 'c']);
});

it('shows each remaining row once under random updates, deletions and additions', () => {
  // A small generator of pseudo-random numbers, so that a failure can be repeated.
  let state = 7;
  const below = (count: number): number => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
  };
  const { add, update, remove, page } = openTable();
  let time = 0;
  let added = 0;
  const present = new Set<string>();
  const addOne = (): void => {
    const id = `row ${added++}`;
    // Many rows have equal times.
    time += below(2);
    add(id, time);
    present.add(id);
  };
  for (let index = 0; index < 40; index++) addOne();
  for (let round = 0; round < 40; round++) {
    const sortBy = (['updatedAt', 'createdAt'] as const)[round % 2];
    const sortDir = (['asc', 'desc'] as const)[(round >> 1) % 2];
    const expected = new Set(present);
    const shown: string[] = [];
    let nextPageToken: string | undefined;
    do {
      const result = page({ maxPageSize: 1 + below(9), sortBy, sortDir, nextPageToken });
      shown.push(...result.ids);
      nextPageToken = result.nextPageToken;
      for (let change = below(6); change > 0; change--) {
        const id = [...present][below(present.size)] ?? '';
        time += below(2);
        update(id, time);
      }
      if (below(3) === 0) {
        const id = [...present][below(present.size)] ?? '';
        remove(id);
        present.delete(id);
        expected.delete(id);
      }
      if (below(3) === 0) addOne();
    } while (nextPageToken !== undefined);
    expect(new Set(shown).size).toBe(shown.length);
    expect([...expected].filter((id) => !shown.includes(id))).toEqual([]);
  }
});

it('continues the query of its token, and rejects the token of another query', () => {
  const { add, page } = openTable();
  for (let index = 0; index < 6; index++) add(`row ${index}`, index);
  const filters = (value?: string): Filter[] => [{ column: 'name', value, contains: true }];
  const { nextPageToken } = page({ maxPageSize: 2, sortDir: 'asc' }, filters('row'));
  const next = { maxPageSize: 2, nextPageToken };
  for (const value of ['row', undefined, ''])
    expect(page(next, filters(value)).ids).toEqual(['row 2', 'row 3']);
  const rejected =
    /page token that this list returned for the same filters and sort order param: nextPageToken/;
  for (const call of [
    () => page(next, filters('row 1')),
    () => page(next, []),
    () => page(next, filters('row'), 'processors'),
    () => page({ ...next, sortDir: 'desc' }, filters('row')),
    () => page({ ...next, sortBy: 'createdAt' }, filters('row')),
  ])
    expect(call).toThrow(rejected);
  const { nextPageToken: unfiltered } = page({ maxPageSize: 2 }, filters());
  expect(() => page({ maxPageSize: 2, nextPageToken: unfiltered }, filters('row'))).toThrow(rejected);
});

it('rejects a token if too many rows changed since the first page', () => {
  const few = migrations.map((sql) => sql.replaceAll('- 100000', '- 3'));
  expect(few).not.toEqual(migrations);
  const { add, update, page } = openTable('evaluation_sets', few);
  for (const [index, id] of ['a', 'b', 'c'].entries()) add(id, index);
  const { nextPageToken } = page({ maxPageSize: 2 });
  for (let time = 10; time < 13; time++) update('a', time);
  expect(page({ maxPageSize: 2, nextPageToken }).ids).toEqual(['a']);
  update('a', 13);
  expect(() => page({ maxPageSize: 2, nextPageToken })).toThrow(/too old.* param: nextPageToken/);
  expect(page({ maxPageSize: 2, nextPageToken: page({ maxPageSize: 2 }).nextPageToken }).ids).toEqual(['b']);
});
