import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalJson } from '../base/canonical-json.ts';
import { getOrCreate } from '../base/collections.ts';
import { sha256 } from '../base/hash.ts';
import { toolVersion } from '../base/tool-version.ts';
import type { LocalServiceIdentity } from '../model/record/service-identity.ts';
import { readerVersions } from '../pages/open/reader-versions.ts';
import { type ChatSettings, chatEngineName, chatIdentity } from './engines/chat-settings.ts';
import { describeOcr } from './engines/ocr-runtime.ts';
import { engineModules } from './engines/registry.ts';

/** Folders with code that can change an output. */
const folders = ['./', '../pages/', '../model/', '../base/'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);

const known = new Map<string, Promise<LocalServiceIdentity>>();

/**
 * Returns the identity of a local service with this engine and these settings of the engine. The identity contains a
 * hash of the code, because code can change without a new version of goldset. Reads the code once per process.
 */
export function localServiceIdentity(
  engineModule: string = engineModules.local,
  chatEngine?: ChatSettings,
): Promise<LocalServiceIdentity> {
  const name = chatEngine === undefined ? moduleName(engineModule) : chatEngineName(chatEngine);
  const settings = chatEngine === undefined ? '' : chatIdentity(chatEngine);
  return getOrCreate(known, `${engineModule} ${settings}`, () => readIdentity(engineModule, name, settings));
}

function moduleName(engineModule: string): string {
  const names = Object.keys(engineModules) as (keyof typeof engineModules)[];
  return names.find((one) => engineModules[one] === engineModule) ?? path.basename(engineModule);
}

async function readIdentity(
  engineModule: string,
  name: string,
  settings: string,
): Promise<LocalServiceIdentity> {
  const [versions, ocr] = await Promise.all([readerVersions(), describeOcr()]);
  const own = engineModule.startsWith('file:') ? [fileURLToPath(engineModule)] : [];
  const sources = await Promise.all([...own, ...(await sourceFiles())].map((file) => readFile(file)));
  const hash = sha256(canonicalJson({ sources: sources.map((bytes) => sha256(bytes)), versions, settings }));
  return {
    kind: 'local',
    goldset: toolVersion(),
    engine: `${name} ${hash.slice(0, 16)}`,
    ocr,
  };
}

async function sourceFiles(): Promise<string[]> {
  const files: string[] = [];
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true });
    const code = names.filter((name) => /(?<!\.d)\.(?:ts|js)$/.test(name)).sort();
    files.push(...code.map((name) => path.join(folder, name)));
  }
  return files;
}
