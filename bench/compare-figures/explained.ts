import type { Explanation } from './evidence.ts';
import { allRepeats } from './reasons/all-repeats.ts';
import { boundedLists } from './reasons/bounded-lists.ts';
import { failedItems } from './reasons/failed-items.ts';
import { gateDocuments } from './reasons/gate-documents.ts';
import { names } from './reasons/names.ts';
import { statedOptions } from './reasons/stated-options.ts';
import { unfinished } from './reasons/unfinished.ts';

/** All rules that explain differences. The first rule that applies gives the reason. */
export const explained: readonly Explanation[] = [
  ...names,
  ...boundedLists,
  ...unfinished,
  ...failedItems,
  ...allRepeats,
  ...gateDocuments,
  ...statedOptions,
];
