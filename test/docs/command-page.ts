import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeExampleFolder } from './example-folder.ts';
import type { CommandOutput } from './run-commands.ts';

/** `<!-- output of: goldset ... -->`, and the block below it that shows what the command writes. */
const block = /<!-- output of: ((?:goldset|cat) .+?) -->\n(?:```console\n[\s\S]*?\n```\n)?/g;

/**
 * A page of docs/commands with the output of its commands as they answer today, run in order in one example folder. A
 * command that ends with another code than 0 has it below its output.
 */
export async function renderCommandPage(page: string): Promise<string> {
  const commands = [...page.matchAll(block)].map((match) => match[1] as string);
  if (commands.length === 0) return page;
  const folder = await makeExampleFolder();
  try {
    const answers = await runIn(folder, commands);
    let at = 0;
    return page.replaceAll(block, (_, command: string) => {
      const { text, exitCode } = answers[at++] as CommandOutput;
      // Tables have the line ends of their form, pages those of the others.
      const plain = text.replaceAll('\r\n', '\n');
      const shown = plain.replaceAll(`${folder}/`, '').replaceAll(folder, '.').trim();
      const code = exitCode === 0 ? '' : `\n(exit code ${exitCode})`;
      return `<!-- output of: ${command} -->\n\`\`\`console\n$ ${command}\n${shown}${code}\n\`\`\`\n`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs commands in a folder as the pages do. */
export async function runIn(folder: string, commands: readonly string[]): Promise<CommandOutput[]> {
  const script = path.join(import.meta.dirname, 'run-commands.ts');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    USER: 'editor',
    NO_COLOR: '1',
    CI: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CEILING_DIRECTORIES: path.dirname(folder),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, JSON.stringify(commands)], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as CommandOutput[];
}
