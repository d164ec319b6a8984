import { availableParallelism, cpus } from 'node:os';
import { Random } from '../src/base/random.ts';
import type { SchemaNode } from '../src/model/processor/processor-config.ts';
import { compileScorer } from '../src/scorers/compile-scorer.ts';
import type { ComparatorRule } from '../src/scorers/extraction/scoring-options.ts';

/*
 * Measures the time of documents whose rows are expensive to pair: `node bench/expensive-shapes.ts`. Prints the median
 * of three runs in processor time of the thread, after one run to warm up.
 *
 * - 100 x 100 rows with different texts of 2,000 characters. All rows have the same `kind`, so every pair is possible.
 *   With the string comparator, similarity decides between pairings of equal score. With the fuzzy comparator, it
 *   decides which texts match. Goal: 1.5 s.
 * - Arrays in arrays in arrays, 15 x 15 x 15. Goal: 0.4 s.
 * - 2,205 x 2,205 rows with 20 fields and no two equal rows. Goal: 1.5 s.
 */
const text = { type: ['string', 'null'] };
const number = { type: ['number', 'null'] };
const table = (row: Readonly<Record<string, SchemaNode>>): SchemaNode => ({
  type: 'array',
  items: { type: 'object', properties: row },
});
const random = new Random('expensive-shapes');
const words = Array.from({ length: 400 }, () =>
  Array.from({ length: 3 + random.integer(7) }, () => String.fromCharCode(97 + random.integer(26))).join(''),
);

function longText(): string {
  let written = '';
  while (written.length < 2000) written += `${words[random.integer(words.length)]} `;
  return written.slice(0, 2000).trim();
}

/** Replaces 5 % of the words by other words. */
function misread(given: string): string {
  return given
    .split(' ')
    .map((word) => (random.next() < 0.05 ? words[random.integer(words.length)] : word))
    .join(' ');
}

interface Shape {
  readonly schema: SchemaNode;
  readonly comparators?: readonly ComparatorRule[];
  readonly pair: { readonly expected: unknown; readonly predicted: unknown };
  readonly goal: number;
}

function longTexts(isOther: boolean): Shape['pair'] {
  const rows = Array.from({ length: 100 }, () => ({ kind: 'item', text: longText() }));
  const predicted = rows
    .map((row) => ({ ...row, text: isOther ? longText() : misread(row.text) }))
    .toReversed();
  return { expected: { rows }, predicted: { rows: predicted } };
}

function nested(): Shape['pair'] {
  const many = (make: (at: number) => unknown) => Array.from({ length: 15 }, (_, at) => make(at));
  const cell = (change: number) => ({ name: `n${random.integer(40)}`, amount: random.integer(30) + change });
  const document = (change: number) => ({
    rows: many((a) => ({
      id: `a${a}`,
      parts: many((b) => ({ id: `b${b}`, cells: many(() => cell(change)) })),
    })),
  });
  return { expected: document(0), predicted: document(0.5) };
}

function unequalRows(): Shape['pair'] {
  const fields = Array.from({ length: 20 }, (_, field) => `field_${field}`);
  const rows = Array.from({ length: 2205 }, (_, row) =>
    Object.fromEntries(
      fields.map((field, at) => [field, at === 0 ? `row ${row}` : `${at} ${random.integer(200)}`]),
    ),
  );
  const predicted = rows
    .map((row, at) => {
      const cells = Object.entries(row).map(([field, value]) => [
        field,
        random.next() < 0.04 ? 'misread' : value,
      ]);
      return { ...Object.fromEntries(cells), field_0: `other ${at}` };
    })
    .toReversed();
  return { expected: { rows }, predicted: { rows: predicted } };
}

const rows = { type: 'object', properties: { rows: table({ kind: text, text }) } };
const fuzzy: ComparatorRule = { field: 'rows.text', comparator: 'fuzzy' };
const shapes: Readonly<Record<string, Shape>> = {
  '100 x 100 rows, misread texts, string': { schema: rows, pair: longTexts(false), goal: 1.5 },
  '100 x 100 rows, other texts, string': { schema: rows, pair: longTexts(true), goal: 1.5 },
  '100 x 100 rows, misread texts, fuzzy': {
    schema: rows,
    comparators: [fuzzy],
    pair: longTexts(false),
    goal: 1.5,
  },
  '100 x 100 rows, other texts, fuzzy': {
    schema: rows,
    comparators: [fuzzy],
    pair: longTexts(true),
    goal: 1.5,
  },
  '15 x 15 x 15 nested rows': {
    schema: {
      type: 'object',
      properties: {
        rows: table({ id: text, parts: table({ id: text, cells: table({ name: text, amount: number }) }) }),
      },
    },
    pair: nested(),
    goal: 0.4,
  },
  '2,205 x 2,205 unequal rows': {
    schema: {
      type: 'object',
      properties: {
        rows: table(Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`field_${field}`, text]))),
      },
    },
    pair: unequalRows(),
    goal: 1.5,
  },
};

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/expensive-shapes.ts`,
);
const rounds = Number(process.env.ROUNDS ?? 4);
for (const [name, { schema, comparators = [], pair, goal }] of Object.entries(shapes)) {
  const scorer = compileScorer({ schema }, { comparators });
  const seconds: number[] = [];
  let correct = 0;
  for (let round = 0; round < rounds; round++) {
    const start = process.threadCpuUsage();
    correct = scorer.score(pair).total.correct;
    const { user, system } = process.threadCpuUsage(start);
    seconds.push((user + system) / 1e6);
  }
  const median = seconds.slice(rounds > 1 ? 1 : 0).toSorted((a, b) => a - b)[(rounds - 1) >> 1] as number;
  console.log(`${name}: ${median.toFixed(2)} s (goal: at most ${goal} s), ${correct} correct leaves`);
}
