import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256 } from '../../base/hash.ts';
import { requireWritableFolder, writeFileAtomically } from '../../base/write-file.ts';
import {
  type DocumentsWithoutGold,
  documentsWithoutGold,
} from '../../loaders/inputs/documents-without-gold.ts';
import { readProposals } from '../../loaders/inputs/read-proposals.ts';
import type {
  DatasetManifest,
  EvaluationSet,
  EvaluationSetItem,
} from '../../model/dataset/evaluation-set.ts';
import type { Proposer } from '../../model/dataset/gold-source.ts';
import { type Proposal, proposalsName } from '../../model/dataset/proposal.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { PrefillResult } from '../../model/results/command-results.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';
import { hashDocument } from '../../runner/plan-items.ts';
import { describeTool } from '../../runner/record-head.ts';
import { assertSameKind, resolveVersions } from '../../runner/resolve-versions.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { onTarget, recordRest } from '../run/run-dataset.ts';
import { processorNamed } from '../run/run-processor.ts';
import { runWithProgress } from '../run/run-with-progress.ts';
import { resolveSettings, type Settings } from '../settings/resolve-settings.ts';
import { type RunFlags, type RunSettings, runSettings } from '../settings/run-settings.ts';

export interface PrefillRequest extends Omit<RunFlags, 'limit' | 'repeat' | 'maxFailureRate'> {
  /** Folder of documents, or folder of a dataset in the native format. */
  readonly dataset: string;
  readonly config?: string;
  /** Id or file of the processor that proposes the labels. */
  readonly processor?: string;
  /** Record whose outputs become the proposals. If it is set, no processor runs. */
  readonly fromRecord?: string;
  /** Text that determines the random sample. `goldset` by default. */
  readonly seed?: string;
}

/** The documents of a folder, and the proposals that an earlier call wrote. */
interface Prefill extends DocumentsWithoutGold {
  /** The documents that get a proposal: all documents without gold, or a sample of them. */
  readonly chosen: readonly EvaluationSetItem[];
  readonly proposals: Map<string, Proposal>;
}

/**
 * Writes proposed labels for documents without gold to `proposals.jsonl`. Also writes `dataset.json` if the folder has
 * none. Never writes `items.jsonl` and never replaces a proposal. After an interruption, another call continues with
 * the documents that have no proposal yet.
 */
export async function prefillDataset(
  request: PrefillRequest,
  ports: Ports = silentPorts,
): Promise<PrefillResult> {
  const settings = await resolveSettings({ config: request.config });
  const version = checkRequest(request);
  const run = runSettings({ ...request, versions: version ?? 'draft' }, settings.config, ports.env);
  const found = await documentsWithoutGold(request.dataset);
  const { folder, documents, labelled } = found;
  await requireWritableFolder(folder);
  const proposals = new Map((await readProposals(folder)).map((proposal) => [proposal.id, proposal]));
  if (documents.length + proposals.size === 0)
    throw new GoldsetError('USAGE', {
      problem: labelled > 0 ? `every item of ${folder} has gold` : `found no document in ${folder}`,
      fix: 'Name a folder with documents, such as PDF files and images.',
    });
  const chosen = sampled(documents, run.sample, request.seed ?? 'goldset');
  const prefill = { ...found, chosen, proposals };
  const before = proposals.size;
  const record =
    request.fromRecord === undefined
      ? await proposeByRun(request, prefill, settings, run, ports)
      : await proposeFromRecord(request.fromRecord, version, prefill);
  const missing = chosen.filter(({ id }) => !proposals.has(id)).length;
  return {
    exitCode: missing > 0 ? 3 : 0,
    folder,
    documents: documents.length,
    chosen: chosen.length,
    added: proposals.size - before,
    missing,
    waiting: documents.filter(({ id }) => proposals.has(id)).length,
    labelled,
    record,
  };
}

/** Checks the flags. Returns the version that the request names; `undefined` if it names none. */
function checkRequest({ processor, fromRecord, versions }: PrefillRequest): string | undefined {
  if ((processor === undefined) === (fromRecord === undefined))
    throw new GoldsetError('USAGE', {
      problem: `found ${processor === undefined ? 'neither --processor nor --from-record' : '--processor with --from-record'}`,
      fix: 'Give --processor with an id or a file, or --from-record with a record.',
    });
  const names = versions?.split(',').map((name) => name.trim());
  if (names !== undefined && (names.length !== 1 || names[0] === ''))
    throw new GoldsetError('USAGE', {
      problem: `--versions: found "${versions}", expected one version`,
      fix: 'Name one version, for example --versions draft.',
    });
  return names?.[0];
}

/**
 * Returns `size` random documents in their original order: those with the smallest hashes of seed and id. Without
 * `size`, returns all documents.
 */
function sampled(
  documents: readonly EvaluationSetItem[],
  size: number | undefined,
  seed: string,
): readonly EvaluationSetItem[] {
  if (size === undefined || size >= documents.length) return documents;
  const hashed = documents.map(({ id }) => ({ id, hash: sha256(`${seed}\0${id}`) }));
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const drawn = new Set(hashed.slice(0, size).map(({ id }) => id));
  return documents.filter(({ id }) => drawn.has(id));
}

/**
 * Runs the version on the chosen documents that have no proposal. Returns the record, or `null` if no document had to
 * run.
 */
async function proposeByRun(
  request: PrefillRequest,
  prefill: Prefill,
  settings: Settings,
  run: RunSettings,
  ports: Ports,
): Promise<string | null> {
  const { folder, chosen, proposals } = prefill;
  const last = await lastRecord(folder);
  let tried = new Set<string>();
  if (last.record !== null) {
    // An earlier call may have been interrupted. If its run is unfinished, resume this run. Otherwise, add the outputs
    // of the run, because they may be missing in the proposals.
    const { dir, summary } = await openRecord(last.record);
    if (summary === null) {
      const { processor, versions } = request;
      await recordRest(dir, { processor, versions }, settings, run, ports).finally(() =>
        addFrom(dir, prefill),
      );
      tried = new Set(await Array.fromAsync((await openRecord(dir)).items(), ({ id }) => id));
    } else await addFrom(dir, prefill);
  }
  const rest = chosen.filter(({ id }) => !proposals.has(id) && !tried.has(id));
  if (rest.length === 0) return tried.size > 0 ? last.record : null;
  const out = path.join(folder, 'prefill', String(last.number + 1));
  const recordDir = path.join(out, 'record');
  await onTarget({ ...run, dataDir: path.join(out, 'service') }, recordDir, ports, async (target) => {
    const processor = await processorNamed(target.client, request.processor ?? '');
    const resolved = await resolveVersions(target.client, processor, run.versions);
    if (prefill.manifest !== null) assertSameKind(prefill.manifest, resolved);
    const { client, kind: targetKind } = target;
    const { versions, concurrency, deadlineMs, maxCredits } = run;
    const head = await describeTool({
      ...run.options,
      dataset: { value: request.dataset, from: 'flag' },
      processor: { value: request.processor, from: 'flag' },
    });
    const set = setOf(prefill, rest, resolved.kind);
    await runWithProgress(set.name, ports, {
      ...{ client, targetKind, recordDir, concurrency, deadlineMs, maxCredits, processor, versions, head },
      ...{ set, repeats: 1 },
    });
  }).finally(() => existsSync(path.join(recordDir, 'plan.json')) && addFrom(recordDir, prefill));
  return recordDir;
}

/** Returns the documents as a dataset that has no gold. */
function setOf(
  { folder, manifest }: Prefill,
  documents: readonly EvaluationSetItem[],
  kind: ProcessorKind,
): EvaluationSet {
  const name = manifest?.name ?? path.basename(folder);
  return {
    ...{ name, kind, path: folder },
    manifest: { name, kind },
    async *items() {
      yield* documents;
    },
  };
}

async function lastRecord(
  folder: string,
): Promise<{ readonly number: number; readonly record: string | null }> {
  const names = await readdir(path.join(folder, 'prefill')).catch(() => []);
  const numbers = names.filter((name) => /^\d{1,6}$/.test(name)).map(Number);
  const number = Math.max(0, ...numbers);
  const record = path.join(folder, 'prefill', String(number), 'record');
  return { number, record: existsSync(path.join(record, 'plan.json')) ? record : null };
}

/**
 * Adds the outputs of a record as proposals for the documents with the same content. Returns the folder of the record.
 */
async function proposeFromRecord(
  named: string,
  version: string | undefined,
  prefill: Prefill,
): Promise<string> {
  const reader = await openRecord(path.resolve(named));
  if (prefill.manifest !== null)
    assertSameKind(prefill.manifest, { name: reader.plan.processor.name, kind: reader.plan.processor.kind });
  const byHash = new Map<string, EvaluationSetItem[]>();
  for (const document of prefill.chosen) {
    const hash = await hashDocument(document.source);
    byHash.set(hash, [...(byHash.get(hash) ?? []), document]);
  }
  await addProposals(reader, version, prefill, ({ documentHash }) => byHash.get(documentHash) ?? []);
  return reader.dir;
}

/** Adds the outputs of a record as proposals. The items of the record have the same ids as the documents. */
async function addFrom(record: string, prefill: Prefill): Promise<void> {
  const byId = new Map(prefill.documents.map((document) => [document.id, document]));
  const reader = await openRecord(record);
  await addProposals(reader, undefined, prefill, ({ id }) =>
    [byId.get(id)].filter((one) => one !== undefined),
  );
}

/** Adds the outputs of one version as proposals, and writes them. Does not change existing proposals. */
async function addProposals(
  reader: RecordReader,
  version: string | undefined,
  { folder, manifest, proposals }: Prefill,
  documentsOf: (item: { readonly id: string; readonly documentHash: string }) => readonly EvaluationSetItem[],
): Promise<void> {
  const { plan } = reader;
  const at =
    version === undefined
      ? plan.versions.length - 1
      : plan.versions.findIndex(({ requested, resolved }) => [requested, resolved].includes(version));
  const chosen = plan.versions[at];
  if (chosen === undefined)
    throw new GoldsetError('USAGE', {
      problem: `--versions: the record has no version "${version}"`,
      fix: `Name one of ${plan.versions.map(({ requested }) => requested).join(', ')}.`,
    });
  // Omit the config hash for imported predictions. Their hash is the hash of the dataset's config, and does not
  // identify a version.
  const isRun = plan.target.kind !== 'predictions';
  const proposedBy: Proposer = {
    processor: plan.processor.name,
    version: chosen.resolved,
    ...(isRun && { configHash: chosen.configHash }),
  };
  let added = 0;
  for await (const { item, runs } of reader.documents()) {
    const output = runs[at]?.find(({ state }) => state === 'processed')?.output;
    if (output === undefined || output === null) continue;
    for (const { id, source } of documentsOf(item)) {
      if (proposals.has(id)) continue;
      const facts = { proposedBy, recordId: plan.recordId, output: output as JsonValue };
      proposals.set(id, { id, ...sourceMembers(source, folder), ...facts });
      added++;
    }
  }
  if (added === 0) return;
  const config = chosen.config;
  await writeManifest(folder, manifest, { name: path.basename(folder), kind: config.type, config });
  const text = [...proposals.values()].map((proposal) => `${JSON.stringify(proposal)}\n`);
  await writeFileAtomically(path.join(folder, proposalsName), text, { sync: true });
}

/**
 * Writes `dataset.json` unless it exists. Throws USAGE if an existing file has no config, because labelling needs a
 * config.
 */
async function writeManifest(
  folder: string,
  existing: DatasetManifest | null,
  manifest: DatasetManifest,
): Promise<void> {
  const file = path.join(folder, 'dataset.json');
  if (existing === null && !existsSync(file)) {
    await writeFileAtomically(file, `${JSON.stringify(manifest, null, 2)}\n`, { sync: true });
    return;
  }
  if (existing !== null && existing.config === undefined)
    throw new GoldsetError('USAGE', {
      problem: `${file} has no "config", so the fields to label are unknown`,
      fix: 'Copy "config" of the processor into dataset.json.',
    });
}

function sourceMembers(source: EvaluationSetItem['source'], folder: string) {
  switch (source.kind) {
    case 'text':
      return { text: source.text };
    case 'fileId':
      return { fileId: source.fileId };
    case 'url':
      return { fileUrl: source.url, fileName: source.name };
    case 'file': {
      const file = path.relative(folder, source.path).split(path.sep).join('/');
      return { file, fileName: source.name };
    }
  }
}
