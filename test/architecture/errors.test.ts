import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { errorCatalogue } from '../../src/base/error-catalogue.ts';
import { GoldsetError } from '../../src/base/goldset-error.ts';
import { errorsPage } from '../docs/generators/code-pages.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('docs/errors.md lists exactly the codes of the catalogue, with their text', () => {
  expect(readFileSync(path.join(root, 'docs/errors.md'), 'utf8')).toBe(errorsPage());
});

test('every code is raised somewhere, and every code raised is in the catalogue', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('error-catalogue.ts'));
  const text = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
  const raised = new Set(
    [...text.matchAll(/GoldsetError\(\s*'([A-Z_]+)'/g)].map((match) => match[1] as string),
  );
  expect([...raised].filter((code) => !(code in errorCatalogue))).toEqual([]);
  const named = Object.keys(errorCatalogue).filter((code) => !text.includes(`'${code}'`));
  expect(named, 'codes that nothing raises').toEqual([]);
});

test('a message is filled from the details and carries the exit code of its entry', () => {
  const error = new GoldsetError('DATASET_DUPLICATE_ID', {
    file: 'items.jsonl',
    line: 7,
    id: 'a',
    firstLine: 2,
  });
  expect(error.message).toBe('items.jsonl, line 7: duplicate item id "a", first used on line 2');
  expect(error.fix).toBe('Give each item a unique id.');
  expect(error.exitCode).toBe(2);
});
