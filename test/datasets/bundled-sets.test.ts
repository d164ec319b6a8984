import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkExtractionSchema } from '../../src/model/processor/json-schema-rules.ts';
import { processorConfigSchema } from '../../src/model/processor/processor-config.ts';
import { bundledSets, datasetsFolder, filesOf, readItems, readJson } from '../unit/datasets/bundled-set.ts';

describe.each(bundledSets)('%s', (set) => {
  const items = readItems(set);

  test('has one document and a unique id per item', () => {
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
    for (const item of items) {
      expect(
        [item.file, item.text].filter((part) => part !== undefined),
        item.id,
      ).toHaveLength(1);
    }
  });

  test('contains exactly the files of its items, each once', () => {
    const named = items.flatMap((item) => item.file ?? []);
    expect(new Set(named).size).toBe(named.length);
    expect([...named].sort()).toEqual(filesOf(set).sort());
  });

  test('has a manifest with a valid config', () => {
    const manifest = readJson(set, 'dataset.json');
    expect(manifest).toMatchObject({ name: set, licence: 'MIT' });
    const config = processorConfigSchema.parse(manifest.config);
    expect(config.type).toBe(manifest.kind);
  });

  test('includes a processor with a valid draft and a different valid published version', () => {
    const processor = readJson(set, 'processor.json');
    const versions = processor.versions as { version: string; config: unknown }[];
    expect(versions.map((version) => version.version)).toEqual(['1.0']);
    const [published] = versions.map((version) => processorConfigSchema.parse(version.config));
    const draft = processorConfigSchema.parse(processor.config);
    expect(draft).not.toEqual(published);
    expect(processor.description).toMatch(/^Against 1\.0: /);
    for (const config of [published, draft]) {
      if (config?.type === 'EXTRACT') expect(checkExtractionSchema(config.schema!)).toEqual([]);
    }
  });

  test('uses document names that show neither class nor layout', () => {
    for (const item of items) {
      expect(item.id).toMatch(/^(invoice|document|packet)-\d+$/);
      if (item.file !== undefined)
        expect(item.file).toMatch(new RegExp(`^files/${item.id}\\.(pdf|png|jpg)$`));
    }
  });
});

test('the bundled sets stay small', () => {
  const bytes = bundledSets.flatMap((set) =>
    filesOf(set).map((file) => statSync(`${datasetsFolder}${set}/${file}`).size),
  );
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000_000);
});
