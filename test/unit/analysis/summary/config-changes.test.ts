import { expect, test } from 'vitest';
import { configChanges } from '../../../../src/analysis/summary/config-changes.ts';
import { differenceText } from '../../../../src/model/report/summary.ts';

const before = {
  baseProcessor: 'extraction_light',
  extractionRules: 'Dates are day first.\nSkip sums.',
  schema: {
    properties: {
      due_date: { description: 'a date' },
      old: { type: 'string' },
      rows: { items: { properties: { amount: { description: 'x', type: 'string' } } } },
    },
  },
  advancedOptions: { apiKey: 'k-1', depth: 1 },
};
const after = {
  baseProcessor: 'extraction_performance',
  extractionRules: 'Skip sums.\nAmounts on credit notes are negative.\nUse the footer.',
  schema: {
    properties: {
      due_date: { description: 'the payment target' },
      fresh: { type: 'string' },
      rows: { items: { properties: { amount: { description: 'x', type: 'number' } } } },
    },
  },
  advancedOptions: { apiKey: 'k-2', depth: 2, nested: { token: 'secret', on: true } },
};

test('describes each setting, grouped as model, instructions, schema and others', () => {
  const found = configChanges(before, after, new Map([['due_date', '74 → 100']]));
  expect(found?.settings.map(({ group, change, text }) => [group, change, text])).toEqual([
    ['model', 'changed', 'base processor light → performance'],
    ['instructions', 'changed', 'extraction rules: 2 instructions added and 1 removed'],
    ['schema', 'changed', 'due_date has a new description'],
    ['schema', 'added', 'fresh is new'],
    ['schema', 'removed', 'old is removed'],
    ['schema', 'changed', 'rows.amount: type string → number'],
    ['other', 'changed', 'api key (hidden) → (hidden)'],
    ['other', 'changed', 'depth 1 → 2'],
    ['other', 'added', 'nested set to {"token":"(hidden)","on":true}'],
  ]);
  expect(found?.settings.map(({ result }) => result?.text ?? null).filter((text) => text !== null)).toEqual([
    '74 → 100',
  ]);
});

test('marks the changed words of texts of several words only', () => {
  const found = configChanges(before, after)?.settings ?? [];
  const differences = found.map(({ path, difference }) => [
    path,
    difference === null ? null : differenceText(difference),
  ]);
  expect(Object.fromEntries(differences)).toMatchObject({
    baseProcessor: null,
    'schema.properties.due_date.description': '[-a date-] {+the payment target+}',
    'schema.properties.rows.items.properties.amount.type': null,
    'advancedOptions.apiKey': null,
    'advancedOptions.depth': null,
    extractionRules:
      '[-Dates are day first.-]\nSkip sums.\n{+Amounts on credit notes are negative.\nUse the footer.+}',
  });
});

test('never shows a secret', () => {
  const text = JSON.stringify(configChanges(before, after));
  expect(text).not.toMatch(/k-1|k-2|"secret"/);
});

test('keeps both values, for a full difference', () => {
  const [model] = configChanges(before, after)?.settings ?? [];
  expect(model).toMatchObject({
    from: 'extraction_light',
    to: 'extraction_performance',
    path: 'baseProcessor',
  });
});

test('joins the changes to one sentence, and counts many new descriptions', () => {
  const types = (word: string) => ({
    classifications: ['a', 'b', 'c'].map((id) => ({ id, type: id, description: `${word} ${id}` })),
  });
  expect(configChanges(types('old'), { baseProcessor: 'x', ...types('new') })?.sentence).toBe(
    'base processor set to x · 3 types have a new description',
  );
});

test('returns null for equal configs', () => {
  expect(configChanges(before, structuredClone(before))).toBeNull();
});

test('shortens long values', () => {
  const found = configChanges({ a: 'x' }, { a: 'y'.repeat(9000) });
  expect(found?.settings[0]?.to?.length).toBe(2001);
  expect(found?.settings[0]?.text).toBe('a changed');
});

test('does not name a list of required fields that differs only in added and removed fields', () => {
  const schema = (names: readonly string[], required = names) => ({
    schema: { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])), required },
  });
  const found = configChanges(schema(['total', 'old']), schema(['total', 'fresh']));
  expect(found?.sentence).toBe('fresh is new · old is removed');
  expect(found?.settings.map(({ path }) => path)).toContain('schema.required');
  const other = configChanges(schema(['total', 'old']), schema(['total'], []));
  expect(other?.sentence).toContain('required');
});
