import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { rankLabelIssues } from '../src/analysis/label-issues/find-label-issues.ts';
import { canonicalJson } from '../src/base/canonical-json.ts';
import { sha256Json } from '../src/base/hash.ts';
import { Random } from '../src/base/random.ts';
import { valueAt, withValueAt } from '../src/base/value-path.ts';
import { createClient } from '../src/client/create-client.ts';
import { documentText } from '../src/loaders/inputs/document-text.ts';
import { loadDataset } from '../src/loaders/load-dataset.ts';
import { isJsonObject, type JsonValue } from '../src/model/json/json-value.ts';
import type { RecordedItem } from '../src/model/record/run-record.ts';
import { openRecord, type RecordReader } from '../src/record/read/open-record.ts';
import { ensureProcessor, readProcessorFile } from '../src/runner/ensure-processor.ts';
import { runPlan } from '../src/runner/run-plan.ts';
import { startService } from '../src/service/start-service.ts';
import { parseCacheDir } from '../src/usecases/target/parse-cache-dir.ts';

/*
 * Measures the precision of the highest ranked label issues: `node bench/label-issues.ts [record]`.
 *
 * Both versions of the processor read the bundled invoices. Then the program changes 5 % of the labels that have a
 * value. Of the ranked label issues, it takes the first n, where n is the number of changed labels. Precision is the
 * share of these n issues whose label was changed. All kinds of changes are equally frequent. Each seed changes
 * different labels. Without a record, the program first runs the invoices.
 */
const kinds = [
  'mistyped',
  'transposed',
  'cut short',
  'other document',
  'other field',
  'other row',
  'left out',
  'moved point',
] as const;
type Kind = (typeof kinds)[number];
const share = 0.05;

interface Label {
  readonly item: RecordedItem;
  readonly path: string;
  readonly field: string;
  readonly value: JsonValue;
}

const { reader, close } = await openOrRun(process.argv[2]);
const items: RecordedItem[] = [];
for await (const item of reader.items()) items.push(item);
const texts = new Map<string, string | null>();
for (const item of items) texts.set(item.id, await documentText(item.document));
const labels = items.flatMap(labelsOf);

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/label-issues.ts; ${new Date().toISOString().slice(0, 10)}`,
);
console.log(
  `${items.length} documents (${[...texts.values()].filter((text) => text !== null).length} with text), ${labels.length} labels with a value, ${Math.round(share * labels.length)} made wrong; versions ${reader.plan.versions.map(({ requested }) => requested).join(', ')}\n`,
);
console.log('kinds            seed  precision at K  among the listed  listed');
for (const [name, chosen] of [['all', kinds] as const, ...kinds.map((kind) => [kind, [kind]] as const)]) {
  const precisions: number[] = [];
  for (let seed = 1; seed <= (name === 'all' ? 20 : 5); seed++) {
    const { precision, found, listed } = await measure(`${name}, seed ${seed}`, chosen);
    precisions.push(precision);
    console.log(
      `${name.padEnd(16)} ${String(seed).padStart(4)}  ${precision.toFixed(3).padStart(14)}  ${found.toFixed(3).padStart(16)}  ${String(listed).padStart(6)}`,
    );
  }
  const mean = precisions.reduce((sum, one) => sum + one, 0) / precisions.length;
  console.log(
    `${name.padEnd(16)} mean  ${mean.toFixed(3).padStart(14)}   least ${Math.min(...precisions).toFixed(3)}\n`,
  );
}
await close();

async function measure(seed: string, chosen: readonly Kind[]) {
  const random = new Random(seed);
  const wrong = new Map<string, JsonValue>();
  const wanted = Math.round(share * labels.length);
  for (const label of random.shuffle(labels)) {
    if (wrong.size === wanted) break;
    const value = corrupted(label, random.pick(chosen), random);
    if (value !== undefined && canonicalJson(value) !== canonicalJson(label.value))
      wrong.set(`${label.item.id} ${label.path}`, value);
  }
  const { issues } = await rankLabelIssues([relabelRecord(wrong)], {
    textOf: async (id) => texts.get(id) ?? null,
  });
  const isWrong = issues.map(({ itemId, path: place }) => wrong.has(`${itemId} ${place}`));
  const count = (list: readonly boolean[]) => list.filter(Boolean).length;
  if (process.env.SHOW !== undefined)
    for (const [at, one] of issues.slice(0, wrong.size + 20).entries())
      if (isWrong[at] === false)
        console.log(
          `  ${at} ${one.score.toFixed(1)} ${one.itemId} ${one.path} ${canonicalJson(one.label)} -> ${canonicalJson(one.proposed)} ${one.reasons.map(({ reason }) => reason).join(' ')}`,
        );
  return {
    precision: count(isWrong.slice(0, wrong.size)) / wrong.size,
    found: count(isWrong) / wrong.size,
    listed: issues.length,
  };
}

function labelsOf(item: RecordedItem): Label[] {
  const found: Label[] = [];
  const visit = (value: JsonValue, place: string): void => {
    if (value === null || value === '') return;
    if (Array.isArray(value))
      for (const [at, row] of value.entries()) visit(row as JsonValue, `${place}[${at}]`);
    else if (isJsonObject(value) && !('iso_4217_currency_code' in value))
      for (const [key, member] of Object.entries(value))
        visit(member as JsonValue, place === '' ? key : `${place}.${key}`);
    else found.push({ item, path: place, field: place.replace(/\[\d+\]/g, ''), value });
  };
  visit((item.expectedOutput as { value: JsonValue }).value, '');
  return found;
}

/** Returns the label with one change of this kind; `undefined` if the kind does not apply to the label. */
function corrupted(
  { item, path: place, field, value }: Label,
  kind: Kind,
  random: Random,
): JsonValue | undefined {
  const inside = isJsonObject(value) ? value : null;
  const put = (amount: JsonValue): JsonValue => (inside === null ? amount : { ...inside, amount });
  const bare = inside === null ? value : (inside.amount as JsonValue);
  if (kind === 'left out') return null;
  if (kind === 'other document') {
    const others = labels.filter((other) => other.field === field && other.item !== item);
    return others.length === 0 ? undefined : random.pick(others).value;
  }
  if (kind === 'other field' || kind === 'other row') {
    const others = labels.filter(
      (other) =>
        other.item === item &&
        other.path !== place &&
        (kind === 'other row' ? other.field === field : shapeOf(other.value) === shapeOf(value)),
    );
    return others.length === 0 ? undefined : random.pick(others).value;
  }
  if (kind === 'moved point')
    return typeof bare === 'number' && bare !== 0
      ? put(Number((bare * random.pick([10, 0.1, 100])).toFixed(4)))
      : undefined;
  if (kind === 'cut short') return typeof bare === 'string' ? cutShort(bare) : undefined;
  if (typeof bare === 'boolean') return kind === 'mistyped' ? !bare : undefined;
  if (kind === 'transposed') return transposed(bare, random, put);
  return mistyped(bare, random, put);
}

function cutShort(text: string): string | undefined {
  if (text.length < 4) return undefined;
  const space = text.lastIndexOf(' ');
  return space === -1 ? text.slice(0, -1) : text.slice(0, space);
}

function transposed(
  bare: JsonValue,
  random: Random,
  put: (value: JsonValue) => JsonValue,
): JsonValue | undefined {
  const text = String(bare);
  const places = [...text.matchAll(/(?=([\p{L}\p{N}])(?!\1)[\p{L}\p{N}])/gu)].map(({ index }) => index);
  if (places.length === 0) return undefined;
  const at = random.pick(places);
  const typed = `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
  return typeof bare === 'number' ? put(Number(typed)) : typed;
}

function mistyped(
  bare: JsonValue,
  random: Random,
  put: (value: JsonValue) => JsonValue,
): JsonValue | undefined {
  const text = String(bare);
  const places = [...text.matchAll(/[\p{L}\p{N}]/gu)].map(({ index }) => index);
  const at = random.pick(places.length === 0 ? [0] : places);
  const isDigit = /\d/.test(text[at] ?? '');
  const sign = random.pick([...(isDigit ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz')]);
  const typed = text.slice(0, at) + sign + text.slice(at + 1);
  return typeof bare === 'number' ? put(Number(typed)) : typed;
}

function shapeOf(value: JsonValue): string {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? 'date' : 'text';
  return isJsonObject(value) ? 'money' : typeof value;
}

/** Returns the record with the labels in `wrong` instead of the recorded labels. */
function relabelRecord(wrong: ReadonlyMap<string, JsonValue>): RecordReader {
  const changed = items.map((item): RecordedItem => {
    let { value } = item.expectedOutput as { value: unknown };
    for (const [key, label] of wrong) {
      const place = key.slice(item.id.length + 1);
      if (key.startsWith(`${item.id} `) && valueAt(value, place) !== undefined)
        value = withValueAt(value, place, label);
    }
    const expectedOutput = { ...(item.expectedOutput as object), value };
    return { ...item, expectedOutput, expectationHash: sha256Json(expectedOutput) };
  });
  return {
    ...reader,
    items: async function* () {
      yield* changed;
    },
    documents: async function* (positions) {
      for await (const document of reader.documents(positions))
        yield { ...document, item: changed[document.position] as RecordedItem };
    },
  };
}

async function openOrRun(
  record: string | undefined,
): Promise<{ reader: RecordReader; close: () => Promise<void> }> {
  if (record !== undefined && existsSync(record))
    return { reader: await openRecord(record), close: async () => {} };
  const dir = mkdtempSync(path.join(tmpdir(), 'goldset-bench-'));
  const folder = path.resolve(import.meta.dirname, '../datasets/invoices');
  const service = await startService({ dataDir: path.join(dir, 'data'), parseCacheDir: parseCacheDir() });
  const client = createClient({ baseUrl: service.url, token: service.token, apiVersion: '2025-04-21' });
  const fileName = path.join(folder, 'processor.json');
  const { id } = await ensureProcessor(client, await readProcessorFile(fileName), fileName);
  const recordDir = path.join(dir, 'record');
  const set = await loadDataset(folder);
  await runPlan({
    client,
    targetKind: 'local',
    recordDir,
    set,
    processor: id,
    versions: ['1.0', 'draft'],
    concurrency: 3,
  });
  await client.close();
  await service.close();
  return {
    reader: await openRecord(recordDir),
    close: async () => rmSync(dir, { recursive: true, force: true }),
  };
}
