import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/random.ts';
import type { ProcessorKind } from '../../../../src/model/processor/processor-config.ts';
import { apiVersions } from '../../../../src/model/wire/api-version.ts';
import {
  pathInVersion,
  readConfig,
  readOutput,
  usesLegacyShape,
  writeConfig,
  writeOutput,
} from '../../../../src/service/config/config-generation.ts';

const old = '2024-12-23';
const current = '2025-04-21';

describe('the shape of a version', () => {
  it('is the old shape for every version before 2025-04-21', () => {
    expect(apiVersions.filter(usesLegacyShape)).toEqual([
      '2024-12-23',
      '2024-11-14',
      '2024-07-30',
      '2024-02-01',
    ]);
  });

  it('is unchanged in the current version', () => {
    const config = { customExtractionRules: 'x', advancedOptions: { citationsEnabled: true } };
    expect(readConfig(current, 'EXTRACT', config)).toEqual(config);
    expect(writeConfig(current, 'EXTRACT', config)).toEqual(config);
  });
});

describe('reading the old shape', () => {
  it('prefers an old name to the current one, and ignores null', () => {
    const read = readConfig(old, 'EXTRACT', {
      extractionRules: 'present',
      customExtractionRules: 'old',
      customDocumentKind: null,
      advancedOptions: { documentKind: 'kept', citationsEnabled: false },
      includeBoundingBoxCitations: true,
    });
    expect(read).toEqual({
      extractionRules: 'old',
      advancedOptions: { documentKind: 'kept', citationsEnabled: true },
    });
  });

  it('uses only the old names of this kind', () => {
    expect(readConfig(old, 'CLASSIFY', { customExtractionRules: 'x' })).toEqual({
      legacy: { customExtractionRules: 'x' },
    });
  });

  it('leaves a value that is not an object to the validation', () => {
    expect(readConfig(old, 'EXTRACT', { advancedOptions: 7, customDefinitions: 'x' })).toEqual({
      advancedOptions: 7,
    });
  });
});

describe('a round trip', () => {
  const options: Record<ProcessorKind, readonly string[]> = {
    EXTRACT: [
      'documentKind',
      'keyDefinitions',
      'citationsEnabled',
      'modelReasoningInsightsEnabled',
      'fixedPageLimit',
      'chunkingOptions',
    ],
    CLASSIFY: ['context', 'fixedPageLimit'],
    SPLITTER: ['splitIdentifierRules', 'splitMethod', 'splitExcelDocumentsBySheetEnabled'],
  };
  const members: Record<ProcessorKind, readonly string[]> = {
    EXTRACT: ['schema', 'extractionRules', 'parser'],
    CLASSIFY: ['classifications', 'classificationRules'],
    SPLITTER: ['splitClassifications', 'splitRules'],
  };
  const kinds: ProcessorKind[] = ['EXTRACT', 'CLASSIFY', 'SPLITTER'];

  it.each(kinds)('preserves every combination of members of %s', (kind) => {
    const random = new Random(`config-${kind}`);
    for (let round = 0; round < 300; round++) {
      const chosen = (names: readonly string[]): Record<string, unknown> =>
        Object.fromEntries(names.filter(() => random.next() < 0.5).map((name) => [name, `${name} ${round}`]));
      const advancedOptions = chosen(options[kind]);
      const legacy = chosen(['customReminders', 'unheardOf']);
      const config = {
        type: kind,
        ...chosen(members[kind]),
        ...(Object.keys(advancedOptions).length === 0 ? {} : { advancedOptions }),
        ...(Object.keys(legacy).length === 0 ? {} : { legacy }),
      };
      expect(readConfig(old, kind, writeConfig(old, kind, config))).toEqual(config);
    }
  });
});

describe('pathInVersion', () => {
  it('uses the names of the version', () => {
    const nested = ['splitClassifications', 2, 'id'];
    expect(pathInVersion(old, 'SPLITTER', nested)).toEqual(['subDocumentClassifications', 2, 'id']);
    expect(pathInVersion(current, 'SPLITTER', nested)).toEqual(nested);
    expect(pathInVersion(old, 'EXTRACT', ['advancedOptions', 'keyDefinitions'])).toEqual([
      'customDefinitions',
    ]);
    expect(pathInVersion(old, 'EXTRACT', ['advancedOptions', 'fixedPageLimit'])).toEqual([
      'advancedOptions',
      'fixedPageLimit',
    ]);
  });
});

describe('outputs', () => {
  it('change only the name of the list of splits', () => {
    const output = { splits: [{ type: 'a' }], note: 1 };
    const before = { subDocumentClassifications: [{ type: 'a' }], note: 1 };
    expect(writeOutput(old, output)).toEqual(before);
    expect(readOutput(before)).toEqual(output);
    expect(writeOutput(current, output)).toBe(output);
    for (const other of [null, 7, [output], { value: { splits: [] } }, { splits: { id: 'a' } }]) {
      expect(writeOutput(old, other)).toBe(other);
      expect(readOutput(other)).toBe(other);
    }
    expect(readOutput({ ...before, splits: [] })).toEqual({ ...before, splits: [] });
  });
});
