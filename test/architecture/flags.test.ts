import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { buildProgram } from '../../src/cli/main.ts';

const source = path.resolve(import.meta.dirname, '../../src');

/** Returns the file of a command and the files with requests and flags that it imports, also indirectly. */
function filesOf(command: string): Set<string> {
  const found = ['', 'view'].map((folder) => path.join(source, 'cli/commands', folder, `${command}.ts`));
  const files = new Set(found.filter((file) => existsSync(file)));
  // The loop also visits the files that it adds to the set.
  for (const file of files)
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const found = path.resolve(path.dirname(file), imported);
      if (/\/src\/(cli|usecases|report\/formats)\//.test(found)) files.add(found);
    }
  return files;
}

/** Names that a request or a type of flags declares, such as `readonly commonItems?: boolean`. */
function declaredNames(command: string): Set<string> {
  return new Set(
    [...filesOf(command)].flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/readonly (\w+)\??:/g), ([, name = '']) => name),
    ),
  );
}

// Commander passes flags by name, so the compiler cannot find a flag that no request declares.
describe('flags', async () => {
  const program = await buildProgram(() => true);
  const withSubcommands = program.commands.flatMap((command) =>
    [command, ...command.commands].map((one) => ({ name: command.name(), command: one })),
  );

  it.each(Object.keys(commands))('each flag of %s is a member of its request', (name) => {
    const declared = declaredNames(name);
    const flags = withSubcommands
      .filter((one) => one.name === name)
      .flatMap(({ command }) => command.options.map((option) => option.attributeName()));
    expect(flags.filter((flag) => !declared.has(flag))).toEqual([]);
  });
});
