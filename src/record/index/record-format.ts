import type { ItemRun, RecordedItem, RunPlan } from '../../model/record/run-record.ts';
import type { LineShape } from '../lines/line-shapes.ts';
import type { LineKeys } from './line-keys.ts';

/** Makes items of their lines; format 1 has a part of each in its plan. */
export interface ItemParser {
  /** RECORD_INVALID where the line is not the item that belongs at the position. */
  parse(text: string, position: number, line: number): RecordedItem;
  close(): void;
}

/** What the formats do differently. */
export interface RecordFormat {
  readonly format: 1 | 2;
  readonly plan: RunPlan;
  readonly rowShape: LineShape<ItemRun>;
  openKeys(): LineKeys;
  openItems(): ItemParser;
  /** What a missing item is called in a message. */
  expectedItem(position: number): string;
}
