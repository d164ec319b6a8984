import type { ItemRun, RecordedItem, RunPlan } from '../../model/record/run-record.ts';
import type { LineShape } from '../lines/line-shapes.ts';
import type { LineKeys } from './line-keys.ts';

/** Parses item lines. In format 1, the plan contains some members of each item. */
export interface ItemParser extends Disposable {
  /** Throws RECORD_INVALID if the line is not the item of that position. */
  parse(text: string, position: number, line: number): RecordedItem;
}

/** The differences between the record formats. */
export interface RecordFormat {
  readonly format: 1 | 2;
  readonly plan: RunPlan;
  readonly rowShape: LineShape<ItemRun>;
  openKeys(): LineKeys;
  openItems(): ItemParser;
}
