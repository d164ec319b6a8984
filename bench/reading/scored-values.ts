import type { ExtractConfig } from '../../src/model/processor/processor-config.ts';
import { compileScorer } from '../../src/scorers/compile-scorer.ts';
import { findValues } from '../../src/service/engines/local/extract/extract-fields.ts';
import type { ReadValue } from '../../src/service/engines/local/extract/values/evidence.ts';
import { schemaOutput } from '../../src/service/engines/local/extract/values/output-builder.ts';
import type { ReadingSet } from './cases.ts';
import { isFlawed } from './gold-flaws.ts';
import type { ParsedDocuments } from './parsed-documents.ts';

/** A value that the engine gave, compared with the gold. */
export interface ScoredValue {
  readonly document: string;
  readonly path: string;
  readonly read: ReadValue;
  readonly isRight: boolean;
  /**
   * True if the value differs from the gold only because of a known flaw of the gold, or if the gold has another
   * schema.
   */
  readonly isFlawed: boolean;
  readonly expected: unknown;
}

/** Returns every value that the engine gives for the documents of a set. */
export async function scoredValues(set: ReadingSet, documents: ParsedDocuments): Promise<ScoredValue[]> {
  const comparators = (set.fuzzy ?? []).map((field) => ({
    field,
    comparator: 'fuzzy' as const,
    options: { threshold: 0.85 },
  }));
  const config = set.config as ExtractConfig;
  const scorer = compileScorer({ schema: config.schema, fields: config.fields } as ExtractConfig, {
    comparators,
  });
  const scored: ScoredValue[] = [];
  for (const document of set.documents) {
    const { tree, values, rowCounts } = findValues(await documents.parse(document), config, {
      effort: 'performance',
    });
    const filled = new Map([...values].map(([path, found]) => [path, { ...found, certainty: 0 }]));
    const { value } = schemaOutput(tree, { values: filled, rowCounts }, config, 'performance');
    const { leaves } = scorer.itemScore({ expected: document.gold, predicted: value as never });
    for (const { outcome, expected, path, predictedPath = path } of leaves) {
      if (set.counts?.(path) === false || (outcome === 'spurious' && set.onlyGold)) continue;
      const read = values.get(predictedPath);
      if (read === undefined || !['correct', 'incorrect', 'spurious'].includes(outcome)) continue;
      const isRight = outcome === 'correct';
      const place = { set: set.name, document: document.id, path };
      const isOffSchema = document.offSchema?.has(path.split(/[.[]/, 1)[0] ?? '') === true;
      scored.push({
        document: document.id,
        path,
        read,
        isRight,
        isFlawed: !isRight && (isOffSchema || isFlawed(place, expected, read.value)),
        expected,
      });
    }
  }
  return scored;
}
