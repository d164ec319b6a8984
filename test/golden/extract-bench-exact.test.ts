// Compares goldset's outcomes for real model runs with the scores per field of another evaluator
// (../shared/data/extract-bench-runs). Compares only the deterministic metrics string_exact and integer_exact.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { defaultScoringOptions } from '../../src/scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../src/scorers/score-extraction.ts';

const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const runs = path.join(data, 'extract-bench-runs');
const options = { ...defaultScoringOptions, comparators: [{ field: '*', comparator: 'exact' as const }] };

interface FieldScore {
  readonly normalized_path: string;
  readonly metric_id: string;
  readonly passed: boolean;
  readonly reason: string;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe.skipIf(!existsSync(runs))('real runs of ../shared/data/extract-bench-runs', () => {
  it('exact fields have the outcome that the recorded evaluator found', () => {
    let compared = 0;
    const notDescended: unknown[] = [];
    for (const file of globSync('eval_results/*/*/report.json', { cwd: runs })) {
      const [, run, document] = file.split(path.sep) as [string, string, string];
      const predicted = readJson(path.join(runs, 'outputs/academic', run, `${document}.gold.json`));
      const expected = readJson(
        path.join(data, 'extract-bench/academic/research/pdf+gold', `${document}.gold.json`),
      );
      const { leaves } = scoreExtraction({ expected, predicted }, options);
      const report = readJson(path.join(runs, file)) as { field_outcomes: FieldScore[] };
      for (const { normalized_path: field, metric_id: metric, passed, reason } of report.field_outcomes) {
        if (metric !== 'string_exact' && metric !== 'integer_exact') continue;
        if (field.includes('.')) {
          notDescended.push(reason);
          continue;
        }
        const outcomes = leaves.filter((leaf) => leaf.field === field).map(({ outcome }) => outcome);
        const right = outcomes.every((outcome) => outcome === 'correct' || outcome === 'absent');
        expect(right, `${run} ${document} ${field}: ${outcomes.join()}`).toBe(passed);
        compared++;
      }
    }
    expect(compared).toBe(48);
    // The other evaluator does not look into arrays. It lists ten arrays as empty in gold and prediction.
    expect(notDescended).toEqual(Array.from({ length: 10 }, () => 'both_null'));
  });
});
