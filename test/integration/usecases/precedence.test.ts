import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultStatistics } from '../../../src/analysis/measure/settings.ts';
import { silentPorts } from '../../../src/usecases/ports.ts';
import { resolveSettings } from '../../../src/usecases/settings/resolve-settings.ts';
import {
  localConcurrency,
  type RunFlags,
  resumedSettings,
  runSettings,
  targetSettings,
} from '../../../src/usecases/settings/run-settings.ts';
import { optionsForRecord, type ScoringFlags } from '../../../src/usecases/settings/scoring-settings.ts';

/** Flags for every setting. Each level (flag, environment, file) sets another value. */
const flags: RunFlags & ScoringFlags = {
  target: 'http://flag',
  token: 'flag-token',
  apiVersion: 'flag',
  repeat: '2',
  concurrency: '3',
  deadline: '4',
  maxFailureRate: '0.5',
  versions: 'draft,1.0',
  emptiness: 'strict',
  unlabelled: 'ignore',
  failures: 'exclude',
  margin: '0.2',
  confidence: '0.8',
  seed: 'flag',
};
const env = {
  GOLDSET_BASE_URL: 'http://environment',
  GOLDSET_API_TOKEN: 'environment-token',
  GOLDSET_API_VERSION: 'environment',
};
const file = {
  target: { baseUrl: 'http://file', apiVersion: 'file' },
  run: { repeats: 5, concurrency: 6, deadlineSeconds: 7, maxFailureRate: 0.25 },
  presence: { emptiness: 'service', unlabelled: 'absent' },
  failures: 'missing',
  statistics: { margin: 0.1, confidence: 0.9, seed: 'file' },
} as const;
const presence = { emptiness: 'strict', unlabelled: 'ignore' } as const;

/**
 * Per setting: its name, and its value in the flag, in the environment, in the file and by default. The first of these
 * four sources that has a value decides. `null` means that this source cannot set it.
 */
const runTable = [
  ['target', 'http://flag', 'http://environment', 'http://file', null],
  ['apiVersion', 'flag', 'environment', 'file', null],
  ['repeats', 2, null, 5, 1],
  ['concurrency', 3, null, 6, localConcurrency()],
  ['deadlineSeconds', 4, null, 7, 900],
  ['maxFailureRate', 0.5, null, 0.25, 0],
  ['versions', 'draft,1.0', null, null, 'latest,draft'],
] as const;

test.each(runTable)(
  '%s of a run: flag > environment > file > default',
  (name, flag, environment, own, last) => {
    const of = (given: RunFlags, around: object, config: object) =>
      runSettings(given, config, around as Record<string, string>).options[name];
    expect(of(flags, env, file)).toEqual({ value: flag, from: 'flag' });
    if (environment !== null) expect(of({}, env, file)).toEqual({ value: environment, from: 'environment' });
    if (own !== null) expect(of({}, {}, file)).toEqual({ value: own, from: 'file' });
    expect(of({}, {}, {})).toEqual({ value: last, from: 'default' });
  },
);

test('an empty variable of the environment counts as not set', () => {
  const empty = { GOLDSET_BASE_URL: '', GOLDSET_API_TOKEN: '', GOLDSET_API_VERSION: '' };
  expect(runSettings({}, file, empty).url).toBe('http://file');
  expect(targetSettings({}, empty, file)).toMatchObject({
    url: 'http://file',
    token: undefined,
    apiVersion: 'file',
  });
});

test('a run and a single request find the same service', () => {
  for (const [given, around, config] of [
    [flags, env, file],
    [{}, env, file],
    [{}, {}, file],
    [{}, {}, {}],
  ] as const) {
    const { url, token, apiVersion, header } = runSettings(given, config, around);
    expect(targetSettings(given, around, config)).toEqual({ url, token, apiVersion, header });
  }
});

test('a resumed run has the settings of its record unless a flag overrides them', () => {
  const { options } = runSettings(
    { deadline: '4', rate: '2' },
    { ...file, dialect: { header: 'Version' } },
    {},
  );
  const target = { kind: 'remote', baseUrl: 'http://a', apiVersion: 'recorded' } as const;
  const now = runSettings({}, {}, env);
  expect(resumedSettings({ options, target }, {}, now)).toMatchObject({
    apiVersion: 'recorded',
    header: 'Version',
    deadlineMs: 4_000,
    rate: 2,
  });
  const given = { deadline: '5', rate: '9', apiVersion: 'flag' };
  const overridden = resumedSettings({ options, target }, given, runSettings(given, {}, env));
  expect(overridden).toMatchObject({ apiVersion: 'flag', deadlineMs: 5_000, rate: 9 });
  const older = resumedSettings({ options: {}, target: { ...target, apiVersion: null } }, {}, now);
  expect(older).toEqual(now);
});

const policyTable = [
  ['presence.emptiness', 'emptiness', 'strict', 'service', 'strict', 'service'],
  ['presence.unlabelled', 'unlabelled', 'ignore', 'absent', 'ignore', 'absent'],
] as const;

test.each(policyTable)('%s: flag > file > dataset > default', (option, name, flag, own, dataset, last) => {
  const of = (config: object, given: ScoringFlags, stated: typeof presence | undefined) =>
    optionsForRecord(config, given, stated)[option];
  expect(of(file, { [name]: flag }, presence)).toEqual({ value: flag, from: 'flag' });
  expect(of(file, {}, presence)).toEqual({ value: own, from: 'file' });
  expect(of({}, {}, presence)).toEqual({ value: dataset, from: 'dataset' });
  expect(of({}, {}, undefined)).toEqual({ value: last, from: 'default' });
});

test('settings of a command: flag > file > default, from one file', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-settings-'));
  const config = path.join(dir, 'goldset.config.json');
  const policy = path.join(dir, 'gate.json');
  writeFileSync(config, JSON.stringify({ ...file, baselines: 'kept', gate: { newErrors: [{ max: 1 }] } }));
  writeFileSync(policy, JSON.stringify({ newErrors: [{ max: 2 }] }));
  const empty = path.join(dir, 'empty.json');
  writeFileSync(empty, '{}');

  const named = await resolveSettings({ ...flags, config, policy, format: 'csv', baselines: dir });
  expect(named.newOptions().statistics).toMatchObject({ margin: 0.2, confidence: 0.8, seed: 'flag' });
  expect(named.policy).toEqual({ policy: { newErrors: [{ max: 2 }] }, file: policy });
  expect([named.baselines, named.formats]).toEqual([dir, ['csv']]);
  expect(named.newOptions(presence).scoring).toMatchObject({ emptiness: 'strict', failures: 'exclude' });

  const own = await resolveSettings({ config });
  expect(own.newOptions().statistics).toMatchObject({ margin: 0.1, confidence: 0.9, seed: 'file' });
  expect(own.policy).toEqual({ policy: { newErrors: [{ max: 1 }] }, file: config });
  expect([own.baselines, own.formats]).toEqual([
    path.join(dir, 'kept'),
    ['html', 'csv', 'md', 'json', 'png'],
  ]);
  expect(own.newOptions(presence).scoring).toMatchObject({ emptiness: 'service', failures: 'missing' });

  const none = await resolveSettings({ config: empty });
  expect(none.newOptions().statistics).toEqual(defaultStatistics);
  expect([none.policy, none.baselines, none.written]).toEqual([
    null,
    path.join(dir, 'baselines'),
    { images: undefined },
  ]);
  expect(none.newOptions(presence).scoring).toMatchObject({ emptiness: 'strict', unlabelled: 'ignore' });
});

test('wrong settings are found before any record is opened', async () => {
  const { reportRecord } = await import('../../../src/usecases/report/report-record.ts');
  for (const wrong of [
    { format: 'html,foo' },
    { confidence: '3' },
    { comparator: ['total=nothing'] },
    { policy: 'missing.json' },
    { config: 'missing.json' },
  ])
    await expect(reportRecord({ record: 'no-record', ...wrong }, silentPorts)).rejects.not.toMatchObject({
      code: 'RECORD_NOT_FOUND',
    });
});
