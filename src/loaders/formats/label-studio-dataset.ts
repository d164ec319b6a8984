import { statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { getOrCreate } from '../../base/collections.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { pluralise, truncateList } from '../../base/phrases.ts';
import { InsideFolder } from '../../base/safe-path.ts';
import type { DocumentSource, EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { DatasetEntry } from '../../model/dataset/loader.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { type Mismatch, mismatchOf, shown } from '../../model/processor/mismatch.ts';
import { defineLoader } from '../reading/define-loader.ts';
import { documentSource } from '../reading/document-source.ts';
import { inferConfig } from '../reading/infer-config.ts';
import { readJsonAs } from '../reading/read-json.ts';
import { FieldKeys, type LabelStudioGold, readAnnotation, resultSchema } from './label-studio-results.ts';
import { documentEndings } from './pairs-dataset.ts';

const fix = 'Export the project from Label Studio as JSON, not as JSON-MIN.';

const annotationSchema = z.looseObject({
  result: z.array(resultSchema),
  was_cancelled: z.boolean().nullish(),
  ground_truth: z.boolean().nullish(),
});
const taskSchema = z.looseObject({
  id: z.union([z.int(), z.string().min(1)]),
  data: z.record(z.string(), z.unknown()),
  annotations: z.array(annotationSchema),
  predictions: z.array(z.unknown()).optional(),
});
type Task = z.infer<typeof taskSchema>;

/**
 * Parts of an export that the dataset omits, and labels that several regions have. The dataset joins the texts of these
 * regions. Each member of this object causes one notice.
 */
interface Losses {
  readonly severalAnnotations: Set<string>;
  /** Per label: the tasks in which several regions have this label. */
  readonly joined: Map<string, Set<string>>;
  /** Number of ignored results and members, by their description. */
  readonly ignored: Map<string, number>;
}

/** Data that all tasks of one export share. */
interface Export {
  readonly file: string;
  readonly inside: InsideFolder;
  readonly keys: FieldKeys;
  readonly losses: Losses;
  /** Maps the path of each document in the folder to its address in the export. */
  readonly addresses: Map<string, string>;
  /** Maps the id of each task to its position in the export. */
  readonly positions: Map<string, number>;
}

/**
 * A JSON export of Label Studio (https://labelstud.io/guide/task_format). The label of a region is the name of a field,
 * and the text of the region is its value. A text, number, date or choice for the whole document is a field with the
 * name of its tag. If a project has only one choice per document, the dataset has classes. Predictions in the export
 * are not read.
 */
export const labelStudioLoader = defineLoader({
  name: 'label-studio',
  doc: 'JSON export of Label Studio, with its documents in the same folder or at addresses',
  withoutGold: 'a task without an annotation',
  open: async (file) => {
    const tasks = await readJsonAs(file, z.array(z.unknown()), fix);
    const losses: Losses = { severalAnnotations: new Set(), joined: new Map(), ignored: new Map() };
    const inside = new InsideFolder(path.dirname(file));
    const shared: Export = {
      file,
      inside,
      keys: new FieldKeys(),
      losses,
      addresses: new Map(),
      positions: new Map(),
    };
    const read: (ReadTask | { readonly problem: GoldsetError })[] = [];
    for (const [index, task] of tasks.entries()) read.push(attempt(() => readTask(task, index, shared)));
    const labelled = read.flatMap((one) => ('gold' in one && one.gold !== null ? [one.gold] : []));
    const tags = new Set(labelled.flatMap(({ fields }) => Object.keys(fields)));
    const isClassified =
      tags.size === 1 &&
      labelled.every(({ choice, fields }) => choice !== null || Object.keys(fields).length === 0);
    const kind = isClassified ? 'CLASSIFY' : 'EXTRACT';
    const goldOf = (gold: LabelStudioGold | null): JsonValue => {
      if (gold === null) return null;
      if (isClassified) return gold.choice === null ? null : { type: gold.choice };
      return { value: gold.fields, metadata: gold.metadata };
    };
    const config = inferConfig(kind, labelled.map(goldOf));
    const entries = read.map((one): DatasetEntry => {
      if ('problem' in one) return one;
      const { item, gold } = one;
      const notScored = isClassified || gold === null ? {} : gold.notScored;
      return {
        item: {
          ...item,
          expectedOutput: goldOf(gold),
          ...(Object.keys(notScored).length > 0 && { notScored }),
        },
      };
    });
    return {
      manifest: { name: path.basename(file).replace(/\.json$/i, ''), kind, ...(config && { config }) },
      manifestFile: file,
      path: file,
      inferred: true,
      notices: noticesOf(losses),
      entries: () => entries,
    };
  },
});

function attempt<T>(read: () => T): T | { readonly problem: GoldsetError } {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof GoldsetError) return { problem: thrown };
    throw thrown;
  }
}

function noticesOf({ severalAnnotations, joined, ignored }: Losses): string[] {
  const notices: string[] = [];
  const several = pluralise(severalAnnotations.size, 'task');
  if (severalAnnotations.size > 0)
    notices.push(
      `${several} with several annotations: goldset uses the annotation that is marked as ground truth, or otherwise the last one (${truncateList([...severalAnnotations], 5)})`,
    );
  for (const [field, tasks] of joined)
    notices.push(
      `${field}: ${pluralise(tasks.size, 'task')} with several regions of this label; their texts are joined (${truncateList([...tasks], 5)})`,
    );
  const others = [...ignored].map(([what, count]) => `${what} (${count})`);
  if (others.length > 0) notices.push(`not read: ${truncateList(others, 20)}`);
  return notices;
}

interface ReadTask {
  readonly item: Omit<EvaluationSetItem, 'expectedOutput'>;
  readonly gold: LabelStudioGold | null;
}

function readTask(value: unknown, index: number, shared: Export): ReadTask {
  const { file, keys, losses } = shared;
  const invalid = ({ path: at, ...mismatch }: Mismatch, hint = fix) =>
    new GoldsetError('DATASET_INVALID', { file, ...mismatch, path: `[${index}].${at}`, fix: hint });
  const parsed = taskSchema.safeParse(value);
  if (!parsed.success) throw invalid(mismatchOf(parsed.error, value));
  const task = parsed.data;
  const first = getOrCreate(shared.positions, `${task.id}`, () => index);
  if (first !== index)
    throw invalid(
      {
        path: 'id',
        found: `${task.id}`,
        expected: `an id that no other task has; [${first}] has this id too`,
      },
      'Give each task its own id.',
    );
  const name = `task ${task.id}`;
  const finished = task.annotations.filter((one) => one.was_cancelled !== true);
  if (finished.length > 1) losses.severalAnnotations.add(name);
  const annotation = finished.find((one) => one.ground_truth === true) ?? finished.at(-1);
  const gold = annotation === undefined ? null : readAnnotation(annotation.result, keys);
  if (gold !== null && 'mismatch' in gold) throw invalid(gold.mismatch, 'Select one choice per document.');
  for (const field of gold?.joined ?? [])
    getOrCreate(losses.joined, field, () => new Set<string>()).add(name);
  const found = sourceOf(task, shared, `${file}, ${name}`);
  if ('path' in found) throw invalid(found, documentFix);
  const { source, id, member } = found;
  const others = Object.keys(task.data).filter((one) => one !== member);
  const predictions = task.predictions?.length ? ['predictions'] : [];
  for (const what of [...(gold?.ignored ?? []), ...others.map((one) => `data.${one}`), ...predictions])
    losses.ignored.set(what, (losses.ignored.get(what) ?? 0) + 1);
  return { item: { id, source, tags: {}, origin: { file } }, gold };
}

const documentFix = 'Copy the documents of the project into the folder of the export.';
const documentMembers = ['image', 'ocr', 'pdf', 'document', 'file', 'url'];

/**
 * Returns the document of a task, the name of the member of `data` that contains the document, and the id of the item.
 * If the data of the task is invalid, returns the mismatch.
 */
function sourceOf(
  { id, data }: Task,
  { inside, addresses: used }: Export,
  place: string,
): { readonly source: DocumentSource; readonly id: string; readonly member: string } | Mismatch {
  const members = Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  );
  const addresses = members.filter(({ value }) => isAddress(value));
  const known = documentMembers.map((name) => addresses.find((one) => one.name === name)).find(Boolean);
  const address = known ?? (addresses.length === 1 ? addresses[0] : undefined);
  const text = members.length === 1 ? members[0] : members.find(({ name }) => name === 'text');
  if (addresses.length === 0 && text !== undefined)
    return { source: { kind: 'text', text: text.value }, id: `task-${id}`, member: text.name };
  if (address === undefined)
    return {
      path: 'data',
      found: truncateList(Object.keys(data), 5) || 'nothing',
      expected: `the address of one document in ${documentMembers.join(', ')}, or its text in "text"`,
    };
  const { name: member, value } = address;
  const names = fileNames(value);
  const local = names.find((name) => isFile(inside.resolve(name, place)));
  const stem = path.posix.basename(names.at(-1) ?? '').replace(documentEndings, '');
  const found = { path: `data.${member}`, found: shown(value) };
  if (local !== undefined) {
    const source = documentSource({ file: local }, inside, place, local);
    const other = getOrCreate(used, inside.resolve(local, place), () => value);
    if (other === value) return { source, id: `${id}-${stem}`, member };
    return { ...found, expected: `another file than ${local}, which is the document of ${shown(other)}` };
  }
  if (/^https?:/i.test(value) && URL.canParse(value))
    return { source: documentSource({ fileUrl: value }, inside, place, stem), id: `${id}-${stem}`, member };
  return { ...found, expected: `the file ${names.join(' or ')} next to the export` };
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isAddress(text: string): boolean {
  return (
    text.length < 2000 &&
    !/\s/.test(text.trim()) &&
    (/^[a-z][a-z0-9-]*:\/\/|^\/data\//i.test(text) || documentEndings.test(text))
  );
}

/**
 * Returns the possible names of a file in the folder of the export, given its address in Label Studio. The address of a
 * local file is `/data/local-files/?d=PATH`, and that of an uploaded file is `/data/upload/PROJECT/RANDOM-NAME`.
 */
function fileNames(address: string): string[] {
  const url = URL.parse(address, 'file:///');
  const given = url?.searchParams.get('d') ?? url?.pathname.replace(/^\/(data\/upload\/)?/, '') ?? address;
  const name = decoded(given);
  const base = path.posix.basename(name);
  return [...new Set([name, base, `images/${base}`, base.replace(/^[0-9a-f]{8}-/, '')])].filter(Boolean);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
