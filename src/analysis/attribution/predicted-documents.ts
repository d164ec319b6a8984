import { isJsonObject } from '../../model/json/json-value.ts';
import type { PredictedDocument } from '../../model/report/sections/error-attribution.ts';
import type { WorkflowRun } from '../../model/wire/workflow-run.ts';

type Output = NonNullable<WorkflowRun['outputs']>[number];

/**
 * Returns the documents that a workflow run found in a file. Without a splitter, the whole file is one document. The
 * class comes from the classifier that ran on the pages of the document, otherwise from the splitter. The output is the
 * extraction from these pages. A step that ran on part of a file names its pages in
 * `config.advancedOptions.pageRanges`.
 */
export function predictedDocuments(run: WorkflowRun, pages: number): PredictedDocument[] {
  const outputs = (run.outputs ?? []).filter(({ status }) => status === undefined || status === 'PROCESSED');
  const splits = outputs.filter(({ type }) => type === 'SPLITTER').flatMap(splitsOf);
  const parts = splits.length > 0 ? splits : [{ type: '', startPage: 1, endPage: pages }];
  const whole = splits.length === 0;
  return parts.map(({ type, startPage, endPage }) => {
    const here = outputs.filter((output) => {
      const range = rangeOf(output);
      // A step belongs to a document if its page range is inside the document. With a page limit, a step may run on
      // only some pages of a document.
      return range === null ? whole : range.start >= startPage && range.end <= endPage;
    });
    const classified = here.find((output) => output.type === 'CLASSIFY')?.output;
    const own = isJsonObject(classified) && typeof classified.type === 'string' ? classified.type : type;
    const output = here.find((one) => one.type === 'EXTRACT')?.output ?? undefined;
    return { type: own, startPage, endPage, output };
  });
}

function splitsOf({ output }: Output): { type: string; startPage: number; endPage: number }[] {
  const list = isJsonObject(output) && Array.isArray(output.splits) ? (output.splits as unknown[]) : [];
  return list.flatMap((split) =>
    isJsonObject(split) && typeof split.startPage === 'number' && typeof split.endPage === 'number'
      ? [{ type: String(split.type ?? ''), startPage: split.startPage, endPage: split.endPage }]
      : [],
  );
}

/** Returns the page range on which a workflow step ran; `null` if it ran on the whole file. */
function rangeOf({ config }: Output): { start: number; end: number } | null {
  const options = isJsonObject(config) ? config.advancedOptions : undefined;
  const ranges =
    isJsonObject(options) && Array.isArray(options.pageRanges) ? (options.pageRanges as unknown[]) : [];
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!isJsonObject(first) || !isJsonObject(last)) return null;
  return { start: Number(first.start), end: Number(last.end) };
}
