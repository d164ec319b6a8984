import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeExampleFolder } from '../examples/example-folder.ts';
import type { CommandGroup, CommandOutput } from './run-commands.ts';

/** `<!-- output of: goldset ... -->`, and the block below it that shows what the command writes. */
const block = /<!-- output of: ((?:goldset|cat) .+?) -->\n(?:```console\n[\s\S]*?\n```\n)?/g;

/**
 * Returns the pages of docs/commands with the current output of their commands. Commands run in order, each page in a
 * separate example folder. An exit code other than 0 follows the output.
 */
export async function renderCommandPages(pages: readonly string[]): Promise<string[]> {
  const example = await makeExampleFolder();
  const groups = pages.map((page) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-example-'));
    cpSync(example, folder, { recursive: true });
    return { folder, commands: [...page.matchAll(block)].map((match) => match[1] as string) };
  });
  try {
    const answers = await runGroups(groups);
    return pages.map((page, index) => shownIn(page, groups[index]?.folder as string, answers[index] ?? []));
  } finally {
    for (const folder of [example, ...groups.map((group) => group.folder)])
      rmSync(folder, { recursive: true, force: true });
  }
}

function shownIn(page: string, folder: string, answers: readonly CommandOutput[]): string {
  let at = 0;
  return page.replaceAll(block, (_, command: string) => {
    const { text, exitCode } = answers[at++] as CommandOutput;
    // Tables have the line ends of their form, pages those of the others.
    const plain = text.replaceAll('\r\n', '\n');
    const shown = plain.replaceAll(`${folder}/`, '').replaceAll(folder, '.').trim();
    const code = exitCode === 0 ? '' : `\n(exit code ${exitCode})`;
    return `<!-- output of: ${command} -->\n\`\`\`console\n$ ${command}\n${shown}${code}\n\`\`\`\n`;
  });
}

/** Runs commands in a folder as the pages do. */
export async function runIn(folder: string, commands: readonly string[]): Promise<CommandOutput[]> {
  return (await runGroups([{ folder, commands }]))[0] ?? [];
}

async function runGroups(groups: readonly CommandGroup[]): Promise<CommandOutput[][]> {
  const script = path.join(import.meta.dirname, 'run-commands.ts');
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    USER: 'editor',
    NO_COLOR: '1',
    CI: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CEILING_DIRECTORIES: os.tmpdir(),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(groups)], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as CommandOutput[][];
}
