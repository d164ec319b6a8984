/**
 * Measures how well the engine reads generated tables without lines. A row counts as right if all its cells are right.
 *
 *     node bench/rows.ts [--wrong] [tuned | other] [layouts per topic] [seed]
 */
import type { ExtractConfig } from '../src/model/processor/processor-config.ts';
import { extractFields } from '../src/service/engines/local/extract/extract-fields.ts';
import { parseDocument } from '../src/service/engines/local/parse/parse-document.ts';
import { type RowFamily, type RowLayout, rowLayouts } from './reading/row-layouts.ts';

const [family = 'tuned', count = '12', seed = '1'] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'));
const showsWrong = process.argv.includes('--wrong');
const byTopic = new Map<string, { right: number; expected: number; given: number }>();

async function measure(layout: RowLayout): Promise<void> {
  const document = await parseDocument(layout.bytes, 'rows.pdf', { effort: 'performance' });
  const row = { type: 'object', properties: layout.properties };
  const schema = { type: 'object', properties: { [layout.array]: { type: 'array', items: row } } };
  const config = { type: 'EXTRACT', schema } as ExtractConfig;
  const { value } = extractFields(document, config, { effort: 'performance' }) as {
    value: Record<string, unknown>;
  };
  const given = (value[layout.array] as Record<string, unknown>[]).map((one) => JSON.stringify(one));
  const left = [...given];
  let right = 0;
  for (const expected of layout.rows) {
    const keys = Object.keys(layout.properties);
    const at = left.indexOf(
      JSON.stringify(Object.fromEntries(keys.map((key) => [key, expected[key] ?? null]))),
    );
    if (at >= 0) {
      left.splice(at, 1);
      right += 1;
    } else if (showsWrong) console.log('missing', layout.name, JSON.stringify(expected));
  }
  if (showsWrong) for (const one of left) console.log('spurious', layout.name, one);
  const tally = byTopic.get(layout.array) ?? { right: 0, expected: 0, given: 0 };
  byTopic.set(layout.array, {
    right: tally.right + right,
    expected: tally.expected + layout.rows.length,
    given: tally.given + given.length,
  });
  if (showsWrong) console.log('#', layout.name, `${right} of ${layout.rows.length}, ${given.length} given`);
}

for (const layout of await rowLayouts(family as RowFamily, Number(count), Number(seed)))
  await measure(layout);
const share = (part: number, all: number) => (all === 0 ? '-' : (part / all).toFixed(3));
const all = { right: 0, expected: 0, given: 0 };
for (const [topic, { right, expected, given }] of byTopic) {
  console.log(
    topic.padEnd(14),
    'right',
    share(right, expected),
    'of given',
    share(right, given),
    `n = ${expected}`,
  );
  all.right += right;
  all.expected += expected;
  all.given += given;
}
console.log(
  'all'.padEnd(14),
  'right',
  share(all.right, all.expected),
  'of given',
  share(all.right, all.given),
  `n = ${all.expected}`,
);
process.exit(0);
