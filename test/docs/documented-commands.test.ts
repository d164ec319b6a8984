import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from '../../src/cli/main.ts';
import { blockCommands, inlineCommands, pages, readPage } from '../fixtures/commands/documented-commands.ts';

/** Returns the command lines of a page without their comments. */
function commandLines(text: string): string[] {
  return [...blockCommands(text), ...inlineCommands(text)];
}

/** Returns the parts of a command line that do not exist: the command, or the flags. */
function unknownWords(program: Command, line: string): string[] {
  const words = line.replace(/^npx /, '').replaceAll('\\\n', ' ').trim().split(/\s+/).slice(1);
  let command = program;
  for (const word of words) {
    const next = command.commands.find((sub) => sub.name() === word);
    if (next === undefined) break;
    command = next;
  }
  const first = words[0] ?? '';
  if (command === program && /^[a-z]/.test(first)) return [first];
  const flags = words.flatMap((word) => /^--[a-z][a-z0-9-]*/.exec(word) ?? []);
  const known = new Set(command.options.flatMap(({ long }) => long ?? []));
  return flags.filter((flag) => !known.has(flag) && flag !== '--help' && flag !== '--version');
}

test('every command line of the documentation names an existing command and existing flags', async () => {
  const program = await buildProgram(() => true);
  const lines = pages.flatMap((page) => commandLines(readPage(page)).map((line) => ({ page, line })));
  const wrong = lines.flatMap(({ page, line }) =>
    unknownWords(program, line).map((word) => `${page}: ${word} in ${line}`),
  );
  expect(lines.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

test('finds command lines in blocks and between backticks, and unknown words in them', async () => {
  const program = await buildProgram(() => true);
  const page =
    'Use `goldset runs x`.\n```sh\nnpx goldset dataset check x \\\n  --no-such --json  # why\n```\ngoldset is fine\n';
  const lines = commandLines(page);
  expect(lines).toEqual(['npx goldset dataset check x \\\n  --no-such --json', 'goldset runs x']);
  expect(lines.flatMap((line) => unknownWords(program, line))).toEqual(['--no-such', 'runs']);
});
