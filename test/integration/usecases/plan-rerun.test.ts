import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProcessorConfig } from '../../../src/model/processor/processor-config.ts';
import { estimateRerun, rerunCommand } from '../../../src/usecases/run/plan-rerun.ts';
import { folderOfRecords } from '../../fixtures/records/folder-of-records.ts';
import { reviewedRecord } from '../../fixtures/records/reviewed-record.ts';
import { writeRecord } from '../../fixtures/records/write-record.ts';

describe('a rerun from the page', () => {
  let folder = '';
  let record = '';
  beforeAll(async () => {
    folder = await folderOfRecords();
    record = path.join(folder, 'scored');
  });

  // There are 12 documents in 2 versions, and each run costs 1 credit. The draft is wrong only in doc-7, which version
  // 1.0 has right.
  it.each([
    ['wrong', { documents: 1, runs: 2, credits: 2, reused: 23 }],
    ['newErrors', { documents: 1, runs: 2, credits: 2, reused: 23 }],
  ] as const)('counts runs, credits and reused outputs of %s', async (scope, counts) => {
    expect(await estimateRerun({ record, scope })).toEqual({ scope, ...counts, problem: null });
  });

  it('counts the runs of one document, without reuse', async () => {
    const one = await estimateRerun({ record, scope: 'item', item: 'doc-3' });
    expect(one).toMatchObject({ documents: 1, runs: 2, credits: 2, reused: 0 });
  });

  it('counts the documents that the dataset has now, or the part to which the run was limited', async () => {
    const { dataset, reports } = await reviewedRecord();
    const whole = { record: path.join(reports, 'first'), scope: 'all' } as const;
    const counts = async (reuse: boolean) => {
      const { documents, runs, credits, reused } = await estimateRerun({ ...whole, reuse });
      return { documents, runs, credits, reused };
    };
    // The dataset has 30 documents, and later 31. There are 2 versions, and each run costs 1 credit. The
    // record has the outputs of 30 documents.
    expect(await counts(false)).toEqual({ documents: 30, runs: 60, credits: 60, reused: 0 });
    const items = path.join(dataset, 'items.jsonl');
    const [first = ''] = readFileSync(items, 'utf8').split('\n');
    appendFileSync(items, `${first.replace('doc-0', 'doc-30')}\n`);
    expect(await counts(true)).toEqual({ documents: 31, runs: 62, credits: 62, reused: 60 });
    const file = path.join(reports, 'first/record/plan.json');
    const plan = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...plan, selection: { limit: 4 } }));
    expect(await counts(false)).toEqual({ documents: 4, runs: 8, credits: 8, reused: 0 });
    expect((await rerunCommand(whole)).args).toContain('--limit=4');
    writeFileSync(file, JSON.stringify({ ...plan, selection: { sample: 5 } }));
    expect((await rerunCommand(whole)).args).toEqual(expect.arrayContaining(['--sample=5', '--seed=s']));
    writeFileSync(file, JSON.stringify({ ...plan, selection: { only: 1 } }));
    expect((await estimateRerun(whole)).problem).toContain('only selected documents');
  });

  it('counts failed and missing runs, at the mean credits of their version', async () => {
    const output = { value: { number: 'a' } };
    const config = {
      type: 'EXTRACT',
      schema: { type: 'object', properties: { number: { type: ['string', 'null'] } } },
    } as ProcessorConfig;
    const { dir } = await writeRecord(
      config,
      ['1.0', 'draft'],
      [
        { id: 'a', expected: output, outputs: [output, new Error('failed')] },
        { id: 'b', expected: output, outputs: [new Error('failed'), undefined] },
        { id: 'c', expected: output, outputs: [output, output] },
      ],
    );
    // 2 runs of the draft and 1 run of version 1.0 have no output. The other 3 outputs are kept.
    expect(await estimateRerun({ record: dir, scope: 'failed' })).toEqual({
      scope: 'failed',
      documents: 2,
      runs: 3,
      credits: 3,
      reused: 3,
      problem: null,
    });
  });

  it('states why there is nothing to run', async () => {
    const problem = async (scope: 'failed' | 'item' | 'wrong', name = 'scored') =>
      (await estimateRerun({ record: path.join(folder, name), scope, item: 'doc-99' })).problem;
    expect(await problem('failed')).toBe('No run failed.');
    expect(await problem('item')).toBe('The record does not have this document.');
    expect(await problem('wrong', 'unfinished')).toContain('did not end');
  });

  it('returns a command in which no value can be read as a flag', async () => {
    const dir = path.join(record, 'record');
    expect(await rerunCommand({ record, scope: 'wrong', maxCredits: 5 })).toEqual({
      args: ['run', `--only-wrong=${dir}`, '--max-credits=5'],
      target: null,
    });
    const { args } = await rerunCommand({ record, scope: 'item', item: '--out' });
    expect(args).toEqual([
      'run',
      '--processor=dp_1',
      '--versions=1.0,draft',
      '--repeat=1',
      '--only=--out',
      '--',
      path.resolve('small'),
    ]);
    expect((await rerunCommand({ record, scope: 'all', reuse: true })).args).toContain(`--reuse=${dir}`);
    expect((await rerunCommand({ record, scope: 'failed' })).args).toEqual(['run', `--only-failed=${dir}`]);
  });
});
