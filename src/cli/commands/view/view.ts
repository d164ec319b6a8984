import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { GoldsetError } from '../../../base/goldset-error.ts';
import type { ViewResult } from '../../../model/results/command-results.ts';
import { numberFlag } from '../../../usecases/settings/flags.ts';
import { addSharedFlags, collect, type JsonFlag, print } from '../../terminal/flags.ts';
import { openInBrowser } from '../../terminal/open-in-browser.ts';

interface ViewFlags extends JsonFlag {
  readonly port: string;
  readonly open: boolean;
  readonly at?: string;
  readonly reviewer?: string;
  readonly readOnly?: boolean;
  readonly dataset: readonly string[];
}

/** `goldset view [DIR]`: shows the records of a folder in the browser until it is interrupted. */
export function define(command: Command): void {
  command
    .option('--port <number>', 'port on this machine; 0 selects a free port', '0')
    .argument('[dir]', 'folder with records, a record, a dataset, or a list of label differences', 'reports')
    .option(
      '--at <item[/field]>',
      'open the page of this item, or of one field, in the newest record that has the item',
    )
    .option('--dataset <dir>', 'list this dataset too (repeatable)', collect, [])
    .option('--reviewer <name>', 'your name in the history of edited labels (default: the login name)')
    .option('--read-only', 'do not allow edits of labels')
    .option('--no-open', 'do not open the browser');
  addSharedFlags(command, {
    config: false,
    json: 'view',
    examples: ['goldset view reports --no-open', 'goldset view labels.jsonl'],
  });
  command.action(async (dir: string, flags: ViewFlags) => {
    const port = numberFlag('--port', flags.port, 0, 65535, 'whole number');
    const list = statSync(dir, { throwIfNoEntry: false })?.isFile() ? await openedList(dir, flags) : null;
    const page = list?.page ?? (flags.at === undefined ? null : await pageOf(dir, flags.at));
    const { startViewServer } = await import('../../../workbench/server/view-server.ts');
    const { env } = process;
    const reviewer = flags.reviewer ?? env.USER ?? env.USERNAME ?? userInfo().username;
    const goldset = [process.execPath, process.argv[1] ?? ''];
    const server = await startViewServer(list?.folder ?? dir, {
      port,
      reviewer,
      readOnly: flags.readOnly,
      datasets: flags.dataset,
      labelLists: list === null ? [] : [dir],
      goldset,
    }).catch((thrown) => {
      if (thrown?.code !== 'EADDRINUSE') throw thrown;
      const fix = 'Omit --port to take a free port, or stop the other program.';
      throw new GoldsetError('USAGE', { problem: `--port: port ${port} is in use`, fix });
    });
    const url = page === null ? server.url : `${server.url}&to=${encodeURIComponent(page)}`;
    const result: ViewResult = { url, folder: server.folder, pid: process.pid };
    print(result, flags, viewText);
    if (flags.open) await openInBrowser(url);
    await new Promise<void>((resolve) => {
      process.once('SIGTERM', resolve);
      process.once('SIGINT', resolve);
    });
    await server.close();
  });
}

/** Returns the page of a list of label differences, and the folder of its records. */
async function openedList(file: string, { at, readOnly }: ViewFlags) {
  if (at !== undefined || readOnly)
    throw new GoldsetError('USAGE', {
      problem: `found ${readOnly ? '--read-only' : '--at'} together with the file ${file}`,
      fix: 'Name a folder, or omit the option.',
    });
  const { folderOfList, pageOfList } = await import('../../../usecases/view/find-label-lists.ts');
  return { folder: await folderOfList(file), page: pageOfList(file) };
}

/**
 * Returns the address of the page that shows an item (`ITEM`) or one field of an item (`ITEM/FIELD`). The page belongs
 * to the newest record that contains the item.
 */
async function pageOf(dir: string, at: string): Promise<string> {
  const { newestRecord } = await import('../../../usecases/view/list-records.ts');
  const [, before, field] = /^(.+)\/([^/]+)$/.exec(at) ?? [];
  const item = before ?? at;
  const { key } = await newestRecord(dir, item);
  const value = field === undefined ? '' : `?value=${encodeURIComponent(field)}`;
  return `/records/${key}#/document/${encodeURIComponent(item)}${value}`;
}

function viewText({ url, folder }: ViewResult): string {
  return `Records of ${folder}: ${url}\nThe address contains a secret. It is valid until goldset view stops.\nStop: Ctrl-C`;
}
