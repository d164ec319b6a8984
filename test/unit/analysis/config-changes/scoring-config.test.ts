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

test('without a config of the dataset the last version judges', () => {
  const last = extract({ b: date });
  expect(scoringConfig(plan(undefined, extract({ b: text }), last))).toEqual({
    config: last,
    onlyGold: [],
    onlyProcessor: [],
    notComparable: [],
  });
});

test('a plain string of the processor takes the type that the gold was written in, and keeps its own where it says more', () => {
  const { config } = scoringConfig(
    plan(extract({ a: date, b: text, c: number }), extract({ a: text, b: date, c: number })),
  );
  expect(typesIn(config)).toEqual({ a: date, b: date, c: number });
});

test('fields of one side only are named by their topmost name and left out', () => {
  const rows: SchemaNode = {
    type: 'array',
    items: { type: 'object', properties: { x: text }, required: ['x'] },
  };
  const judged = scoringConfig(plan(extract({ a: text, rows }), extract({ a: text, extra: text })));
  expect(judged.onlyGold).toEqual(['rows']);
  expect(judged.onlyProcessor).toEqual(['extra']);
});

test('a field that only one version reads is judged, and marked as not comparable', () => {
  const judged = scoringConfig(
    plan(extract({ a: text, b: text }), extract({ a: text, b: text }), extract({ a: text })),
  );
  expect(judged.onlyGold).toEqual([]);
  expect(judged.notComparable).toEqual(['b']);
  expect(Object.keys(typesIn(judged.config) ?? {})).toEqual(['a', 'b']);
});

test('no field in common is an error that shows both lists', () => {
  expect(() => scoringConfig(plan(extract({ a: text }), extract({ b: text })))).toThrow(
    'found a in the gold and b in the processor',
  );
});
