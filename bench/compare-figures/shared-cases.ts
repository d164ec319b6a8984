import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Case, Maker } from './cases.ts';
import { compare, gate, policyOf, report, score, standard, text, trend } from './commands.ts';

type Json = Record<string, unknown>;
const readJson = (...parts: string[]) => JSON.parse(readFileSync(path.join(...parts), 'utf8')) as Json;
const writeLines = (file: string, values: readonly unknown[]) =>
  writeFileSync(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));

const textValue = { type: ['string', 'null'] };
const objectOf = (properties: Json) => ({ type: 'object', properties, required: Object.keys(properties) });

interface Example {
  readonly id: string;
  readonly gold: unknown;
  readonly tags?: Record<string, string>;
}

function writeSet(dir: string, name: string, schema: Json, items: readonly Example[]): void {
  mkdirSync(path.join(dir, name), { recursive: true });
  const config = { type: 'EXTRACT', schema };
  writeFileSync(path.join(dir, name, 'dataset.json'), JSON.stringify({ name, kind: 'EXTRACT', config }));
  writeLines(
    path.join(dir, name, 'items.jsonl'),
    items.map(({ id, gold, tags = {} }) => ({ id, text: id, expectedOutput: { value: gold }, tags })),
  );
}

/** Writes predictions and imports them as the record `name`. */
async function importAs(
  maker: Maker,
  name: string,
  dataset: string,
  outputs: readonly { readonly id: string; readonly value: unknown }[],
  ...flags: string[]
): Promise<void> {
  const file = `${name}.jsonl`;
  writeLines(
    path.join(maker.dir, file),
    outputs.map(({ id, value }) => ({ id, output: { value } })),
  );
  await maker.cli('run', dataset, '--predictions', file, '--out', name, '--format', 'json', ...flags);
}

const policy = (dir: string, tag = 'none') =>
  writeFileSync(path.join(dir, 'gate.yaml'), policyOf('EXTRACT', tag));

const paperNames = ['ids', 'title', 'venue', 'publication_type'];
const authorNames = ['name', 'email', 'affiliation'];
const asTexts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, textValue]));
const paperSchema = objectOf({
  ...asTexts(paperNames),
  number_of_pages: { type: ['integer', 'null'] },
  authors: { type: 'array', items: objectOf(asTexts(authorNames)) },
});
const pick = (value: Json, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, value[name] ?? null]));
const paper = (value: Json) => ({
  ...pick(value, [...paperNames, 'number_of_pages']),
  authors: (value.authors as Json[]).map((author) => pick(author, authorNames)),
});

/**
 * Converts a receipt of cord-kieval: removes the prefixes of its keys, and keeps only `menu`, `sub_total` and `total`.
 */
const receipt = (value: Json): Json => {
  const bare = (group: Json) =>
    Object.fromEntries(Object.entries(group).map(([key, cell]) => [key.replace(/^\w+\./, ''), String(cell)]));
  return {
    menu: ((value.menu as Json[] | undefined) ?? []).map(bare),
    sub_total: bare((value.sub_total as Json | undefined) ?? {}),
    total: bare((value.total as Json | undefined) ?? {}),
  };
};

async function importReceipts(maker: Maker): Promise<void> {
  const data = path.join(maker.shared, 'data/sroie');
  const ids = readFileSync(path.join(data, 'ids.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',') as [string, string]);
  const withImage = new Set(readdirSync(path.join(data, 'img')).map((name) => path.parse(name).name));
  const outputs = ids.flatMap(([number, id]) => {
    if (withImage.has(number)) return [];
    try {
      const { merchant, transaction } = readJson(data, 'gpt4o', `sroie_${id}.json`) as {
        merchant: Json;
        transaction: Json;
      };
      const { name: company, address } = merchant;
      return [
        { id: number, value: { company, date: transaction.date, address, total: String(transaction.total) } },
      ];
    } catch {
      return [];
    }
  });
  await importAs(maker, 'gpt4o', `sroie-text:${data}`, outputs);
  policy(maker.dir);
}

async function importScale(maker: Maker): Promise<void> {
  for (const seed of ['1', '2']) {
    const made = spawnSync(
      process.execPath,
      [path.join(maker.shared, 'tools/make-scale-set.mjs'), '300', `scale-${seed}`, seed],
      { cwd: maker.dir, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(made.stderr);
    const predictions = `scale-${seed}/predictions.jsonl`;
    await maker.cli(
      ...['run', 'scale-1', '--predictions', predictions, '--out', `seed-${seed}`, '--format', 'json'],
    );
  }
  policy(maker.dir, 'vendor');
}

/** Cases over ../shared/data and the synthetic set. */
export const sharedCases: readonly Case[] = [
  {
    name: 'scale-300',
    needs: 'tools',
    make: importScale,
    commands: [
      ...standard('seed-1', 1, 'EXTRACT'),
      compare(['seed-1', 'seed-2']),
      compare(['seed-1', 'seed-2'], '--cluster-by', 'vendor'),
      text('compare', 'seed-1', 'seed-2'),
      gate('seed-2', '--baseline', 'seed-1'),
      gate('seed-2', '--baseline', 'seed-1', '--cluster-by', 'vendor'),
      report('seed-1', '--emptiness', 'strict'),
      report('seed-1', '--unlabelled', 'ignore'),
      trend(['seed-1', 'seed-2']),
      {
        ...text(
          ...['run', 'scale-1', '--predictions', 'scale-2/predictions.jsonl', '--out', 'own', '--json'],
          ...['--format', 'json,csv'],
        ),
        ignore: /createdAt|finishedAt|recordId|wallMs|facts\[Record\]/,
      },
    ],
  },
  {
    name: 'sroie',
    needs: 'data/sroie',
    make: importReceipts,
    commands: [
      ...standard('gpt4o', 1, 'EXTRACT'),
      score('gpt4o', '--comparator', 'total=number', '--comparator', 'company=fuzzy:0.85'),
      report(
        'gpt4o',
        '--comparator',
        'total=number',
        '--comparator',
        'date=date',
        '--interval',
        'percentile',
      ),
    ],
  },
  {
    name: 'extract-bench-runs',
    needs: 'data/extract-bench-runs',
    make: async (maker) => {
      const papers = path.join(maker.shared, 'data/extract-bench/academic/research/pdf+gold');
      const runs = path.join(maker.shared, 'data/extract-bench-runs/outputs/academic');
      const ids = readdirSync(papers)
        .filter((name) => name.endsWith('.gold.json'))
        .map((name) => name.replace('.gold.json', ''));
      writeSet(
        maker.dir,
        'papers',
        paperSchema,
        ids.map((id) => ({ id, gold: paper(readJson(papers, `${id}.gold.json`)) })),
      );
      for (const run of readdirSync(runs).filter((name) => name.startsWith('setup3')))
        await importAs(
          maker,
          run.includes('anthropic') ? 'model-a' : 'model-b',
          'papers',
          ids.map((id) => ({ id, value: paper(readJson(runs, run, `${id}.gold.json`)) })),
        );
      policy(maker.dir);
    },
    commands: [
      ...standard('model-a', 1, 'EXTRACT'),
      compare(['model-a', 'model-b']),
      text('compare', 'model-a', 'model-b'),
      gate('model-b', '--baseline', 'model-a'),
      trend(['model-a', 'model-b']),
    ],
  },
  {
    name: 'cord-kieval',
    needs: 'data/cord-kieval',
    make: async (maker) => {
      const { documents } = readJson(maker.shared, 'data/cord-kieval/anls-star-oracle.json') as {
        documents: { doc: number; gold: Json; prediction: Json }[];
      };
      const golds = documents.map(({ gold }) => receipt(gold));
      const keysOf = (groups: readonly Json[]) => [...new Set(groups.flatMap((group) => Object.keys(group)))];
      const schema = objectOf({
        menu: {
          type: 'array',
          items: objectOf(asTexts(keysOf(golds.flatMap(({ menu }) => menu as Json[])))),
        },
        sub_total: objectOf(asTexts(keysOf(golds.map(({ sub_total }) => sub_total as Json)))),
        total: objectOf(asTexts(keysOf(golds.map(({ total }) => total as Json)))),
      });
      const idOf = (doc: number) => `receipt-${doc}`;
      writeSet(
        maker.dir,
        'receipts',
        schema,
        documents.map(({ doc, gold }) => ({
          id: idOf(doc),
          gold: receipt(gold),
          tags: { rows: String((receipt(gold).menu as Json[]).length) },
        })),
      );
      const outputs = documents.map(({ doc, prediction }) => ({ id: idOf(doc), value: receipt(prediction) }));
      await importAs(maker, 'model', 'receipts', outputs, '--allow-invalid-gold');
      policy(maker.dir, 'rows');
    },
    commands: [
      ...standard('model', 1, 'EXTRACT'),
      report('model', '--unlabelled', 'ignore'),
      report('model', '--emptiness', 'strict'),
      report('model', '--cluster-by', 'rows', '--interval', 'bca'),
    ],
  },
  {
    name: 'zugferd',
    needs: 'data/zugferd',
    make: async (maker) => {
      const data = `zugferd:${path.join(maker.shared, 'data/zugferd')}`;
      await maker.cli('run', data, '--out', '.', '--format', 'json', '--no-images', '--limit', '20');
      policy(maker.dir);
    },
    commands: standard('record', 1, 'EXTRACT'),
  },
  {
    name: 'real-packets',
    needs: 'data/packets',
    make: async (maker) => {
      const data = `packets:${path.join(maker.shared, 'data/packets')}`;
      await maker.cli('run', data, '--out', '.', '--format', 'json', '--no-images');
      writeFileSync(path.join(maker.dir, 'gate.yaml'), policyOf('SPLITTER', 'none'));
    },
    commands: standard('record', 1, 'SPLITTER'),
  },
];
