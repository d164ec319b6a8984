import { readFileSync } from 'node:fs';
import { captureCommand } from '../../fixtures/commands/capture-command.ts';

/**
 * Runs commands one after the other in one process, each group in its folder, and answers on standard output: one JSON
 * list a group of what each command wrote. The clock stands still, so that a page is the same whenever it is made.
 */
export interface CommandOutput {
  readonly text: string;
  readonly exitCode: number;
}

export interface CommandGroup {
  readonly folder: string;
  readonly commands: readonly string[];
}

const [, , groups] = process.argv;
if (groups !== undefined) {
  stopTheClock();
  const answers: CommandOutput[][] = [];
  for (const { folder, commands } of JSON.parse(groups) as CommandGroup[]) {
    process.chdir(folder);
    process.env.HOME = folder;
    const written: CommandOutput[] = [];
    for (const command of commands) written.push(await run(command));
    answers.push(written);
  }
  process.exitCode = 0;
  process.stdout.write(JSON.stringify(answers));
}

async function run(command: string): Promise<CommandOutput> {
  const words = splitWords(command);
  if (words[0] === 'cat') return { text: readFileSync(words[1] as string, 'utf8'), exitCode: 0 };
  return captureCommand(words.slice(1));
}

/** Words as a shell takes them: single and double quotes hold one together. */
function splitWords(command: string): string[] {
  return [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''));
}

function stopTheClock(): void {
  const now = Date.UTC(2026, 2, 2, 9, 30);
  const Running = Date;
  globalThis.Date = new Proxy(Running, {
    construct: (target, args: unknown[]) =>
      Reflect.construct(target, args.length === 0 ? [now] : args) as object,
    get: (target, key) => (key === 'now' ? () => now : Reflect.get(target, key)),
  });
}
