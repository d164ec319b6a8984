// Imports recorded outputs of real systems with the command, and compares them. The data is described in SOURCE.md in
// ../shared/data.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { valueChanges } from '../../src/model/report/document-state.ts';
import type { CompareResult } from '../../src/model/results/score-results.ts';
import { goldset, temporaryFolder } from '../e2e/spawn-goldset.ts';
import { changedValues } from '../fixtures/changed-values.ts';
import { parseResult } from '../fixtures/documents/parse-result.ts';

const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const runs = path.join(data, 'extract-bench-runs/outputs/academic');
const papers = path.join(data, 'extract-bench/academic/research/pdf+gold');
const receipts = path.join(data, 'sroie');
if (!existsSync(runs) || !existsSync(receipts))
  console.warn('recorded systems skipped: ../shared/data is not there');

type Json = Record<string, unknown>;
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Json;
const lines = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;

const text = { type: ['string', 'null'] };
const schema = {
  type: 'object',
  properties: {
    ids: text,
    title: text,
    venue: text,
    number_of_pages: { type: ['integer', 'null'] },
    publication_type: text,
    authors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: text, email: text, affiliation: text },
        required: ['name', 'email', 'affiliation'],
      },
    },
  },
  required: ['ids', 'title', 'venue', 'number_of_pages', 'publication_type', 'authors'],
};
const names = schema.required;
/** Returns the members of a value that the schema has. In the recorded files, authors are numbered. */
const kept = (value: Json): Json => ({
  ...Object.fromEntries(names.map((name) => [name, value[name] ?? null])),
  authors: (value.authors as Json[]).map(({ name, email, affiliation }) => ({
    name: name ?? null,
    email: email ?? null,
    affiliation: affiliation ?? null,
  })),
});

describe.skipIf(!existsSync(runs))('two recorded models on the papers of extract-bench', () => {
  let answer: CompareResult;
  let documents: string[] = [];
  const outputs: Json[][] = [];

  beforeAll(async () => {
    const dir = temporaryFolder();
    const set = path.join(dir, 'papers');
    mkdirSync(set);
    documents = readdirSync(papers)
      .filter((name) => name.endsWith('.gold.json'))
      .map((name) => name.replace('.gold.json', ''));
    const config = { type: 'EXTRACT', schema };
    writeFileSync(
      path.join(set, 'dataset.json'),
      JSON.stringify({ name: 'papers', kind: 'EXTRACT', config }),
    );
    const items = documents.map((id) => {
      const gold = readJson(path.join(papers, `${id}.gold.json`));
      return { id, text: String(gold.title), expectedOutput: { value: kept(gold) } };
    });
    writeFileSync(path.join(set, 'items.jsonl'), lines(items));
    const records: string[] = [];
    for (const run of readdirSync(runs)
      .filter((name) => name.startsWith('setup3'))
      .sort()) {
      const own = documents.map((id) => kept(readJson(path.join(runs, run, `${id}.gold.json`))));
      outputs.push(own);
      const file = path.join(dir, `${run}.jsonl`);
      writeFileSync(file, lines(own.map((value, i) => ({ id: documents[i], output: { value } }))));
      const out = path.join(dir, run);
      const made = await goldset([
        'run',
        set,
        '--predictions',
        file,
        '--out',
        out,
        '--format',
        'json',
        '--json',
      ]);
      expect(made.code, made.stderr).toBe(0);
      records.push(out);
    }
    const compared = await goldset(['compare', ...records, '--json']);
    expect(compared.code, compared.stderr).toBe(0);
    answer = parseResult('compare.json', compared.stdout);
  });

  test('the sides have the names of their records, and both are scored on the same documents', () => {
    expect(answer.baseline.name).toMatch(/^setup3_/);
    expect(answer.candidate.name).not.toBe(answer.baseline.name);
    expect(answer.documents).toBe(documents.length);
    expect(answer.notComparable).toEqual([]);
  });

  test('the reported changes are the differences of the two files', () => {
    const [before = [], after = []] = outputs;
    const plain = valueChanges
      .flatMap((change) => changedValues(answer.changes, change))
      .filter(({ path: at }) => names.includes(at));
    expect(plain.length).toBeGreaterThan(0);
    for (const { itemId, path: at, baseline, candidate } of plain) {
      const i = documents.indexOf(itemId);
      expect([baseline, candidate]).toEqual(
        [before[i]?.[at], after[i]?.[at]].map((value) => String(value ?? '—')),
      );
      expect(before[i]?.[at]).not.toEqual(after[i]?.[at]);
    }
  });

  test('two documents are not enough evidence to publish', () => {
    expect(answer.recommendation).toBe('not-enough-evidence');
    for (const { verdict } of answer.fields) expect(verdict).toBe('inconclusive');
  });
});

describe.skipIf(!existsSync(receipts))('a recorded model on the receipts of sroie', () => {
  test('imported as a record, it has as many totals right as a plain reading of the files finds', async () => {
    const dir = temporaryFolder();
    const ids = new Map(
      readFileSync(path.join(receipts, 'ids.csv'), 'utf8')
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(',') as [string, string]),
    );
    const outputs = [...ids].flatMap(([number, id]) => {
      const file = path.join(receipts, 'gpt4o', `sroie_${id}.json`);
      if (!existsSync(file) || existsSync(path.join(receipts, 'img', `${number}.jpg`))) return [];
      const { merchant, transaction } = readJson(file) as { merchant: Json; transaction: Json };
      const value = {
        company: merchant.name,
        date: transaction.date,
        address: merchant.address,
        total: String(transaction.total),
      };
      return [{ id: number, output: { value } }];
    });
    const file = path.join(dir, 'predictions.jsonl');
    writeFileSync(file, lines(outputs));
    const out = path.join(dir, 'out');
    const made = await goldset([
      'run',
      `sroie-text:${receipts}`,
      '--predictions',
      file,
      '--out',
      out,
      '--format',
      'json',
      '--json',
    ]);
    expect(made.code, made.stderr).toBe(0);
    const scored = await goldset(['score', out, '--comparator', 'total=number', '--json']);
    const [version] = JSON.parse(scored.stdout).versions;
    expect(version.items.scored).toBe(outputs.length);
    const right = outputs.filter(({ id, output }) => {
      const gold = readJson(path.join(receipts, 'key', `${id}.json`));
      const figure = (value: unknown) => Number(String(value).replace(/^(?:\$|RM) ?/, ''));
      return figure(gold.total) === figure(output.value.total);
    }).length;
    const total = version.fields.find(({ field }: { field: string }) => field === 'total');
    expect(total.counts.correct).toBe(right);
  });
});
