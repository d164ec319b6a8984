import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ReviewEdit } from '../../../src/model/review/review-log.ts';
import { ReportCache } from '../../../src/workbench/server/report-cache.ts';
import { ScoringThread } from '../../../src/workbench/server/score-in-worker.ts';
import { reviewedRecord } from '../../fixtures/records/reviewed-record.ts';

it('scores saved edits once, unless the version differs from the preview', async () => {
  const { dataset, reports } = await reviewedRecord();
  const dir = path.join(reports, 'first');
  const thread = new ScoringThread();
  const cache = new ReportCache(thread);
  const edit = { kind: 'edit', seq: 1, item: 'doc-20', path: 'total', before: '20.50', after: '20.00' };
  const gold = { dataset, edits: [edit as ReviewEdit] };
  const saved = { dataset, edits: [] };
  const file = path.join(dataset, 'items.jsonl');
  const before = readFileSync(file, 'utf8');
  const write = () => writeFileSync(file, before.replace('"20.50"', '"20.00"').concat('\n'));

  const preview = await cache.report(dir, gold);
  await cache.keepWhenSaved(dir, gold, async () => {
    write();
    return false;
  });
  const scored = await cache.report(dir, saved);
  expect(scored).not.toBe(preview);
  // The cached report has the same figures as a new scoring of the saved version.
  expect(scored.headline).toEqual(preview.headline);
  expect(scored.summary).toBe(preview.summary);
  expect(scored.head).toBe(preview.head);
  expect([...scored.blocks]).toEqual([...preview.blocks]);

  writeFileSync(file, before);
  const again = await cache.report(dir, gold);
  await cache.keepWhenSaved(dir, gold, async () => {
    write();
    return true;
  });
  expect(await cache.report(dir, saved)).toBe(again);
  writeFileSync(file, before.concat('\n\n'));
  expect(await cache.report(dir, saved)).not.toBe(again);
  await thread.close();
});
