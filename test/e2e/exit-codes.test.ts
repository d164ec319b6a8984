import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { goldset, temporaryFolder } from './spawn-goldset.ts';
import { cutLastLine, runTexts, textDataset } from './text-run.ts';

const texts = ['one', 'two', 'three', 'four'];
const policy = path.join(temporaryFolder(), 'gate.json');
writeFileSync(policy, JSON.stringify({ limits: [{ metric: 'recall', min: 0.9 }] }));
const gate = (record: string, ...args: string[]) => goldset(['gate', record, '--policy', policy, ...args]);

/**
 * Keeps only the rows of the given items in a record, as if the run had been killed before it finished the other items.
 */
function keepRows(record: string, ids: readonly string[]): void {
  const file = path.join(record, 'rows.jsonl');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const kept = lines.filter((line) => ids.includes(JSON.parse(line).itemId));
  writeFileSync(file, kept.map((line) => `${line}\n`).join(''));
  rmSync(path.join(record, 'summary.json'));
}

describe.concurrent('no run that went wrong exits with 0', { timeout: 120_000 }, () => {
  test('a complete and correct run exits with 0, and so does its gate', async () => {
    const run = await runTexts(textDataset(texts));
    expect(run.stderr).not.toContain('error');
    expect(run.code).toBe(0);
    expect((await gate(run.record)).code).toBe(0);
  });

  test('a score below the minimum: the gate exits with 1', async () => {
    const run = await runTexts(textDataset(texts, (text) => (text === 'one' ? 'uno' : text)));
    expect(run.code).toBe(0);
    const gated = await gate(run.record);
    expect(gated.stdout).toContain('recall is 75.0 %');
    expect(gated.stdout).toContain('i1 text: got one (expected uno)');
    expect(gated.code).toBe(1);
  });

  test('one failed item: run exits with 3 and names it, or with 0 if it is accepted; the gate fails unless its policy accepts the item', async () => {
    const dataset = textDataset([...texts.slice(1), 'fail:INTERNAL_ERROR']);
    const run = await runTexts(dataset);
    expect(run.stderr).toContain('RUN_FAILURES: 1 of 4 item runs failed: i4 (service_error: injected)');
    expect(run.code).toBe(3);
    const gated = await gate(run.record);
    expect(gated.stdout).toContain('1 of 4 item runs failed (25.0 %): service_error 1 (i4)');
    expect(gated.code).toBe(3);
    expect((await runTexts(dataset, { args: ['--max-failure-rate', '0.25'] })).code).toBe(0);
  });

  test('a score of 0 %: run exits with 1, and so does a gate without a limit on scores', async () => {
    const run = await runTexts(textDataset(texts, (text) => `not ${text}`));
    expect(run.stderr).toContain('no correct value');
    expect(run.code).toBe(1);
    const lenient = path.join(temporaryFolder(), 'gate.json');
    writeFileSync(lenient, JSON.stringify({ cost: { total: { max: 1000 } } }));
    const gated = await goldset(['gate', run.record, '--policy', lenient]);
    expect(gated.stdout).toContain('✗ the score is above zero');
    expect(gated.code).toBe(1);
  });

  test('only failed items: run exits with 3 at any --max-failure-rate, and so does the gate', async () => {
    const run = await runTexts(textDataset(['fail:A', 'fail:B']), { args: ['--max-failure-rate', '1'] });
    expect(run.stderr).toContain('RUN_FAILURES: 2 of 2');
    expect(run.code).toBe(3);
    expect((await gate(run.record)).code).toBe(3);
  });

  test('Ctrl-C after a third of the items: exits with 130 and a hint to resume, and creates no further run; the gate does not evaluate the record', async () => {
    const made = { atSignal: 0, atEnd: 0 };
    const dataset = textDataset(Array.from({ length: 30 }, (_, n) => `text ${n}`));
    const run = await runTexts(dataset, {
      args: ['--concurrency', '2'],
      server: { runMs: () => 60 },
      onRun: (server, signal) => {
        const watch = setInterval(() => {
          if (server.runs.size < 10) return;
          clearInterval(watch);
          made.atSignal = server.runs.size;
          signal('SIGINT');
          setTimeout(() => (made.atEnd = server.runs.size), 300);
        }, 10);
      },
    });
    // At most two runs are in progress, and each can send one more request after the signal.
    expect(made.atEnd - made.atSignal).toBeLessThanOrEqual(2);
    expect(run.stderr).toContain('INTERRUPTED');
    expect(run.stderr).toContain('--resume');
    expect(run.code).toBe(130);
    const gated = await gate(run.record, '--json');
    expect(gated.code).toBe(3);
    expect(gated.stderr).toContain(`Resume with: goldset run --resume ${run.record}`);
    const printed = JSON.parse(gated.stdout);
    expect(printed).toMatchObject({ status: 'inconclusive', code: 'incomplete-run', exitCode: 3 });
    expect(printed.checks[0].reason).toMatch(/^\d+ item runs of 30 have no result/);
    expect(printed.checks.map((check: { status: string }) => check.status)).not.toContain('pass');
  });

  test('report on an unfinished record: exits with 3, states how many item runs ended and how to resume, and recommends nothing in any format', async () => {
    const run = await runTexts(textDataset([...texts, 'fail:INTERNAL_ERROR']));
    // The killed run may have written any rows. Keeps the rows of two processed documents and of the failed one, so
    // that the state is always the same.
    keepRows(run.record, ['i1', 'i2', 'i5']);
    const out = temporaryFolder();
    const printed = await goldset(['report', run.record, '--out', out, '--format', 'html,csv,md,json']);
    const sentence =
      'Not finished: 3 of 5 document runs ended. 2 not run, 1 failed, so there is no verdict. The figures so far cover 3 of 5 documents: 2 did not run.';
    expect(printed.stdout).toContain('Not finished: 3 of 5 document runs ended');
    expect(printed.stdout).toContain('2 not run, 1 failed, so there is no verdict.');
    expect(printed.stdout.replaceAll(/\s+/g, '')).toContain(
      `goldset run --resume ${run.record}`.replaceAll(' ', ''),
    );
    expect(printed.stdout).not.toMatch(/Look at these first|[Pp]ublish/);
    expect(printed.code).toBe(3);
    const model = JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8'));
    expect(model.verdict).toMatchObject({ recommendation: 'incomplete', sentence });
    const text = readdirSync(out, { recursive: true, encoding: 'utf8' })
      .filter((file) => /summary\.csv$|\.md$/.test(file))
      .map((file) => readFileSync(path.join(out, file), 'utf8').replaceAll('\\', ''));
    expect(text).toHaveLength(2);
    for (const file of text) expect(file).toMatch(/2 not run, 1 failed.*so there is no verdict/);
    expect(
      JSON.parse((await goldset(['report', run.record, '--out', out, '--format', 'json', '--json'])).stdout)
        .exitCode,
    ).toBe(3);
  });

  test('a record that was not closed has no verdict, though every item run has a row', async () => {
    const run = await runTexts(textDataset(texts));
    rmSync(path.join(run.record, 'summary.json'));
    const printed = await goldset(['report', run.record, '--format', 'json']);
    expect(printed.stdout).toContain('The run has not written its summary, so there is no verdict.');
    expect(printed.code).toBe(3);
  });

  test('--limit and --only: the record names the selected part, and its gate is inconclusive, unless all items are selected', async () => {
    const dataset = textDataset(texts);
    for (const [args, part] of [
      [['--limit', '3'], 'the first 3 items (--limit)'],
      [['--only', 'i1', '--only', 'i2'], '2 named items (--only)'],
    ] as const) {
      const run = await runTexts(dataset, { args: [...args] });
      expect(run.stdout).toContain(`The run has only ${part}.`);
      const gated = await gate(run.record);
      expect(gated.stdout).toContain(`the record has only ${part}`);
      expect(gated.code).toBe(1);
    }
    const sample = await runTexts(dataset, { args: ['--sample', '2'] });
    expect((await gate(sample.record)).stdout).toContain('Measured on a random sample of 2 items');
    const whole = await runTexts(dataset, { args: ['--limit', '4'] });
    expect((await gate(whole.record)).code).toBe(0);
  });

  test('zero items: exits with 2 for an empty dataset and for an empty selection', async () => {
    expect((await runTexts(textDataset([]))).code).toBe(2);
    expect((await runTexts(textDataset(texts), { args: ['--only', 'i9'] })).code).toBe(2);
  });

  test('a planned item without a result: the gate is inconclusive and states the number', async () => {
    const run = await runTexts(textDataset(texts));
    cutLastLine(run.record, 'rows.jsonl');
    const changed = await gate(run.record);
    expect(changed.stderr).toContain('RECORD_CHANGED');
    expect(changed.code).toBe(2);
    rmSync(path.join(run.record, 'summary.json'));
    const gated = await gate(run.record);
    expect(gated.stdout).toContain('1 item run of 4 has no result');
    expect(gated.code).toBe(3);
  });

  test('a missing prediction: run exits with 3', async () => {
    const predictions = path.join(temporaryFolder(), 'predictions');
    mkdirSync(predictions);
    for (const n of [1, 2, 3])
      writeFileSync(path.join(predictions, `i${n}.json`), JSON.stringify({ value: { text: texts[n - 1] } }));
    const out = temporaryFolder();
    const run = await goldset([
      'run',
      textDataset(texts),
      '--predictions',
      predictions,
      '--out',
      out,
      '--format',
      'json',
    ]);
    expect(run.stderr).toContain('no prediction for this item');
    expect(run.code).toBe(3);
  });
});
