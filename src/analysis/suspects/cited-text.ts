import { isJsonObject } from '../../model/json-value.ts';
import type { ScoredRun } from '../scored-run.ts';

/** By item, the texts that outputs cite: a part of the document's text, where its file gives none. */
export function citedText(run: ScoredRun): Map<string, string> {
  const found = new Map<string, string>();
  for (const { recorded, versions } of run.items) {
    const texts = versions.flatMap(({ row }) => referencesIn(row?.output));
    if (texts.length > 0) found.set(recorded.id, [...new Set(texts)].join('\n'));
  }
  return found;
}

function referencesIn(output: unknown): string[] {
  if (!isJsonObject(output) || !isJsonObject(output.metadata)) return [];
  return Object.values(output.metadata).flatMap((entry) => {
    const citations = isJsonObject(entry) && Array.isArray(entry.citations) ? entry.citations : [];
    return citations.flatMap((one: unknown) =>
      isJsonObject(one) && typeof one.referenceText === 'string' ? [one.referenceText] : [],
    );
  });
}
