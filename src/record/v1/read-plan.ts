import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { scanLines } from '../../base/lines/scan-lines.ts';
import { Spans } from '../../base/lines/spans.ts';
import { WindowReader } from '../../base/lines/window-reader.ts';
import {
  type PlannedItem,
  plannedItemSchema,
  type RunPlan,
  recordSchemaVersion,
  runPlanSchema,
} from '../../model/record/run-record.ts';
import { asPlannedItem, type LineShape, parseText } from '../lines/line-shapes.ts';

const shardSchema = z.object({
  index: z.int().min(1),
  of: z.int().min(1),
  items: z.int(),
  checksum: z.string(),
  positions: z.array(z.int()),
});
const headSchema = runPlanSchema
  .omit({ items: true })
  .extend({ schemaVersion: z.literal(1), shard: shardSchema.optional() });

const plannedLine: LineShape<PlannedItem> = { schema: plannedItemSchema, quick: asPlannedItem };

/** A plan of format 1, converted to format 2, and its items. */
export interface PlanOfFormat1 {
  readonly plan: RunPlan;
  /** Position of each item in the whole run; `null` if the record is not a shard. */
  readonly places: Uint32Array | null;
  openItems(): PlannedItems;
}

export interface PlannedItems extends Disposable {
  at(position: number): PlannedItem;
}

/** Reads a plan of format 1. If each item has its own line, does not keep the items in memory. */
export async function readPlanOfFormat1(file: string): Promise<PlanOfFormat1> {
  const byLine = await scanPlan(file);
  if (byLine !== null) {
    const head = parseText({ schema: headSchema }, byLine.head, file, 1);
    return { ...converted(head, byLine.items.count), openItems: () => itemsInLines(file, byLine) };
  }
  const { items, ...head } = parseText({ schema: wholeSchema }, await readFile(file, 'utf8'), file, 1);
  return {
    ...converted(head, items.length),
    openItems: () => ({ at: (i) => items[i] as PlannedItem, [Symbol.dispose]: () => {} }),
  };
}

const wholeSchema = headSchema.extend({ items: z.array(plannedItemSchema) });

/** Returns the plan in format 2, without its items. For a shard, also returns the position of each item in the run. */
function converted(
  { shard, ...head }: z.infer<typeof headSchema>,
  count: number,
): Pick<PlanOfFormat1, 'plan' | 'places'> {
  return {
    plan: {
      ...head,
      schemaVersion: recordSchemaVersion,
      ...(shard === undefined
        ? {}
        : { shard: { index: shard.index, of: shard.of, count: shard.items, checksum: shard.checksum } }),
      items: { count, bytes: null, sha256: null },
    },
    places: shard === undefined ? null : Uint32Array.from(shard.positions),
  };
}

interface PlanInLines {
  readonly head: string;
  readonly items: Spans;
  readonly firstLine: number;
}

/** Finds the lines of the items. Returns `null` if the file does not have the layout that goldset wrote in format 1. */
async function scanPlan(file: string): Promise<PlanInLines | null> {
  const head: string[] = [];
  const items = new Spans();
  let firstLine = 0;
  let [isInItems, isOver, isClosed, fits] = [false, false, false, true];
  await scanLines(file, ({ bytes, start, end, offset, line }) => {
    if (!isInItems) {
      const text = bytes.toString('utf8', start, end);
      isInItems = text === '  "items": [';
      firstLine = line + 1;
      if (!isInItems) head.push(text);
    } else if (bytes.toString('latin1', start, Math.min(end, start + 5)) === '    {') {
      const comma = bytes[end - 1] === 0x2c ? 1 : 0;
      if (isOver) fits = false;
      items.push(offset + 4, end - start - 4 - comma);
    } else {
      const text = bytes.toString('utf8', start, Math.min(end, start + 8));
      if (isClosed || text !== (isOver ? '}' : '  ]')) fits = false;
      isClosed = isOver;
      isOver = true;
    }
  });
  return fits && isClosed ? { head: `${head.join('\n')}"items":[]}`, items, firstLine } : null;
}

function itemsInLines(file: string, { items, firstLine }: PlanInLines): PlannedItems {
  const reader = new WindowReader(file, { windows: 1, windowSize: 1 << 20 });
  return {
    at: (position) =>
      parseText(
        plannedLine,
        reader.text(items.offset(position), items.length(position)),
        file,
        firstLine + position,
      ),
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}
