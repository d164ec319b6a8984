import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const text = { type: ['string', 'null'] };
const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: { number: text, total: { type: ['number', 'null'] } },
    required: ['number', 'total'],
  },
};
const lines = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;
const note = (id: string, number: string, total: number | string) => ({
  id,
  text: `Delivery note ${number}, total ${total}`,
  expectedOutput: { value: { number, total } },
});

/**
 * Writes small datasets:
 * - `goods` has two delivery notes. `outputs.jsonl` and `other.jsonl` are predictions for them and for another
 *   document.
 * - `faulty` has two faulty items.
 * - `forms` has values that can be repaired.
 * - `deliveries` has no config, and its gold has two keys that the schema of the processor does not have. Also writes
 *   `gold.csv`.
 */
export function writeSmallSets(dir: string): void {
  writeSet(dir, 'goods', [note('note-1', 'N-17', 12.5), note('note-2', 'N-18', 80)]);
  const { text: _, ...lost } = note('note-3', 'N-19', 5);
  writeSet(dir, 'faulty', [
    note('note-1', 'N-17', 12.5),
    note('note-2', 'N-18', 'eighty'),
    { ...lost, file: 'scans/note-3.pdf' },
  ]);
  writeSet(dir, 'forms', [
    note('note-1', 'N-17', '1.234,50'),
    {
      id: 'note-2',
      text: 'Delivery note N-18',
      expectedOutput: { value: { number: 'N-18', Total: '80.00' } },
    },
  ]);
  writeSet(
    dir,
    'deliveries',
    [
      {
        ...lost,
        text: 'Delivery note N-19',
        expectedOutput: { value: { number: 'N-19', total: 5, driver: 'Kim' } },
      },
      { id: 'note-4', text: 'Delivery note N-20', expectedOutput: { value: { number: 'N-20', Total: 7 } } },
    ],
    null,
  );
  const processor = { name: 'Delivery notes', type: 'EXTRACT', config };
  writeFileSync(path.join(dir, 'deliveries', 'processor.json'), JSON.stringify(processor));
  const answer = (id: string, number: string, total: number) => ({
    id,
    output: { value: { number, total } },
  });
  writeFileSync(
    path.join(dir, 'outputs.jsonl'),
    lines([answer('note-1', 'N-17', 12.5), answer('note-2', 'N-18', 8)]),
  );
  writeFileSync(path.join(dir, 'other.jsonl'), lines([answer('note-9', 'N-25', 3)]));
  writeFileSync(
    path.join(dir, 'gold.csv'),
    'id,text,expected.number,expected.total\nnote-1,Delivery note N-17,N-17,12.5\n',
  );
}

function writeSet(
  dir: string,
  name: string,
  items: readonly unknown[],
  own: typeof config | null = config,
): void {
  mkdirSync(path.join(dir, name));
  const head = { name, kind: 'EXTRACT', config: own ?? undefined };
  writeFileSync(path.join(dir, name, 'dataset.json'), JSON.stringify(head));
  writeFileSync(path.join(dir, name, 'items.jsonl'), lines(items));
}
