import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type CommandAnswer, type CommandRequest, runCommand } from '../../fixtures/commands/run-command.ts';

/** The output of a command on both streams, and its exit code. */
export interface CommandOutput {
  readonly text: string;
  readonly exitCode: number | null;
}

/** Runs one command and returns its output. */
export type CommandRunner = (request: CommandRequest) => Promise<Pick<CommandAnswer, 'text' | 'code'>>;

/**
 * Matches a comment `<!-- output of: goldset ... -->` and the code block below it, which shows the output of the
 * command.
 */
const block = /<!-- output of: ((?:goldset|cat) .+?) -->\n(?:```console\n[\s\S]*?\n```\n)?/g;

/**
 * Returns the pages of docs/commands with the current output of their commands. Runs the commands of each page in
 * order, in a separate copy of the example folder. Shows exit codes other than 0 below the output. Keeps the old output
 * of the commands in `skipped`.
 */
export async function renderCommandPages(
  pages: readonly string[],
  example: string,
  run: CommandRunner = runCommand,
  skipped: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const rendered: string[] = [];
  for (const page of pages) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-example-'));
    try {
      cpSync(example, folder, { recursive: true });
      const commands = [...page.matchAll(block)].map((match) => match[1] as string);
      const current = commands.filter((command) => !skipped.has(command));
      rendered.push(shownIn(page, folder, await runIn(folder, current, run), skipped));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rendered;
}

function shownIn(
  page: string,
  folder: string,
  answers: readonly CommandOutput[],
  skipped: ReadonlySet<string>,
): string {
  let at = 0;
  return page.replaceAll(block, (written, command: string) => {
    if (skipped.has(command)) return written;
    const { text, exitCode } = answers[at++] as CommandOutput;
    // CSV tables have CRLF line ends, and pages have LF line ends.
    const plain = text.replaceAll('\r\n', '\n');
    const shown = plain.replaceAll(`${folder}/`, '').replaceAll(folder, '.').trim();
    const code = exitCode === 0 ? '' : `\n(exit code ${exitCode})`;
    return `<!-- output of: ${command} -->\n\`\`\`console\n$ ${command}\n${shown}${code}\n\`\`\`\n`;
  });
}

/**
 * Runs commands in a folder, one after another, without the settings of the current user. The clock stands still, so
 * that the output does not depend on the time.
 */
export async function runIn(
  folder: string,
  commands: readonly string[],
  run: CommandRunner = runCommand,
): Promise<CommandOutput[]> {
  const env = {
    ...Object.fromEntries(personal.map((name) => [name, ''])),
    GOLDSET_CACHE_DIR: path.join(folder, '.cache'),
    USER: 'editor',
    NO_COLOR: '1',
    CI: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CEILING_DIRECTORIES: os.tmpdir(),
  };
  const written: CommandOutput[] = [];
  for (const command of commands) {
    const [program, ...args] = splitWords(command);
    if (program === 'cat') {
      written.push({ text: readFileSync(path.join(folder, args[0] as string), 'utf8'), exitCode: 0 });
      continue;
    }
    const { text, code } = await run({ args, cwd: folder, env, stoppedAt });
    written.push({ text, exitCode: code });
  }
  return written;
}

const stoppedAt = Date.UTC(2026, 2, 2, 9, 30);
const personal = ['GOLDSET_BASE_URL', 'GOLDSET_API_TOKEN', 'FORCE_COLOR'];

/** Splits a command line into words as a shell does. Quotes keep text with spaces together. */
function splitWords(command: string): string[] {
  return [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''));
}
