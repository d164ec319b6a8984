import { inconclusiveCodes } from '../../../src/model/gate/inconclusive-codes.ts';
import { minimumDetectableDifference } from '../../../src/stats/power/minimum-detectable-difference.ts';
import { fillBlock } from './fill-block.ts';

/** Returns docs/gate.md with the table of codes and the sentence on the documents that a margin needs. */
export function gatePage(page: string): string {
  return fillBlock(fillBlock(page, 'margins', marginSentence()), 'codes', codeTable());
}

function codeTable(): string {
  const rows = Object.entries(inconclusiveCodes).map(
    ([code, { when, settledBy }]) => `| \`${code}\` | ${when} | ${settledBy} |`,
  );
  return ['| code | reason | what would settle it |', '|---|---|---|', ...rows].join('\n');
}

function marginSentence(): string {
  const [six, three, one] = [0.06, 0.03, 0.01].map(documentsForMargin);
  return [
    `A small margin needs many documents. Two versions whose outputs differ, but not in what is right, pass with a margin of 6 points if`,
    `there are at least ${six} documents. A margin of 3 points needs ${three} documents, and a margin of 1 point needs ${one}.`,
  ].join('\n');
}

/**
 * Returns the smallest number of documents with which a comparison can show a loss of this margin, if no document is
 * discordant.
 */
export function documentsForMargin(margin: number): number {
  for (let n = 1; n < 10_000; n++) {
    const design = { kind: 'counts', discordant: 1 / (n + 2), rate: 1 } as const;
    if ((minimumDetectableDifference({ n, design }) ?? 1) <= margin) return n;
  }
  throw new RangeError(`a margin of ${margin} needs more than 10,000 documents`);
}
