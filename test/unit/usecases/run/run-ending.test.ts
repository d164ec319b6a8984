import { describe, expect, test } from 'vitest';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { foldReport, reportOf } from '../../../../src/analysis/sections/build-report.ts';
import { problemText } from '../../../../src/cli/commands/run.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { ItemRun } from '../../../../src/model/record/run-record.ts';
import { runEnding } from '../../../../src/usecases/run/run-ending.ts';
import { scoringOptions } from '../../../../src/usecases/settings/scoring-settings.ts';
import { failedRow, repeatRecord } from '../../../fixtures/records/repeat-record.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const config: ProcessorConfig = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_light',
  schema: { type: 'object', properties: { total: { type: ['string', 'null'] } }, required: ['total'] },
};

async function verdictOf(change: (row: ItemRun) => ItemRun | null, accepted = 0) {
  const pairs = ['d1', 'd2'].map((id) => {
    const value = { total: id };
    return { id, expected: { value }, outputs: [{ value }] };
  });
  const reader = await repeatRecord(await writeRecord(config, ['draft'], pairs), 3, change);
  const options = { scoring: scoringOptions({}, {}, undefined), statistics: defaultStatistics };
  const folded = await foldReport(reader, options);
  const { exitCode, problem } = runEnding(folded, reportOf(folded, options), accepted);
  return { exitCode, message: problemText(problem) };
}

const isOf = (row: ItemRun, item: string, repeat: number) => row.itemId === item && row.repeat === repeat;

describe('every repeat is an item run', () => {
  test('exits with 0 if every item run has a result', async () => {
    expect(await verdictOf((row) => row)).toEqual({ exitCode: 0, message: null });
  });

  test('names a failed second repeat, and accepts it only as one of six item runs', async () => {
    const failing = (row: ItemRun) => (isOf(row, 'd2', 2) ? failedRow(row) : row);
    const { exitCode, message } = await verdictOf(failing);
    expect(message).toContain('1 of 6 item runs failed: d2 repeat 2 (timed_out: injected)');
    expect(exitCode).toBe(3);
    expect((await verdictOf(failing, 0.16)).exitCode).toBe(3);
    expect((await verdictOf(failing, 0.17)).exitCode).toBe(0);
  });

  test('is incomplete if a third repeat was cancelled or never run', async () => {
    for (const row of [
      () => null,
      (was: ItemRun): ItemRun => ({ ...was, state: 'cancelled', output: null }),
    ]) {
      const { exitCode, message } = await verdictOf((was) => (isOf(was, 'd1', 3) ? row(was) : was));
      expect(message).toContain('1 of 6 item runs have no result');
      expect(exitCode).toBe(3);
    }
  });

  test('keeps the failure message of a service on one line, so that it cannot start a command in a CI log', async () => {
    const { message } = await verdictOf((row) => ({
      ...failedRow(row),
      failure: { reason: 'service_error', message: 'no\n::error::all is well\r\n\u001b[2J' },
    }));
    expect(message?.split('\n')).toHaveLength(2);
    expect(message).not.toContain('\u001b');
  });
});
