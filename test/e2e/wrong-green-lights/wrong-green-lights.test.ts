import { describe, expect, test } from 'vitest';
import { joinedLines } from '../../fixtures/commands/joined-lines.ts';
import { someOf } from '../../fixtures/long-form.ts';
import { groups, run, runPipes } from './all-tries.ts';
import { pipes } from './flags.ts';

test('there are at least 150 tries, each with its own name', () => {
  const names = groups.flatMap(({ title, tries }) => tries.map(({ name }) => `${title}: ${name}`));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(150);
});

describe.each(groups)('$title', { timeout: 120_000 }, ({ tries }) => {
  test.each(someOf(tries, 3))('$name: exit code $exitCode', async (one) => {
    const { code, text } = await run(one);
    const joined = joinedLines(text);
    expect(joined).toContain(joinedLines(one.reason));
    if (one.never !== undefined) expect(joined).not.toContain(joinedLines(one.never));
    expect(code).toBe(one.exitCode);
  });
});

test.skipIf(process.platform !== 'linux')(
  'the exit code survives a closed or full standard output',
  { timeout: 120_000 },
  async () => {
    const found = await runPipes(someOf(pipes, 4));
    expect(found.map((pipe) => [pipe.name, pipe.found])).toEqual(
      found.map((pipe) => [pipe.name, pipe.exitCode]),
    );
  },
);
