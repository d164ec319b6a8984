import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { requireWritableFolder } from '../../src/base/write-file.ts';
import { buildProgram } from '../../src/cli/main.ts';
import { goldset, temporaryFolder } from './spawn-goldset.ts';

const folder = temporaryFolder();
const file = path.join(folder, 'file');
writeFileSync(file, '');
const impossible = path.join(file, 'out');

/**
 * Commands whose input does not exist. An error about the output shows that the command checks its output before it
 * reads the input.
 */
const commands: Readonly<Record<string, readonly string[]>> = {
  run: ['run', 'no-dataset', '--out', impossible],
  report: ['report', 'no-record', '--out', impossible],
  compare: ['compare', 'no-record', 'no-record', '--out', impossible],
  gate: ['gate', 'no-record', '--policy', 'no-policy.json', '--out', impossible],
  score: ['score', 'no-record', '--out', impossible],
  trend: ['trend', 'no-record', '--out', impossible],
  merge: ['merge', 'no-record', '--out', impossible],
  reconcile: ['reconcile', 'no-record', '--batch-run', 'no-batch-run.json', '--out', impossible],
  attribution: ['attribution', 'no-packets.jsonl', '--configs', 'no-configs.json', '--out', impossible],
  'label-issues': ['label-issues', 'no-record', '--out', impossible],
  'label-issues --review': ['label-issues', 'no-record', '--review', path.join(impossible, 'review.csv')],
  demo: ['demo', '--out', impossible],
  'dataset convert': ['dataset', 'convert', 'no-dataset', '--out', impossible],
  'dataset split': ['dataset', 'split', 'no-dataset', '--holdout', '2', '--out', impossible],
  'dataset pull': [
    'dataset',
    'pull',
    'ev_1',
    '--target',
    'http://127.0.0.1:9',
    '--token',
    't',
    '--out',
    impossible,
  ],
  'dataset apply-review': ['dataset', 'apply-review', 'no-dataset', 'no-review.csv', '--out', impossible],
  'baseline set': [
    ...['baseline', 'set', 'no-record', '--name', 'b', '--reason', 'r', '--author', 'a'],
    ...['--baselines', impossible],
  ],
  init: ['init', impossible],
  serve: ['serve', '--data', impossible],
};

test.each(Object.entries(commands))(
  '%s rejects a path below a file before it reads its inputs',
  async (_, args) => {
    const { code, stdout, stderr } = await goldset(args);
    expect(stderr).toContain('OUTPUT_NOT_WRITABLE');
    expect(stderr).toContain(
      `${file}${path.sep}out: cannot be written: a part of the path is a file, not a folder`,
    );
    expect([code, stdout]).toEqual([2, '']);
  },
);

test('every command with --out is in this test', async () => {
  const withOut = (command: Command, name: string): string[] => [
    ...(command.options.some(({ long }) => long === '--out') ? [name.trim()] : []),
    ...command.commands.flatMap((sub) => withOut(sub, `${name} ${sub.name()}`)),
  ];
  expect(Object.keys(commands)).toEqual(expect.arrayContaining(withOut(await buildProgram(() => true), '')));
});

test.runIf(process.platform === 'linux')(
  'a folder that the system rejects is named with the reason',
  async () => {
    // Node's recursive mkdir does not end for a path in /proc.
    await expect(requireWritableFolder('/proc/none/out')).rejects.toThrow(/cannot be created/);
    await expect(requireWritableFolder(path.join(folder, 'x'.repeat(300), 'y'))).rejects.toThrow(/too long/);
    await expect(requireWritableFolder(file)).rejects.toThrow(/is a file/);
    await expect(requireWritableFolder('/dev/full')).rejects.toThrow(/is a file/);
  },
);

test('a folder that can be written remains as it is', async () => {
  const there = path.join(folder, 'there');
  mkdirSync(there);
  await requireWritableFolder(there);
  await requireWritableFolder(path.join(there, 'new', 'deeper'));
  expect(readdirSync(there)).toEqual([]);
});

test.runIf(process.getuid?.() !== 0)('a folder without permission is rejected', async () => {
  const closed = path.join(folder, 'closed');
  mkdirSync(closed);
  chmodSync(closed, 0o500);
  await expect(requireWritableFolder(path.join(closed, 'out'))).rejects.toThrow(/permission denied/);
});
