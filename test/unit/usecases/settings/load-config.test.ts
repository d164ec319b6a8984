import { mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { gateRecord } from '../../../../src/usecases/gate/gate-record.ts';
import { loadConfig, loadPolicy } from '../../../../src/usecases/settings/load-config.ts';
import { configurationKeys, configurationPage } from '../../../docs/generators/configuration-page.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
afterEach(() => process.chdir(root));

function folder(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-config-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text);
  return dir;
}

const wanted = { failures: 'exclude', gate: { limits: [{ metric: 'f1', min: 0.9 }] } };
const yaml = 'failures: exclude\ngate:\n  limits:\n    - { metric: f1, min: 0.9 }\n';

test('docs/configuration.md equals the schema (npm run docs), and every key has a description', () => {
  expect(readFileSync(path.join(root, 'docs/configuration.md'), 'utf8')).toBe(configurationPage());
  const keys = configurationKeys();
  expect(keys.filter(({ text }) => text === '').map(({ key }) => key)).toEqual([]);
  expect(keys.map(({ key }) => key)).toContain('gate.regressions[].margin');
});

test.each([
  ['goldset.config.json', JSON.stringify(wanted)],
  ['goldset.config.json', JSON.stringify({ $schema: './config.json', ...wanted })],
  ['goldset.config.yaml', yaml],
  ['goldset.config.ts', `export default ${JSON.stringify(wanted)} satisfies object;\n`],
  ['goldset.config.mjs', `export const config = ${JSON.stringify(wanted)};\n`],
])('reads %s in the current folder', async (name, text) => {
  const dir = folder({ [name]: text });
  process.chdir(dir);
  const loaded = await loadConfig();
  expect(loaded.config).toEqual(wanted);
  expect((await loadPolicy(undefined, loaded))?.policy).toEqual(wanted.gate);
});

test('rejects two configurations in one folder unless one is named', async () => {
  const dir = folder({ 'goldset.config.json': '{}', 'goldset.config.yaml': yaml });
  process.chdir(dir);
  await expect(loadConfig()).rejects.toMatchObject({ code: 'USAGE' });
  expect((await loadConfig('goldset.config.yaml')).config).toEqual(wanted);
});

test.each([
  ['failures: 7\n', 'failures: found 7'],
  ['gate:\n  limits:\n    - { metric: f2, min: 0.9 }\n', 'gate.limits[0].metric: found "f2"'],
  [
    'gate:\n  limits:\n    - { metric: f1 }\n',
    'gate.limits[0]: found {"metric":"f1"}, expected "min" or "max"',
  ],
  ['statistics: { margins: 0.1 }\n', 'statistics: found unknown "margins"'],
  ['- a list\n', 'the value: found ["a list"], expected object'],
])('rejects %j with path, found and expected', async (text, words) => {
  const file = path.join(folder({ 'c.yaml': text }), 'c.yaml');
  await expect(loadConfig(file)).rejects.toThrow(words);
});

test.each(['commonjs', 'module', undefined])('modules load in a package of type %s', async (type) => {
  const dir = folder({
    'package.json': JSON.stringify({ type }),
    'a.ts': "import { margin } from './b.ts';\nexport const config: object = { statistics: { margin } };\n",
    'b.ts': 'export const margin: number = 0.03;\n',
    'c.js': 'export default { statistics: { margin: 0.03 } };\n',
    'd.cjs': 'module.exports = { statistics: { margin: 0.03 } };\n',
  });
  for (const name of ['a.ts', 'c.js', 'd.cjs'])
    expect((await loadConfig(path.join(dir, name))).config).toEqual({ statistics: { margin: 0.03 } });
});

test('distinguishes an empty configuration from one without an export', async () => {
  const dir = folder({
    'a.yaml': '# nothing yet\n',
    'b.js': 'export const other = {};',
    'c.json': '\uFEFF{}',
  });
  expect((await loadConfig(path.join(dir, 'a.yaml'))).config).toEqual({});
  await expect(loadConfig(path.join(dir, 'b.js'))).rejects.toThrow('found nothing, expected object');
  expect((await loadConfig(path.join(dir, 'c.json'))).config).toEqual({});
  await expect(loadConfig(dir)).rejects.toThrow('ends in none of .json');
});

test('reports invalid YAML', async () => {
  const file = path.join(folder({ 'c.yaml': 'a: [1\n' }), 'c.yaml');
  await expect(loadConfig(file)).rejects.toMatchObject({ code: 'CONFIG_UNREADABLE' });
});

test.each([
  ['JSON', 'c.json', '{\n"statistics": }', 'line 2: '],
  ['TypeScript', 'c.ts', 'export default {\n statistics: {\n margin: 1,, } };', 'line 3: '],
])('states the line of invalid %s', async (_, name, text, line) => {
  await expect(loadConfig(path.join(folder({ [name]: text }), name))).rejects.toThrow(line);
});

test('reads a module again after it changed', async () => {
  const file = path.join(folder({ 'c.ts': 'export default { statistics: { margin: 0.03 } };' }), 'c.ts');
  await loadConfig(file);
  writeFileSync(file, 'export default { statistics: { margin: 0.04 } };');
  utimesSync(file, 1, 1);
  expect((await loadConfig(file)).config).toEqual({ statistics: { margin: 0.04 } });
});

test('a gate without a policy throws with a hint', async () => {
  process.chdir(folder({}));
  await expect(gateRecord({ record: 'record', annotations: 'none' })).rejects.toThrow('found no policy');
});
