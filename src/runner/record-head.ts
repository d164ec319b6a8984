import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { gitCommit } from '../base/node/git-commit.ts';
import type { RecordHead } from './run-options.ts';

const packageSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).optional(),
});

/** Returns the versions of goldset and its dependencies, and the Git commit of the working directory. */
export async function describeTool(options: RecordHead['options'] = {}): Promise<RecordHead> {
  // Keep the result, because this process does not use versions that are installed later.
  tool ??= await readTool();
  return { tool, gitCommit: await gitCommit(process.cwd()), options };
}

let tool: RecordHead['tool'] | undefined;

async function readTool(): Promise<RecordHead['tool']> {
  const root = path.resolve(import.meta.dirname, '../..');
  const own = packageSchema.parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  const names = Object.keys(own.dependencies ?? {});
  const versions = await Promise.all(names.map((name) => installedVersion(root, name)));
  const dependencies = Object.fromEntries(
    names.map((name, index) => [name, versions[index] ?? own.dependencies?.[name] ?? 'unknown']),
  );
  return { name: own.name, version: own.version, node: process.version, dependencies };
}

/** Returns the version of a dependency. Also looks in parent folders, where npm may install it. */
async function installedVersion(root: string, name: string): Promise<string | null> {
  for (let dir = root; ; dir = path.dirname(dir)) {
    try {
      const file = path.join(dir, 'node_modules', name, 'package.json');
      return packageSchema.parse(JSON.parse(await readFile(file, 'utf8'))).version;
    } catch {
      if (dir === path.dirname(dir)) return null;
    }
  }
}
