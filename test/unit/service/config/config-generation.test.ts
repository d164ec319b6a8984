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
  it('is the old one for every version before 2025-04-21', () => {
    expect(apiVersions.filter(usesLegacyShape)).toEqual([
      '2024-12-23',
      '2024-11-14',
      '2024-07-30',
      '2024-02-01',
    ]);
  });

  it('under the present version changes nothing', () => {
    const config = { customExtractionRules: 'x', advancedOptions: { citationsEnabled: true } };
    expect(readConfig(current, 'EXTRACT', config)).toEqual(config);
    expect(writeConfig(current, 'EXTRACT', config)).toEqual(config);
  });
});

describe('reading the old shape', () => {
  it('lets an old name win over the present one, and takes null as not given', () => {
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

  it('knows the old names of its own kind only', () => {
    expect(readConfig(old, 'CLASSIFY', { customExtractionRules: 'x' })).toEqual({
      legacy: { customExtractionRules: 'x' },
    });
  });

  it('leaves what is no object for the check to refuse', () => {
    expect(readConfig(old, 'EXTRACT', { advancedOptions: 7, customDefinitions: 'x' })).toEqual({
      advancedOptions: 7,
    });
  });
});

describe('there and back', () => {
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

  it.each(kinds)('every combination of members of %s comes back as it was', (kind) => {
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

describe('the place of a problem', () => {
  it('is told by the names of the version', () => {
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
  it('of splitters change the name of their list, and nothing else does', () => {
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
