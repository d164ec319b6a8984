import { type FSWatcher, statSync, watch } from 'node:fs';
import path from 'node:path';
import { sha256, sha256Json } from '../../base/hash.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import type { DocumentSource } from '../../model/dataset/evaluation-set.ts';
import { readProcessorFile } from '../../runner/ensure-processor.ts';
import { resolveSettings, type SettingsRequest } from '../settings/resolve-settings.ts';
import { watchedFolders } from '../view/watched-folders.ts';
import { isProcessorFile } from './run-processor.ts';

/**
 * A change is reported only after this time in milliseconds without another change, because editors write a file in
 * several steps.
 */
const debounceMs = 300;
/** Interval in milliseconds at which the inputs are read if the system cannot watch a folder. */
const pollMs = 2000;

/** The files that a watching run depends on. */
export interface WatchedInputs extends Pick<SettingsRequest, 'config' | 'policy'> {
  readonly dataset: string;
  /** Id or file of a processor. Only a file is watched. */
  readonly processor?: string;
  readonly allowInvalidGold?: boolean;
}

/** Hashes of the content of the watched files. Two states with equal hashes give equal runs. */
export interface InputState {
  /** Configuration file and policy file. */
  readonly settings: string;
  /**
   * Processor file, or the config of the dataset if no processor is named; `null` if the user named the processor by
   * its id.
   */
  readonly processor: string | null;
  /** Items with their gold, and sizes and times of their documents. */
  readonly dataset: string;
  readonly name: string;
  /** Paths of the files and folders to watch. */
  readonly paths: readonly string[];
}

/** Reads and checks all inputs. Throws the error of the first invalid file. */
export async function readInputs(inputs: WatchedInputs): Promise<InputState> {
  const { config, policy, dataset, processor, allowInvalidGold } = inputs;
  const { config: settings, loaded } = await resolveSettings({ config, policy });
  const files = [loaded.file, policy === undefined ? null : path.resolve(policy)].filter(
    (file) => file !== null,
  );
  const texts = await Promise.all(files.map((file) => readTextFile(file)));
  const isFile = processor !== undefined && isProcessorFile(processor);
  const processorFile = isFile ? path.resolve(processor) : null;
  const ofFile = processorFile === null ? null : sha256Json(await readProcessorFile(processorFile));
  const set = await loadDataset(dataset, { loaders: settings.loaders, allowInvalidGold });
  const items: string[] = [];
  for await (const { id, source, expectedOutput, notScored, tags } of set.items())
    items.push(
      sha256Json({ id, source: stateOf(source), expectedOutput, notScored: notScored ?? null, tags }),
    );
  const { config: _, ...manifest } = set.manifest;
  return {
    settings: sha256(texts.join('\0')),
    processor: processor === undefined ? sha256Json(set.manifest.config ?? null) : ofFile,
    dataset: sha256Json({ items, manifest: sha256(JSON.stringify(manifest)) }),
    name: set.name,
    paths: [...files, ...(processorFile === null ? [] : [processorFile]), set.path],
  };
}

/**
 * Describes the source of a document as JSON. Describes a file by its path, size and time, because reading the content
 * of all files takes long.
 */
function stateOf(source: DocumentSource): Record<string, string | number> {
  if (source.kind !== 'file') return { ...source };
  const facts = statSync(source.path, { throwIfNoEntry: false });
  return { ...source, bytes: facts?.size ?? -1, mtimeMs: facts?.mtimeMs ?? -1 };
}

/**
 * Watches files and folders, and calls `onChange` after each group of changes. A change can be reported although the
 * content is the same. Returns a function that stops watching.
 *
 * @param paths Files, and folders of datasets. Their subfolders are watched too, except hidden ones.
 */
export async function watchPaths(paths: readonly string[], onChange: () => void): Promise<() => void> {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;
  const onEvent = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, debounceMs);
  };
  const pollInstead = () => {
    poll ??= setInterval(onChange, pollMs);
  };
  for (const one of paths)
    for (const [folder, name] of await foldersOf(one)) {
      try {
        const watcher = watch(folder, (_, changed) => {
          if (name === null || changed === null || changed === name) onEvent();
        });
        watcher.on('error', pollInstead);
        watchers.set(`${folder}\0${name}`, watcher);
      } catch {
        pollInstead();
      }
    }
  return () => {
    clearTimeout(timer);
    clearInterval(poll);
    for (const watcher of watchers.values()) watcher.close();
  };
}

/**
 * Returns the folders to watch for a path. Each folder has the name of the only file to watch in it, or `null` if all
 * its files are watched. A file is watched through its folder, because many editors replace a file instead of writing
 * into it.
 */
async function foldersOf(one: string): Promise<(readonly [folder: string, name: string | null])[]> {
  if (!statSync(one, { throwIfNoEntry: false })?.isDirectory())
    return [[path.dirname(one), path.basename(one)]];
  const folders: [string, null][] = [];
  for await (const folder of watchedFolders(one)) folders.push([folder, null]);
  return folders;
}
