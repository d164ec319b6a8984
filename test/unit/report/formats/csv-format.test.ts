import { mkdtemp, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LeafOutcome } from '../../../../src/model/score/item-score.ts';
import { parquetFrom } from '../../../../src/report/formats/csv-format.ts';
import type { FormatOptions } from '../../../../src/report/formats/define-format.ts';
import { openFormats } from '../../../../src/report/formats/write-report.ts';

const leaf: LeafOutcome = {
  path: 'total',
  field: 'total',
  outcome: 'incorrect',
  expected: 1,
  predicted: 2,
  similarity: 0,
};

/**
 * Returns which leaf tables are written, and the notices for the user. `all` is the expected number of leaves, and
 * `wrong` the number of wrong ones.
 */
async function leafTables(all: number, options: FormatOptions = {}, wrong?: number) {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-leaves-'));
  const estimate = (leaves: 'all' | 'wrong') => {
    if (leaves === 'all') return all;
    if (wrong === undefined) throw new Error('a sample was scored without need');
    return wrong;
  };
  const { sinks, notices } = await openFormats(['csv'], dir, { versions: ['draft'], estimate, ...options });
  for (const sink of sinks) {
    sink.write({
      position: 0,
      itemId: 'd0',
      name: 'd0',
      tags: {},
      change: null,
      changes: [],
      strip: null,
      versions: [
        {
          state: 'scored',
          failure: null,
          counts: { correct: 0, incorrect: 1, missing: 0, spurious: 0, absent: 0, excluded: 0, unscored: 0 },
          exact: false,
          leaves: [leaf],
          confidences: {},
          confidence: null,
          latencyMs: null,
          credits: null,
          runId: null,
        },
      ],
    });
    sink.close();
  }
  const files = await readdir(path.join(dir, 'csv'));
  return { files: files.filter((name) => name.startsWith('leaves')), notices };
}

describe('the leaf table', () => {
  test('is CSV below 5,000,000 leaves, and Parquet with a notice from there on', async () => {
    expect(parquetFrom).toBe(5_000_000);
    expect(await leafTables(4_999_999)).toEqual({ files: ['leaves.csv'], notices: [] });
    const large = await leafTables(5_000_000);
    expect(large.files).toEqual(['leaves.parquet']);
    expect(large.notices).toEqual([
      'about 5,000,000 leaves, so leaves.parquet replaces leaves.csv; --leaf-format csv selects CSV',
    ]);
  });

  test('counts only wrong leaves if only those are written', async () => {
    const options = { leaves: 'wrong' } as const;
    expect(await leafTables(38_000_000, options, 4_999_999)).toEqual({ files: ['leaves.csv'], notices: [] });
    const large = await leafTables(190_000_000, options, 5_000_001);
    expect(large.files).toEqual(['leaves.parquet']);
    expect(large.notices).toEqual([
      'about 5,000,001 leaves, so leaves.parquet replaces leaves.csv; --leaf-format csv selects CSV',
    ]);
    // With few leaves, the number of wrong leaves is not estimated.
    expect(await leafTables(4_999_999, options)).toEqual({ files: ['leaves.csv'], notices: [] });
  });

  test('has the requested format and selection at any size', async () => {
    expect(await leafTables(50_000_000, { leafFormat: 'csv' })).toEqual({
      files: ['leaves.csv'],
      notices: [],
    });
    expect(await leafTables(1, { leafFormat: 'parquet' })).toEqual({
      files: ['leaves.parquet'],
      notices: [],
    });
    expect(await leafTables(50_000_000, { leaves: 'none' })).toEqual({ files: [], notices: [] });
  });
});
