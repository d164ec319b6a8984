import { expect, test } from 'vitest';
import { scoringConfig } from '../../../../src/analysis/config-changes/scoring-config.ts';
import type { ExtractConfig, SchemaNode } from '../../../../src/model/processor/processor-config.ts';
import type { RunPlan } from '../../../../src/model/record/run-record.ts';

const text: SchemaNode = { type: ['string', 'null'] };
const date: SchemaNode = { type: ['string', 'null'], 'service:type': 'date' };
const number: SchemaNode = { type: ['number', 'null'] };
const extract = (properties: Record<string, SchemaNode>): ExtractConfig => ({
  type: 'EXTRACT',
  schema: { type: 'object', properties, required: Object.keys(properties) },
});
const plan = (own: ExtractConfig | undefined, ...versions: ExtractConfig[]) =>
  ({ dataset: { config: own }, versions: versions.map((config) => ({ config })) }) as unknown as RunPlan;
const typesIn = (config: unknown) => (config as ExtractConfig).schema?.properties;

test('scores by the config of the last version if the dataset has no config', () => {
  const last = extract({ b: date });
  expect(scoringConfig(plan(undefined, extract({ b: text }), last))).toEqual({
    config: last,
    onlyGold: [],
    onlyProcessor: [],
    notComparable: [],
  });
});

test('gives a plain string of the processor the type of the gold, and keeps its type if it is more specific', () => {
  const { config } = scoringConfig(
    plan(extract({ a: date, b: text, c: number }), extract({ a: text, b: date, c: number })),
  );
  expect(typesIn(config)).toEqual({ a: date, b: date, c: number });
});

test('excludes fields of one side only and reports their topmost names', () => {
  const rows: SchemaNode = {
    type: 'array',
    items: { type: 'object', properties: { x: text }, required: ['x'] },
  };
  const scoring = scoringConfig(plan(extract({ a: text, rows }), extract({ a: text, extra: text })));
  expect(scoring.onlyGold).toEqual(['rows']);
  expect(scoring.onlyProcessor).toEqual(['extra']);
});

test('scores a field that only one version reads, and marks it as not comparable', () => {
  const scoring = scoringConfig(
    plan(extract({ a: text, b: text }), extract({ a: text, b: text }), extract({ a: text })),
  );
  expect(scoring.onlyGold).toEqual([]);
  expect(scoring.notComparable).toEqual(['b']);
  expect(Object.keys(typesIn(scoring.config) ?? {})).toEqual(['a', 'b']);
});

test('throws an error with both lists if there is no shared field', () => {
  expect(() => scoringConfig(plan(extract({ a: text }), extract({ b: text })))).toThrow(
    'found a in the gold and b in the processor',
  );
});
